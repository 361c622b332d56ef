import { assign } from '../../harness/mutations/form-parameters.js'
import { authorization } from '../../harness/mutations/mutation.js'
import type { Coverage } from '../support/row.js'
import { covers, test } from '../support/test.js'
import { anotherHuman, redeemedOf, subOf } from './humans.js'
import { claim, idToken } from './id-token.js'
import { checkAtLogin } from './rows.js'
import { askingFor, isLost, lost, ruleProven, signOf } from './unproven.js'

/** An id_token says who has logged in, and is no proof of a human; every client of theirs has one (OpenID Connect Core §3.1.2.1). */
const hint: Coverage = checkAtLogin(
  'login.id-token-hint',
  'LOGIN-HUMAN-AUTHENTICATED',
  ['logs-in-by-hint', 'logs-in-by-hint-for-prompt-none'],
  { level: 'strict' },
)

/** A human who is logged in may ask for another one, who has to log in. */
const ofAnother: Coverage = checkAtLogin(
  'login.hint-of-another',
  'LOGIN-HUMAN-AUTHENTICATED',
  'changes-human-by-hint',
  { level: 'strict' },
)

test(
  'logs nobody in as another human whom a hint names while one is logged in',
  covers(ofAnother),
  async ({ client, judge, login }) => {
    const values = anotherHuman({ judge, login })
    const message = await client.message()
    const own = claim(await judge.grants(message), 'sub')
    const asked = login.asking(message, { session: 'none', typed: { name: 'another one', values } })
    await judge.records(asked, 'a login of another human of the kit')
    const sent = await redeemedOf({ judge, login }, message, asked, 'the code of that other one')
    if (!sent) return judge.notApplicable('It does not log another human of the kit in.')
    const [other, token] = [claim(sent, 'sub'), idToken(sent)]
    if (own === null || other === null || own === other) judge.notApplicable('Its two humans have no sub each.')
    const sign = await signOf({ judge, login }, message)
    let isJudged = false
    for (const [name, value] of [
      ['id_token_hint', token],
      ['login_hint', values.username],
    ] as const)
      for (const prompt of ['', 'none']) {
        const mutate = authorization(`with ${name} of another human${prompt && ', prompt none'}`, (parameters) => {
          assign(parameters, name, value)
          if (prompt) assign(parameters, 'prompt', prompt)
        })
        const hinting = askingFor({ login }, message, { mutate }, sign)
        if (isLost({ login }, hinting, await judge.records(hinting, mutate.name), sign)) continue
        isJudged = true
        const sub = await subOf({ judge, login }, message, hinting, `the code of a request ${mutate.name}`)
        judge.rule(`Logs nobody in as that human, ${mutate.name}`, sub !== other, {
          expected: 'a login page, an error, or the human who is logged in',
          got: sub === other ? 'the other human' : sub === null ? 'no code' : 'the human who is logged in',
        })
      }
    if (!isJudged) judge.notApplicable(lost)
  },
)

test('logs nobody in by an id_token of an earlier login', covers(hint), async ({ client, judge, login }) => {
  const message = await client.message()
  const token = idToken(await judge.grants(message))
  if (token === '') judge.notApplicable('It answers without an id_token, as another check says.')
  const sign = await signOf({ judge, login }, message)
  const alone = askingFor({ login }, message, { session: 'none' }, sign)
  await judge.records(alone, 'an authorization request without cookies')
  const { code, proven } = login.came(alone)
  if (code && !proven) judge.notApplicable('It logs in everybody who comes.')
  await judge.grants(login.asking(message, { session: 'none' }))
  const hinting = authorization('with id_token_hint', (parameters) => assign(parameters, 'id_token_hint', token))
  const withoutPage = authorization('with id_token_hint, prompt none', (parameters) => {
    assign(parameters, 'id_token_hint', token)
    assign(parameters, 'prompt', 'none')
  })
  let isJudged = false
  for (const mutate of [hinting, withoutPage]) {
    const name = `a request ${mutate.name}`
    if (await ruleProven({ judge, login }, message, { session: 'none', mutate }, { sign, name })) isJudged = true
  }
  if (!isJudged) judge.notApplicable(lost)
})
