import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { openKeyPool } from '../../ca/index.js'
import { freshParties } from '../../harness/check/parties/parties.js'
import { humanNamed } from '../../harness/check/relying-party/humans.js'
import type { Json, JsonObject } from '../../harness/contracts/json.js'
import type { PartyProgram, WorldAddresses } from '../../harness/contracts/lab-protocol.js'
import { connectLab } from '../../harness/lab/channel/client.js'
import type { Counterparty } from '../../harness/lab/counterparty/counterparty.js'
import { type Login, misfit } from '../../harness/lab/identity-provider/login-memory.js'
import { decodeJwt, memberOf, readChain, sha256 } from '../../harness/wire/decode.js'
import type { Exchange } from '../../harness/wire/types.js'
import { accessToken, assertionOf, lookUp, startLab, worldSettings } from '../stage/lab-fixture.js'
import {
  actionOf,
  authorizeAt,
  bodyOf,
  callback,
  client,
  codeOf,
  encoded,
  fieldsOf,
  locationOf,
  loginsAt,
  requestOf,
  verifier,
} from './lab-login-fixture.js'

const running = await startLab([
  worldSettings('w'),
  worldSettings('url', { tls: false, interface: { login: { issuer: 'url', tokenPath: '/t' } } }),
])
after(() => running.close())
const [a, b] = running.world.identityProviders
const { get, post, human, logIn, redeem, wholeLogin, entries, flawOf } = loginsAt(running)

