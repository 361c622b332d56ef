import assert from 'node:assert/strict'
import { createHash, X509Certificate } from 'node:crypto'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { decodeJwt, decodeProtectedHeader, type JWTPayload, jwtVerify } from 'jose'
import { type FaultName, faults } from '../../harness/faults/faults.js'
import { codeRules } from '../../harness/reference/identity-provider/rules/code.js'
import type { RunningLab } from '../stage/lab-fixture.js'
import {
  answerOf,
  asking,
  authorize,
  Browser,
  extendKit,
  human,
  logIn,
  type Parameters,
  redeem,
  redirectUri,
} from '../stage/login-fixture.js'
import {
  type Client,
  newClient,
  openLab,
  type RunningReference,
  startReference,
  target,
  writeReferenceKit,
} from '../stage/reference-fixture.js'

/** A login that only a fault lets through. */
interface Wrong {
  readonly fault: FaultName
  /** Other parameters of the authorization request. */
  readonly ask?: (verifier: string) => Parameters
  /** Other parameters of the token request. */
  readonly tell?: Parameters
}

const objectOf = (alg: string, claims: object): string =>
  [{ alg }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
const asked = (uri: string): Pick<Wrong, 'ask' | 'tell'> => ({
  ask: () => ({ redirect_uri: uri }),
  tell: { redirect_uri: uri },
})
const withoutChallenge = (): Parameters => ({ code_challenge: undefined, code_challenge_method: undefined })

const wrong: readonly Wrong[] = [
  {
    fault: 'accepts-unsigned-request-object',
    ask: () => ({ request: `${objectOf('none', { nonce: 'inside' })}.` }),
  },
  {
    fault: 'accepts-unverified-request-object',
    ask: () => ({ request: `${objectOf('RS256', { nonce: 'inside' })}.AQAB` }),
  },
  { fault: 'accepts-any-redirect-uri', ...asked('https://elsewhere.example/callback') },
  { fault: 'accepts-redirect-uri-query', ...asked(`${redirectUri}?more=1`) },
  { fault: 'accepts-redirect-uri-port', ...asked(redirectUri.replace('rp.example', 'rp.example:444')) },
  { fault: 'accepts-redirect-uri-subpath', ...asked(`${redirectUri}/more`) },
  { fault: 'compares-parsed-redirect-uri', ...asked(redirectUri.replace('https', 'HTTPS')) },
  { fault: 'accepts-redirect-uri-fragment', ...asked(`${redirectUri}#more`) },
  { fault: 'accepts-redirect-uri-suffix', ...asked(`https://other.example/${redirectUri}`) },
  { fault: 'accepts-part-of-redirect-uri', ...asked(redirectUri.slice(0, -4)) },
  { fault: 'takes-redirect-uri-for-pattern', ...asked(redirectUri.replace('.', 'y')) },
  { fault: 'accepts-redirect-uri-prefix', ...asked(`${redirectUri}more`) },
  { fault: 'accepts-missing-redirect-uri', ask: () => ({ redirect_uri: undefined }) },
  { fault: 'accepts-stripped-challenge', ask: withoutChallenge },
  { fault: 'accepts-empty-challenge', ask: () => ({ code_challenge: '' }) },
  {
    fault: 'accepts-challenge-without-method',
    ask: (verifier) => ({ code_challenge: verifier, code_challenge_method: undefined }),
  },
  {
    fault: 'accepts-plain-challenge',
    ask: (verifier) => ({ code_challenge: verifier, code_challenge_method: 'plain' }),
  },
  { fault: 'accepts-unknown-code', tell: { code: 'x'.repeat(43) } },
  { fault: 'accepts-omitted-redirect-uri', tell: { redirect_uri: undefined } },
  { fault: 'accepts-other-redirect-uri', tell: { redirect_uri: `${redirectUri}/other` } },
  { fault: 'accepts-missing-verifier', tell: { code_verifier: undefined } },
  { fault: 'accepts-wrong-verifier', tell: { code_verifier: 'x'.repeat(43) } },
]

/** What a fault makes of an id_token that is sound otherwise. */
const unsound: readonly (readonly [FaultName, (token: string, claims: JWTPayload, client: Client) => unknown])[] = [
  ['omits-nonce', (_, { nonce }) => nonce === undefined],
  ['changes-nonce', (_, { nonce }) => typeof nonce === 'string' && nonce !== 'the nonce'],
  ['names-another-issuer', (_, { iss }) => iss !== undefined && iss !== target],
  ['addresses-id-token-to-another', (_, { aud }, { partyId }) => typeof aud === 'string' && aud !== partyId],
  ['addresses-id-token-to-two', (_, { aud }, { partyId }) => aud?.length === 2 && aud.includes(partyId)],
  ['omits-id-token-jti', (_, { jti }) => jti === undefined],
  ['omits-id-token-iat', (_, { iat }) => iat === undefined],
  ['id-token-lives-60-seconds', (_, { iat = 0, exp }) => exp === iat + 60],
  ['id-token-in-milliseconds', (_, { iat = 0 }) => iat > 1e12],
  ['passes-on-unasked-claims', (_, { email }) => email === human.claims.email],
  ['signs-id-token-ps256', (token) => decodeProtectedHeader(token).alg === 'PS256'],
  ['adds-kid-to-id-token', (token) => decodeProtectedHeader(token).kid !== undefined],
  ['sends-id-token-leaf-only', (token) => decodeProtectedHeader(token).x5c?.length === 1],
  ['sends-id-token-self-signed', (token) => leafOf(token).subject === leafOf(token).issuer],
  ['corrupts-id-token', async (token) => !(await verifies(token))],
]

let lab: RunningLab
let kit: string
let provider: RunningReference
/** Somebody is logged in there. */
let known: Browser

const leafOf = (token: string): X509Certificate =>
  new X509Certificate(Buffer.from(decodeProtectedHeader(token).x5c?.[0] ?? '', 'base64'))
const verifies = (token: string): Promise<boolean> =>
  jwtVerify(token, leafOf(token).publicKey).then(
    () => true,
    () => false,
  )

/** A relying party; the fault that its name begins with is on for it. */
const newParty = (fault?: string): Promise<Client> =>
  newClient(lab, { record: { redirect_uris: [redirectUri] }, ...(fault && { name: `${fault}.` }) })

/** A whole login of somebody who is known. Returns the answer of the token endpoint, empty where no code came. */
async function login(client: Client, { ask, tell }: Partial<Wrong> = {}): Promise<Readonly<Record<string, unknown>>> {
  const request = asking(client, ask)
  const seen = await authorize(known, request)
  if (seen.location === '') return {}
  const { code } = answerOf(seen)
  return code === undefined ? {} : (await redeem(provider.baseUrl, client, code, request, tell)).json
}

before(async () => {
  lab = await openLab()
  kit = join(lab.folder, 'kit')
  await writeReferenceKit(lab, kit)
  extendKit(kit, { humans: [human] })
  const names = (Object.keys(faults) as FaultName[]).filter((name) => faults[name].scope === 'party')
  const plan = names.map((name) => `${name}@did:example:${name}.*`).join()
  provider = await startReference(kit, 'IdentityProvider', { ASSAY_FAULT: plan })
  known = new Browser(provider.baseUrl)
  await logIn(known, (await authorize(known, asking(await newParty()))).url)
})
after(async () => {
  await provider?.stop()
  await lab?.close()
})

test('a human logs in, and the client gets an id_token and no refresh token', async () => {
  const client = await newParty()
  const request = asking(client, () => ({ scope: 'openid profile offline_access' }))
  const browser = new Browser(provider.baseUrl)
  const page = await authorize(browser, request)
  assert.equal(page.status, 200)
  assert.match(page.text, /<label for="username">User name<[\s\S]*<label for="password">Password<[\s\S]*>Log in</)
  const refused = await browser.open(page.url, { username: human.username, password: 'wrong' })
  assert.match(refused.text, /role="alert"/)
  const { code = '', ...answer } = answerOf(await logIn(browser, page.url))
  assert.deepEqual(answer, { state: 'the state', iss: target })
  const { status, json } = await redeem(provider.baseUrl, client, code, request)
  assert.equal(status, 200, JSON.stringify(json))
  assert.deepEqual(Object.keys(json).sort(), ['access_token', 'expires_in', 'id_token', 'token_type'])
  const token = String(json.id_token)
  assert.ok(await verifies(token))
  assert.deepEqual(Object.keys(decodeProtectedHeader(token)).sort(), ['alg', 'typ', 'x5c'])
  const { iat = 0, exp, jti, auth_time, at_hash, ...claims } = decodeJwt(token)
  const hash = createHash('sha256').update(String(json.access_token)).digest()
  assert.equal(at_hash, hash.subarray(0, 16).toString('base64url'))
  assert.deepEqual(claims, { iss: target, sub: 'ada-1', aud: client.partyId, nonce: 'the nonce' })
  assert.ok(exp === iat + 30 && jti && auth_time)
  const headers = { authorization: `Bearer ${json.access_token}` }
  const userinfo = await fetch(`${provider.baseUrl}/identity_provider/userinfo`, { headers })
  assert.deepEqual(await userinfo.json(), { sub: 'ada-1', name: 'Ada' })
})

for (const { fault, ...more } of wrong)
  test(`${fault} lets through what is refused otherwise`, async () => {
    assert.equal((await login(await newParty())).id_token !== undefined, true)
    assert.equal((await login(await newParty(), more)).id_token, undefined)
    assert.notEqual((await login(await newParty(fault), more)).id_token, undefined)
  })

for (const [fault, holds] of unsound)
  test(`${fault} makes an id_token that gives it away`, async () => {
    for (const faulty of [false, true]) {
      const client = await newParty(faulty ? fault : undefined)
      const token = String((await login(client)).id_token)
      assert.equal(Boolean(await holds(token, decodeJwt(token), client)), faulty)
    }
  })

test('a request object that is believed wins over what stands beside it', async () => {
  const [row] = wrong
  const { id_token: token } = await login(await newParty(row?.fault), row)
  assert.equal(decodeJwt(String(token)).nonce, 'inside')
})

test('prompt=none shows no page, and max_age asks a human again', async () => {
  const nobody = new Browser(provider.baseUrl)
  const none = (client: Client) =>
    authorize(
      nobody,
      asking(client, () => ({ prompt: 'none' })),
    )
  assert.equal(answerOf(await none(await newParty())).error, 'login_required')
  assert.match((await none(await newParty('ignores-prompt-none'))).text, /User name/)
  const soon = (client: Client) =>
    authorize(
      known,
      asking(client, () => ({ max_age: '0' })),
    )
  assert.match((await soon(await newParty())).text, /User name/)
  assert.ok(answerOf(await soon(await newParty('ignores-max-age'))).code)
})

test('a code is taken once and for one client, and ends with what it gave when it comes again', async () => {
  for (const fault of [undefined, 'accepts-used-code']) {
    const client = await newParty(fault)
    const request = asking(client)
    const { code = '' } = answerOf(await authorize(known, request))
    const first = await redeem(provider.baseUrl, client, code, request)
    const second = await redeem(provider.baseUrl, client, code, request)
    assert.deepEqual([first.status, second.status], [200, fault === undefined ? 400 : 200])
    const headers = { authorization: `Bearer ${first.json.access_token}` }
    const { status } = await fetch(`${provider.baseUrl}/identity_provider/userinfo`, { headers })
    assert.equal(status, fault === undefined ? 401 : 200)
  }
  for (const fault of [undefined, 'accepts-code-of-another-client']) {
    const request = asking(await newParty())
    const { code = '' } = answerOf(await authorize(known, request))
    const { status } = await redeem(provider.baseUrl, await newParty(fault), code, request)
    assert.equal(status, fault === undefined ? 400 : 200)
  }
})

test('a provider tells the client what it does not have, and the human what the client may not know', async () => {
  const told = async (parameters: Parameters) =>
    answerOf(
      await authorize(
        known,
        asking(await newParty(), () => parameters),
      ),
    )
  assert.equal((await told({ response_type: 'token' })).error, 'unsupported_response_type')
  assert.equal((await told({ response_mode: 'fragment' })).error, 'unsupported_response_type')
  assert.equal((await told({ request_uri: 'https://elsewhere.example' })).error, 'request_not_supported')
  assert.equal((await told({ max_age: 'soon' })).error, 'invalid_request')
  assert.ok((await told({ prompt: 'consent' })).code)
  const parties = [await newParty(), await newParty()]
  const [twice, other] = parties.map((party) => asking(party).query)
  const query = new URLSearchParams([...Object.entries(twice ?? {}), ['client_id', other?.client_id ?? '']])
  const seen = await known.open(`/identity_provider/authorize?${query}`)
  assert.equal(seen.status, 400)
  assert.match(seen.text, /role="alert">not so: no parameter stands twice</)
})

test('a code ends', async () => {
  const rule = codeRules.find(({ name }) => name === 'the code lives')
  const ending = (seconds: number) => ({ code: { expiresAt: Date.now() + seconds * 1000 } }) as never
  assert.equal(await rule?.check(ending(10)), true)
  assert.throws(() => rule?.check(ending(-10)), /expired/)
})

test('neither endpoint lets a party in that the registry does not let in, but by a fault', async () => {
  const status = (fault?: string) =>
    newClient(lab, { record: { redirect_uris: [redirectUri], status: 'Suspended' }, ...(fault && { name: fault }) })
  assert.equal((await authorize(known, asking(await status()))).status, 400)
  assert.ok((await login(await status('ignores-status.'))).id_token)
  assert.equal((await authorize(known, asking(await newClient(lab, { record: null })))).status, 400)
  assert.ok((await login(await newClient(lab, { record: null, name: 'accepts-unknown-party.' }))).id_token)
})

test('the faults of every token endpoint are to be had here too', async () => {
  assert.ok((await login(await newParty('issues-refresh-token'))).refresh_token)
  const offline = () => ({ scope: 'openid offline_access' })
  assert.equal((await login(await newParty(), { ask: offline })).refresh_token, undefined)
  assert.ok((await login(await newParty('issues-refresh-token-offline'), { ask: offline })).refresh_token)
  assert.equal((await login(await newParty('issues-refresh-token-offline'))).refresh_token, undefined)
  assert.equal((await fetch(`${provider.baseUrl}/identity_provider/token`)).status, 405)
  assert.equal((await fetch(`${provider.baseUrl}/oauth2.0/token`, { method: 'POST' })).status, 404)
})
