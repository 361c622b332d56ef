import type { Judge, Sent } from '../../../harness/check/types.js'
import { refreshTokensIn } from '../../../harness/judge/refresh-tokens.js'
import { mutationsOf, nameOf } from '../bodies.js'
import type { Row } from '../row.js'
import type { Fixtures } from '../test.js'

/** Rules that an answer carries no refresh token, however its member is spelled; an empty one is only noted (L201, L239). */
export const ruleNoRefreshToken = (judge: Judge, { json }: Sent): void => {
  const { filled, empty } = refreshTokensIn(json)
  if (empty > 0) judge.observes('empty refresh_token member', true)
  judge.rule('issues no refresh token', filled === 0, {
    expected: 'an answer without refresh_token',
    got: filled === 0 ? 'an answer without refresh_token' : 'an answer with refresh_token',
  })
}

/** Body of a check: the control is granted, and no mutation is answered with a refresh token, granted or not. */
export const withoutRefreshToken =
  (row: Row) =>
  async ({ client, judge }: Pick<Fixtures, 'client' | 'judge'>) => {
    const [control, ...mutated] = await client.prepare(...mutationsOf(row))
    await judge.grants(control)
    for (const [index, message] of mutated.entries()) {
      ruleNoRefreshToken(judge, await judge.records(message, nameOf(row, index)))
    }
  }