describe("the lab's IdentityProviders", () => {
  it('describe themselves, with absolute addresses and keys', async () => {
    for (const at of [a, b]) {
      const told = bodyOf(await get(`${at.baseUrl}/.well-known/openid-configuration`))
      assert.equal(told.issuer, at.partyId)
      assert.equal(told.authorization_endpoint, authorizeAt(at))
      assert.equal(told.token_endpoint, `${at.baseUrl}/identity_provider/token`)
      assert.equal(told.jwks_uri, `${at.baseUrl}/jwks`)
      assert.deepEqual(told.response_types_supported, ['code'])
      assert.deepEqual(told.code_challenge_methods_supported, ['S256'])
      assert.deepEqual(told.token_endpoint_auth_methods_supported, ['private_key_jwt'])
      assert.equal(told.authorization_response_iss_parameter_supported, true)
      assert.equal((await get(`${at.baseUrl}/nowhere`)).response?.status, 404)
    }
    assert.notEqual(a.partyId, b.partyId)
  })

  it('log a human in whose user name they know', async () => {
    const username = await human()
    const { request, page, answer } = await logIn(a, username)
    assert.match(page.response?.body ?? '', /<label for="username">User name<\/label>/)
    assert.match(page.response?.body ?? '', /<button type="submit">Log in<\/button>/)
    assert.match(String(page.response?.headers['content-security-policy']), /default-src 'none'; form-action \*/)
    const location = locationOf(answer)
    assert.equal(`${location.origin}${location.pathname}`, 'https://rp.example/callback')
    assert.deepEqual(Object.fromEntries(location.searchParams), {
      tenant: '1',
      code: codeOf(answer),
      state: request.state,
      iss: a.partyId,
    })
    const tokens = bodyOf(await redeem(a, codeOf(answer)))
    assert.equal(tokens.token_type, 'Bearer')
    assert.equal(tokens.refresh_token, undefined)
    assert.equal(await flawOf(tokens.id_token, request.nonce), undefined)
    const { payload } = decodeJwt(String(tokens.id_token))
    assert.deepEqual(Object.keys(payload as JsonObject).sort(), [
      ...['aud', 'auth_time', 'exp', 'iat', 'iss', 'jti', 'nonce', 'sub'],
    ])
    assert.equal(memberOf(payload, 'sub'), `s-${username}`)
    assert.equal(Number(memberOf(payload, 'exp')) - Number(memberOf(payload, 'iat')), 30)
    const userinfo = await get(`${a.baseUrl}/identity_provider/userinfo`, [
      ['authorization', `Bearer ${tokens.access_token}`],
    ])
    assert.deepEqual(bodyOf(userinfo), { name: 'Una User', sub: `s-${username}` })
    for (const foreign of ['nonsense', await accessToken(running)]) {
      const refused = await get(`${a.baseUrl}/identity_provider/userinfo`, [['authorization', `Bearer ${foreign}`]])
      assert.equal(refused.response?.status, 401)
    }
  })

  it('tell in the id_token what its scopes ask for of what is known of the human', async () => {
    const username = await human()
    const known = humanNamed(username)
    await running.lab.humans([known])
    const told = async (scope: string): Promise<readonly string[]> => {
      const { answer } = await logIn(a, username, requestOf({ scope }))
      const { payload } = decodeJwt(String(bodyOf(await redeem(a, codeOf(answer))).id_token))
      return Object.entries(known.claims ?? {}).flatMap(([name, value]) =>
        memberOf(payload, name) === value ? [name] : [],
      )
    }
    assert.deepEqual(
      [await told('openid'), await told('openid email'), await told('openid profile')],
      [[], ['email', 'email_verified'], ['name', 'given_name', 'family_name', 'preferred_username']],
    )
  })

  it('give the browser a form to go on with where a relying party asks for one', async () => {
    const username = await human()
    const { request, answer } = await logIn(a, username, requestOf({ response_mode: 'form_post' }))
    const { body = '' } = (await get(locationOf(answer).href)).response ?? {}
    assert.equal(actionOf(body), callback)
    const { code = '', ...more } = fieldsOf(body)
    assert.deepEqual(more, { state: request.state, iss: a.partyId })
    assert.equal((await redeem(a, code)).response?.status, 200)
    assert.equal((await get(`${a.baseUrl}/answer?redirect_uri=javascript:x`)).response?.status, 400)
  })

  it('keep what they were asked, and no code, state or token', async () => {
    const { username, request, answer, tokens } = await wholeLogin()
    const { access_token: token } = bodyOf(tokens)
    await get(`${a.baseUrl}/identity_provider/userinfo?access_token=${token}`, [['authorization', `Bearer ${token}`]])
    const [asked] = (await entries(client, 'authorize')).filter(({ query }) => query?.nonce === request.nonce)
    assert.equal(asked?.method, 'GET')
    assert.equal(asked.query?.code_challenge, request.code_challenge)
    assert.equal(asked.query?.state, `sha256:${sha256(request.state ?? '')}`)
    const [typed, redeemed, read, ...more] = await entries(username, 'authorize', 'login-token', 'userinfo')
    assert.deepEqual(more, [])
    assert.deepEqual([typed?.method, typed?.status, typed?.counterparty], ['POST', 303, a.partyId])
    assert.deepEqual(typed?.query, asked.query)
    assert.deepEqual([redeemed?.kind, redeemed?.status, redeemed?.problem], ['login-token', 200, undefined])
    assert.equal(redeemed?.assertion?.verified, true)
    assert.equal(redeemed?.form?.code, `sha256:${sha256(codeOf(answer))}`)
    assert.equal(redeemed?.form?.code_verifier, `sha256:${sha256(verifier)}`)
    assert.equal(redeemed?.form?.redirect_uri, callback)
    assert.deepEqual([read?.kind, read?.bearer, read?.caller], ['userinfo', 'valid', client])
    const ledger = JSON.stringify(await running.lab.ledger({}))
    for (const secret of [codeOf(answer), request.state, token, verifier]) assert.ok(!ledger.includes(String(secret)))
    const kinds = ['authorize', 'login-token'] as const
    const told = await running.lab.ledger({ subjects: [username], kinds, drawn: true })
    const { state, nonce } = request
    assert.deepEqual(
      told.map(({ drawn }) => drawn),
      [{ state, nonce }, { code_verifier: verifier }],
    )
  })

  it('go by the parameters of a signed request, and by those beside it that it leaves out', async () => {
    const { scope, nonce, state, ...beside } = requestOf({ scope: 'openid profile' })
    const part = (json: object): string => Buffer.from(JSON.stringify(json)).toString('base64url')
    const claims = { scope, nonce, state, max_age: 60, iss: client, aud: a.partyId, exp: 1 }
    const request = `${part({ alg: 'RS256' })}.${part(claims)}.${part({})}`
    const username = await human()
    const { answer } = await logIn(a, username, { ...beside, state: 'another', request })
    assert.equal(locationOf(answer).searchParams.get('state'), state)
    const { payload } = decodeJwt(String(bodyOf(await redeem(a, codeOf(answer))).id_token))
    assert.deepEqual([memberOf(payload, 'nonce'), memberOf(payload, 'name')], [nonce, 'Una User'])
    const [asked] = await entries(username, 'authorize')
    const { query = {} } = asked ?? {}
    assert.deepEqual([query.max_age, query.exp, query.request], ['60', undefined, `sha256:${sha256(request)}`])
    assert.ok(!JSON.stringify(await running.lab.ledger({})).includes(request.split('.')[1] ?? ''))
  })

  it('say so when nobody has that name, and when a request cannot be answered', async () => {
    const unknown = await logIn(a, 'nobody at all')
    assert.equal(unknown.answer.response?.status, 200)
    assert.match(unknown.answer.response?.body ?? '', /role="alert">Nobody of that name is known here\./)
    const entry = (await entries(client, 'authorize')).at(-1)
    assert.equal(entry?.problem, 'unknown user name')
    for (const [name, value] of [
      ['redirect_uri', 'javascript:alert(1)'],
      ['redirect_uri', 'https://rp.example/#fragment'],
      ['redirect_uri', ''],
      ['client_id', undefined],
    ] as const) {
      const { [name]: _, ...rest } = requestOf()
      const bad = await get(`${authorizeAt(a)}?${encoded(value === undefined ? rest : { ...rest, [name]: value })}`)
      assert.equal(bad.response?.status, 400, `${name} ${value}`)
      assert.match(bad.response?.body ?? '', /role="alert">\w/)
    }
    await get(`${authorizeAt(a)}?${encoded(requestOf({ response_mode: 'fragment' }))}`)
    const problem = (await entries(client, 'authorize')).at(-1)?.problem
    assert.equal(problem, 'response_mode is none of query, form_post')
    const implicit = await get(`${authorizeAt(a)}?${encoded(requestOf({ response_type: 'id_token' }))}`)
    assert.equal(locationOf(implicit).searchParams.get('error'), 'unsupported_response_type')
    assert.equal(
      (await running.http.exchange({ method: 'PUT', url: authorizeAt(a), headers: [] })).response?.status,
      405,
    )
  })

  it('show nothing of a hostile request but text, and not more than they were sent', async () => {
    const hostile = requestOf({
      state: '"><script>alert(1)</script>',
      '<i>': "'x'",
      redirect_uri: `${callback}\r\nx: y`,
    })
    const username = await human()
    const { page, answer } = await logIn(a, username, hostile)
    assert.doesNotMatch(page.response?.body ?? '', /<script|<i>|'x'/)
    assert.equal(locationOf(answer).searchParams.get('state'), hostile.state)
    assert.equal(answer.response?.headers.x, undefined)
    const large = await post(authorizeAt(a), { ...requestOf(), x: 'y'.repeat(1_000_000) })
    assert.ok((large.response?.body.length ?? 0) < 70_000)
    assert.equal((await logIn(a, username)).answer.response?.status, 303)
  })

  it('stand in the registry as active parties, and so does the relying party with its redirect URI', async () => {
    const bearer = await accessToken(running)
    const recordOf = async (partyId: string): Promise<Json> =>
      decodeJwt(String(bodyOf(await lookUp(running, partyId, { bearer })).parties_token)).payload
    for (const at of [a, b]) {
      const { tokens } = await wholeLogin(undefined, at)
      const [leaf] = readChain(memberOf(decodeJwt(String(bodyOf(tokens).id_token)).header, 'x5c'))
      const record = await recordOf(at.partyId)
      assert.equal(memberOf(record, 'status'), 'Active')
      assert.equal(memberOf(record, 'redirect_uris'), undefined)
      const [certificate] = memberOf(record, 'certificates') as JsonObject[]
      assert.equal(certificate?.x5c, leaf?.certificate.raw.toString('base64'))
    }
    const { relyingParty, redirectUri } = running.world
    const record = await recordOf(relyingParty.partyId)
    assert.deepEqual([memberOf(record, 'status'), memberOf(record, 'redirect_uris')], ['Active', [redirectUri]])
    const page = await get(`${redirectUri}?code=abc&state=def`)
    assert.equal(page.response?.status, 200)
    assert.doesNotMatch(page.response?.body ?? '', /abc|def/)
    const [seen] = (await running.lab.ledger({ mentioning: ['/relying-party/callback'] })).slice(-1)
    assert.doesNotMatch(seen?.target ?? '', /abc|def/)
  })

  it('call themselves by their base URL where the preset says so, and listen at its paths', async () => {
    const lab = connectLab(running.ready.control, 'url')
    const [at] = (running.ready.worlds.url as WorldAddresses).identityProviders
    await lab.humans([{ username: 'u', subject: 's' }])
    const { answer } = await logIn(at, 'u')
    assert.equal(locationOf(answer).searchParams.get('iss'), at.baseUrl)
    const tokens = await post(`${at.baseUrl}/t`, {
      code: codeOf(answer),
      redirect_uri: callback,
      code_verifier: verifier,
      client_assertion: assertionOf(running),
    })
    const { payload } = decodeJwt(String(bodyOf(tokens).id_token))
    assert.deepEqual([memberOf(payload, 'iss'), memberOf(payload, 'sub')], [at.baseUrl, 's'])
    assert.equal(bodyOf(await get(`${at.baseUrl}/.well-known/openid-configuration`)).issuer, at.baseUrl)
    await lab.close()
  })
})

