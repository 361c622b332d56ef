import type { Judge, Sent } from '../../../harness/check/types.js'
import type { Json } from '../../../harness/contracts/json.js'
import { mutationsOf, nameOf } from '../bodies.js'
import type { Row } from '../row.js'
import type { Fixtures } from '../test.js'

/** Deepest member that is looked at. */
const deepest = 8

/** The members of a JSON value, at any depth. */
const membersIn = (json: Json | undefined, depth = 0): readonly (readonly [string, Json])[] =>
  typeof json !== 'object' || json === null || depth > deepest
    ? []
    : Object.entries(json).flatMap(([name, value]) => [[name, value] as const, ...membersIn(value, depth + 1)])

/** Rules that an answer carries no refresh token, however its member is spelled; an empty one is only noted (L201, L239). */
export const ruleNoRefreshToken = (judge: Judge, { json }: Sent): void => {
  const found = membersIn(json).filter(([name]) => /^refresh[_-]?token$/i.test(name))
  const filled = found.filter(([, value]) => value !== null && value !== '' && value !== false)
  if (found.length > filled.length) judge.observes('empty refresh_token member', true)
  judge.rule('issues no refresh token', filled.length === 0, {
    expected: 'an answer without refresh_token',
    got: filled.length === 0 ? 'an answer without refresh_token' : 'an answer with refresh_token',
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
