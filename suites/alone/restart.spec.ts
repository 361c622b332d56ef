import { subjectAfterRestart } from '../login/answer.cases.js'
import { claim } from '../login/id-token.js'
import * as flows from '../replay/flows.cases.js'
import { covers, test } from '../support/test.js'
import { recurring } from '../token/token.cases.js'

test(
  'refuses an accepted assertion after it was restarted',
  covers(flows.restarted),
  async ({ client, judge, target }) => {
    if (!target.restart) return judge.notApplicable('The target file has neither launch nor restart.')
    const control = await client.message()
    const sent = await judge.grants(control)
    await target.restart()
    await judge.grants(client.next(control))
    if (Date.now() - Date.parse(sent.exchange.startedAt) > 25_000)
      judge.notApplicable('The restart took longer than an assertion lives.')
    await judge.refuses(client.again(sent))
  },
)

test('issues other access tokens after each restart', covers(recurring), async ({ client, judge, target }) => {
  const { restart } = target
  if (!restart) return judge.notApplicable('The target file has neither launch nor restart.')
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

test(
  'gives a human the same sub at a client after it was restarted',
  covers(subjectAfterRestart),
  async ({ client, judge, target }) => {
    if (!target.restart) return judge.notApplicable('The target file has neither launch nor restart.')
    const control = await client.message()
    const before = claim(await judge.grants(control), 'sub')
    if (before === null) judge.notApplicable('Its id_token has no sub, as another check says.')
    await target.restart()
    const after = claim(await judge.grants(client.next(control)), 'sub')
    judge.rule('A login after the restart has the sub of the login before', before === after, {
      expected: JSON.stringify(before),
      got: JSON.stringify(after),
    })
  },
)
