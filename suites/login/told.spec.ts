import { tokensIn } from '../../harness/check/identity-provider/authorization.js'
import type { Message } from '../../harness/check/types.js'
import { isObject, type Json } from '../../harness/contracts/json.js'
import { assign } from '../../harness/mutations/form-parameters.js'
import { authorization } from '../../harness/mutations/mutation.js'
import { decodeJwt } from '../../harness/wire/decode.js'
import type { Coverage } from '../support/row.js'
import { covers, test } from '../support/test.js'
import { idToken } from './id-token.js'
import { checkAtLogin } from './rows.js'

/** A client tells by the state which of its logins came to nothing (RFC 6749 §4.1.2.1). */
const stateOfErrors = checkAtLogin('login.state-of-errors', 'LOGIN-OIDC', 'omits-state-of-errors', { level: 'should' })

/** Authorization requests about which a client may get an error. */
const erroneous = [
  ['response_type', 'unknown'],
  ['prompt', 'none'],
  ['scope', 'openid no-such-scope'],
] as const

test('brings state back with an error, too', covers(stateOfErrors), async ({ client, judge, login }) => {
  const message = await client.message()
  await judge.grants(login.asking(message))
  let isTold = false
  for (const [name, value] of erroneous) {
    const state = `state-of-${name}-${Date.now()}`
    const mutate = authorization(`${name} ${value}`, (parameters) => {
      assign(parameters, 'state', state)
      assign(parameters, name, value)
    })
    const asked = login.asking(message, { session: 'none', pages: false, mutate })
    await judge.records(asked, `an authorization request with ${mutate.name}`)
    const { redirect } = login.came(asked)
    const answer = redirect === undefined ? undefined : new URL(redirect).searchParams
    if (!answer?.has('error')) continue
    isTold = true
    const got = answer.get('state')
    judge.rule(`Its error about ${name} has the state of the request`, got === state, {
      expected: JSON.stringify(state),
      got: JSON.stringify(got),
    })
  }
  if (!isTold) judge.notApplicable('It sends nobody back with an error.')
})

/** Addresses are kept in histories and logs (RFC 6750 §5.3, RFC 9700 §4.2.4). */
const tokenInAddress = checkAtLogin('login.token-in-address', 'LOGIN-OIDC', 'puts-access-token-beside-code', {
  level: 'should',
})

test('puts no token into the address of its answer', covers(tokenInAddress), async ({ client, judge, login }) => {
  const message = await client.message()
  const asked = login.asking(message)
  await judge.grants(asked)
  const further = tokensIn(login.came(asked).redirect)
  const named = further
    .map(([name]) => name)
    .filter((name) => ['access_token', 'id_token', 'refresh_token'].includes(name))
  judge.rule('Its answer has no parameter for a token', named.length === 0, {
    expected: 'none',
    got: named.join(', ') || 'none',
  })
  if (further.length === 0) return
  const sent = await judge.grants(message)
  for (const [name, value] of further)
    await judge.refuses(login.userinfo({ ...sent, accessToken: value }, `what stands as ${name} beside the code`))
})

/** Only the human and the provider know it. */
const passwordTold: Coverage = {
  ...checkAtLogin('login.password-told', 'LOGIN-OIDC', 'tells-passwords-in-id-token', { level: 'should' }),
  // At a broker nobody types one.
  roles: ['IdentityProvider'],
}

/** So long a password is no name of anything else, characters. */
const telling = 8

/** Every text in a JSON value. */
function textsIn(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(textsIn)
  return isObject(value) ? Object.values(value).flatMap(textsIn) : []
}

test('tells no client the password of a human', covers(passwordTold), async ({ client, judge, login }) => {
  const { username, password } = login.human
  if (!login.hasPassword) judge.notApplicable('No password is typed.')
  if (password.length < telling || password === username)
    judge.notApplicable('Its password may stand anywhere by chance.')
  const message: Message = await client.message()
  const sent = await judge.grants(message)
  const userinfo = await judge.records(login.userinfo(sent), 'userinfo')
  for (const [where, told] of Object.entries({
    'Its token answer': sent.json,
    'Its id_token': decodeJwt(idToken(sent)).payload,
    'Its userinfo': userinfo.json,
  })) {
    const isTold = textsIn(told).includes(password)
    judge.rule(`${where} tells no password`, !isTold, {
      expected: 'no password',
      got: isTold ? 'the password of the human' : 'no password',
    })
  }
})
