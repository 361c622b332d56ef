import { restartOf } from '../support/flows/restart.js'
import type { Coverage } from '../support/row.js'
import { check } from '../support/row.js'
import { covers, test } from '../support/test.js'

/** A server whose generator has the same seed at each start issues the same tokens again. */
const recurring: Coverage = check('token.recurring-after-restart', 'TOKEN-DISTINCT', 'draws-same-access-tokens', {
  level: 'should',
  profile: 'deep',
  exclusive: true,
  unsafe: 'restart',
})

test('issues other access tokens after each restart', covers(recurring), async ({ client, judge, target }) => {
  const restart = restartOf({ judge, target })
  const afterRestart = async (): Promise<readonly (string | undefined)[]> => {
    await restart()
    const tokens: (string | undefined)[] = []
    while (tokens.length < 3) tokens.push((await judge.grants(await client.message())).accessToken)
    return tokens
  }
  const before = await afterRestart()
  const recurs = (await afterRestart()).some((token) => token !== undefined && before.includes(token))
  judge.rule('No access token comes again', !recurs, {
    expected: 'other ones',
    got: recurs ? 'one that was issued before' : 'other ones',
  })
})
