import { assign } from '../../harness/mutations/form-parameters.js'
import { authorization } from '../../harness/mutations/mutation.js'
import type { Coverage } from '../support/row.js'
import { covers, test } from '../support/test.js'
import { idToken } from './id-token.js'
import { checkAtLogin } from './rows.js'

/** An id_token says who has logged in, and is no proof of a human; every client of theirs has one (OpenID Connect Core §3.1.2.1). */
const hint: Coverage = checkAtLogin(
  'login.id-token-hint',
  'LOGIN-HUMAN-AUTHENTICATED',
  ['logs-in-by-hint', 'logs-in-by-hint-for-prompt-none'],
  { level: 'strict' },
)

test('logs nobody in by an id_token of an earlier login', covers(hint), async ({ client, judge, login }) => {
  const message = await client.message()
  const token = idToken(await judge.grants(message))
  if (token === '') judge.notApplicable('It answers without an id_token, as another check says.')
  const unknown = { session: 'none', pages: false } as const
  const alone = login.asking(message, unknown)
  await judge.records(alone, 'an authorization request without cookies')
  if (login.came(alone).code) judge.notApplicable('It logs in everybody who comes.')
  await judge.grants(login.asking(message, { session: 'none' }))
  const hinting = authorization('with id_token_hint', (parameters) => assign(parameters, 'id_token_hint', token))
  const withoutPage = authorization('with id_token_hint, prompt none', (parameters) => {
    assign(parameters, 'id_token_hint', token)
    assign(parameters, 'prompt', 'none')
  })
  for (const mutate of [hinting, withoutPage]) await judge.refuses(login.asking(message, { ...unknown, mutate }))
})