describe('a fresh party', () => {
  it('is entered with its redirect URIs where the target logs humans in for it', async () => {
    const { redirectUri, http: httpUrl } = running.world
    const recordOf = async (redirectUris?: readonly string[]): Promise<JsonObject> => {
      const programs: PartyProgram[] = []
      const source = freshParties({
        authority: running.authority,
        keys: openKeyPool(join(running.folder, 'keys')),
        keyUsage: ['nonRepudiation'],
        httpUrl,
        ...(redirectUris && { redirectUris }),
        register: async (more) => void programs.push(...more),
      })
      await source.make({ partyId: randomUUID(), unique: randomUUID() })
      await source.register()
      return programs[0]?.record ?? {}
    }
    assert.deepEqual((await recordOf([redirectUri])).redirect_uris, [redirectUri])
    assert.ok(!('redirect_uris' in (await recordOf())))
  })
})

describe('a code', () => {
  const fresh = async (request?: Record<string, string>): Promise<string> =>
    codeOf((await logIn(a, await human(), request)).answer)
  const refusals: Readonly<Record<string, () => Promise<Exchange>>> = {
    'no code': async () => post(`${a.baseUrl}/identity_provider/token`, { client_assertion: assertionOf(running) }),
    'unknown code': () => redeem(a, 'nonsense'),
    'the code was redeemed before': async () => {
      const code = await fresh()
      assert.equal((await redeem(a, code)).response?.status, 200)
      return redeem(a, code)
    },
    'code of the other provider': async () => redeem(b, await fresh()),
    'client_id is not the one of the code': async () => redeem(a, await fresh(), { client_id: 'did:example:other' }),
    'the assertion is not of the client of the code': async () =>
      redeem(a, await fresh(), {}, { iss: 'did:example:other' }),
    'redirect_uri is not the one of the code': async () =>
      redeem(a, await fresh(), { redirect_uri: `${callback}&x=y` }),
    'code_verifier does not fit the code_challenge': async () =>
      redeem(a, await fresh(), { code_verifier: 'w'.repeat(43) }),
    'no code_verifier': async () =>
      post(`${a.baseUrl}/identity_provider/token`, {
        code: await fresh(),
        redirect_uri: callback,
        client_assertion: assertionOf(running),
      }),
  }
  for (const [problem, attempt] of Object.entries(refusals))
    it(`is refused: ${problem}`, async () => {
      const { response } = await attempt()
      assert.deepEqual([response?.status, JSON.parse(response?.body ?? '')], [400, { error: 'invalid_grant' }])
      const entry = (await running.lab.ledger({ kinds: ['login-token'] })).at(-1)
      assert.equal(entry?.problem, problem)
    })

  it('needs an assertion, and no verifier where there was no challenge', async () => {
    const { code_challenge: _, code_challenge_method: __, ...plain } = requestOf()
    const code = await fresh(plain)
    const form = { code, redirect_uri: callback }
    assert.equal((await post(`${a.baseUrl}/identity_provider/token`, form)).response?.status, 401)
    const answer = await post(`${a.baseUrl}/identity_provider/token`, {
      ...form,
      client_assertion: assertionOf(running, { aud: 'did:example:somebody-else' }),
    })
    assert.equal(answer.response?.status, 200)
  })

  it('is good for two minutes', () => {
    const provider = {} as Counterparty
    const login = { provider, redirectUri: callback, clientId: client, redeemed: false } as Login
    const form = { code: 'c', redirect_uri: callback }
    const age = (seconds: number): Login => ({ ...login, authTime: Date.now() / 1000 - seconds })
    assert.equal(misfit(age(110), provider, form, client), undefined)
    assert.equal(misfit(age(130), provider, form, client), 'the code is older than 120 s')
  })
})
