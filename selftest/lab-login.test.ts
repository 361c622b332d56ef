import assert from 'node:assert/strict'
import { createHash, createPublicKey, type JsonWebKey, randomUUID, verify } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { freshParties } from '../harness/check/parties.js'
import type { Json, JsonObject } from '../harness/json.js'
import { connectLab } from '../harness/lab/client.js'
import type { Counterparty } from '../harness/lab/counterparty.js'
import { type LoginBehaviourName, loginBehaviourNamed, loginBehaviours } from '../harness/lab/login-behaviour.js'
import { type Login, misfit } from '../harness/lab/login-memory.js'
import type { CounterpartyAddress, LedgerEntry, PartyProgram, WorldAddresses } from '../harness/lab/protocol.js'
import { idTokens } from '../harness/mutations/id-token.js'
import { presets } from '../harness/target/presets.js'
import { decodeJwt, memberOf, readChain, sha256 } from '../harness/wire/decode.js'
import type { Exchange } from '../harness/wire/types.js'
import { cases } from '../requirements/index.js'
import { accessToken, assertionOf, lookUp, type RunningLab, startLab, worldSettings } from './lab-fixture.js'

let running: RunningLab
let a: CounterpartyAddress
let b: CounterpartyAddress
before(async () => {
  running = await startLab([
    worldSettings('w'),
    worldSettings('url', { tls: false, interface: { login: { issuer: 'url', tokenPath: '/t' } } }),
  ])
  ;[a, b] = running.world.identityProviders
})
after(() => running.close())

const client = 'did:example:target'
const callback = 'https://rp.example/callback?tenant=1'
const verifier = 'v'.repeat(43)
const s256 = (text: string): string => createHash('sha256').update(text).digest('base64url')

type Parameters = Readonly<Record<string, string>>
const requestOf = (more: Parameters = {}): Record<string, string> => ({
  response_type: 'code',
  client_id: client,
  redirect_uri: callback,
  scope: 'openid',
  state: randomUUID(),
  nonce: randomUUID(),
  code_challenge: s256(verifier),
  code_challenge_method: 'S256',
  ...more,
})
const encoded = (parameters: Parameters): string => new URLSearchParams(parameters).toString()
const get = (url: string, headers: Exchange['request']['headers'] = []): Promise<Exchange> =>
  running.http.exchange({ method: 'GET', url, headers })
const post = (url: string, parameters: Parameters): Promise<Exchange> =>
  running.http.exchange({
    method: 'POST',
    url,
    headers: [['content-type', 'application/x-www-form-urlencoded']],
    body: encoded(parameters),
  })
const authorizeAt = (at: CounterpartyAddress): string => `${at.baseUrl}/identity_provider/authorize`
const bodyOf = ({ response }: Exchange): JsonObject => JSON.parse(response?.body ?? '') as JsonObject
const locationOf = ({ response }: Exchange): URL => new URL(String(response?.headers.location))

/** A human of a name of its own. */
const human = async (behaviour?: LoginBehaviourName): Promise<string> => {
  const username = `u-${randomUUID()}`
  const claims = { name: 'Una User' }
  await running.lab.humans([{ username, subject: `s-${username}`, claims, ...(behaviour && { behaviour }) }])
  return username
}

/** What a browser does with the login page: sends its fields back, the user name filled in. */
const logIn = async (at: CounterpartyAddress, username: string, request = requestOf()) => {
  const page = await get(`${authorizeAt(at)}?${encoded(request)}`)
  const fields = fieldsOf(page.response?.body ?? '')
  const answer = await post(actionOf(page.response?.body ?? ''), { ...fields, username })
  return { request, page, answer }
}
const unescaped = (text: string): string =>
  text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
const fieldsOf = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(([, name = '', value = '']) => [
      unescaped(name),
      unescaped(value),
    ]),
  )
const actionOf = (html: string): string => unescaped(/<form method="post" action="([^"]*)">/.exec(html)?.[1] ?? '')

/** Redeems a code as the target. */
const redeem = (at: CounterpartyAddress, code: string, form: Parameters = {}, more: JsonObject = {}) =>
  post(`${at.baseUrl}/identity_provider/token`, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: callback,
    code_verifier: verifier,
    client_id: client,
    client_assertion: assertionOf(running, { aud: at.partyId, ...more }),
    ...form,
  })
const codeOf = (answer: Exchange): string => locationOf(answer).searchParams.get('code') ?? ''

/** A whole login of a new human; the answer of the token endpoint may be anything. */
const wholeLogin = async (behaviour?: LoginBehaviourName, at = a) => {
  const username = await human(behaviour)
  const { request, answer } = await logIn(at, username)
  return { username, request, answer, tokens: await redeem(at, codeOf(answer)) }
}

const entries = (subject: string, ...kinds: LedgerEntry['kind'][]): Promise<readonly LedgerEntry[]> =>
  running.lab.ledger({ subjects: [subject], kinds })

/** Why a careful relying party refuses an id_token; undefined where it is sound. */
const flawOf = async (token: Json | undefined, nonce: string | undefined, at = a): Promise<string | undefined> => {
  const { header, payload, parts } = decodeJwt(String(token))
  const [jwk] = bodyOf(await get(`${at.baseUrl}/jwks`)).keys as JsonObject[]
  const key = createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' })
  const holds =
    memberOf(header, 'alg') === 'RS256' &&
    parts.length === 3 &&
    verify('sha256', Buffer.from(`${parts[0]}.${parts[1]}`), key, Buffer.from(parts[2] ?? '', 'base64url'))
  if (!holds) return 'signature'
  if (Object.keys(header as JsonObject).join() !== 'alg,typ,x5c') return 'header'
  if (memberOf(payload, 'iss') !== at.partyId) return 'iss'
  if (memberOf(payload, 'aud') !== client) return 'aud'
  if (typeof memberOf(payload, 'sub') !== 'string' || memberOf(payload, 'sub') === '') return 'sub'
  if (memberOf(payload, 'azp') !== undefined) return 'azp'
  const [iat, exp] = ['iat', 'exp'].map((name) => memberOf(payload, name))
  if (typeof iat !== 'number' || iat > Date.now() / 1000) return 'iat'
  if (exp !== iat + 30 || exp < Date.now() / 1000) return 'exp'
  if (typeof memberOf(payload, 'jti') !== 'string') return 'jti'
  return memberOf(payload, 'nonce') === nonce ? undefined : 'nonce'
}

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
    const [seen] = (await running.lab.ledger({ containing: '/relying-party/callback' })).slice(-1)
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
  it('is entered with its redirect URIs where the target logs humans in for it, in the names of the preset', async () => {
    const { redirectUri, http: httpUrl } = running.world
    const recordOf = async (redirectUris?: readonly string[]): Promise<JsonObject> => {
      const programs: PartyProgram[] = []
      const source = freshParties({
        authority: running.authority,
        keyUsage: ['nonRepudiation'],
        httpUrl,
        recordFields: presets.connect.settings.registry.recordFields,
        ...(redirectUris && { redirectUris }),
        register: async (more) => void programs.push(...more),
      })
      await source.make(randomUUID())
      await source.register()
      return memberOf(programs[0]?.record ?? null, 'party_info') as JsonObject
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

describe('a defect of an id_token', () => {
  const expected = (name: string): string => {
    const [claim] =
      /\b(iss|aud|sub|azp|iat|exp|jti|nonce)\b/.exec(name.replace(/audience\w*/, 'aud').replace('expired', 'exp')) ?? []
    if (name.startsWith('crit')) return 'header'
    return claim === undefined || /issued|certificate/.test(name) || name.startsWith('HS256') ? 'signature' : claim
  }
  /** It is sound; only the registry tells. */
  const suspended = 'of a provider that is suspended'
  for (const name of (Object.keys(idTokens) as (keyof typeof idTokens)[]).filter((one) => one !== suspended))
    it(`is there, and alone: ${name}`, async () => {
      const { request, tokens } = await wholeLogin(name)
      assert.equal(await flawOf(bodyOf(tokens).id_token, request.nonce), expected(name))
    })

  it('is signed with a certificate that the registry holds as long as a check runs alone, where that is to be so', async () => {
    const listed = async (): Promise<number> => {
      const bearer = await accessToken(running)
      const { parties_token: token } = bodyOf(await lookUp(running, a.partyId, { bearer }))
      return (memberOf(decodeJwt(String(token)).payload, 'certificates') as Json[]).length
    }
    const lease = await running.lab.lease('exclusive', 10_000)
    await wholeLogin('registered certificate that has expired')
    assert.equal(await listed(), 2)
    await lease.release()
    assert.equal(await listed(), 1)
  })

  it('is of a provider that the registry calls suspended as long as a check runs alone, where that is to be so', async () => {
    const status = async (): Promise<Json | undefined> => {
      const bearer = await accessToken(running)
      const { parties_token: token } = bodyOf(await lookUp(running, a.partyId, { bearer }))
      return memberOf(decodeJwt(String(token)).payload, 'status')
    }
    const lease = await running.lab.lease('exclusive', 10_000)
    const { request, tokens } = await wholeLogin(suspended)
    assert.equal(await flawOf(bodyOf(tokens).id_token, request.nonce), undefined)
    assert.equal(await status(), 'Suspended')
    await lease.release()
    assert.equal(await status(), 'Active')
  })

  it('is such that only the certificate or the key tells', async () => {
    const leafOf = async (name: LoginBehaviourName) => {
      const { tokens } = await wholeLogin(name)
      const { header, payload } = decodeJwt(String(bodyOf(tokens).id_token))
      const chain = readChain(memberOf(header, 'x5c')).map(({ certificate }) => certificate)
      const root = chain.at(-1)?.raw ?? Buffer.alloc(0)
      const trusted = (await running.authority.trustedRoots()).some(({ der }) => der.equals(root))
      return { subject: chain[0]?.subject, trusted, iss: memberOf(payload, 'iss'), header }
    }
    const { tokens } = await wholeLogin()
    const [own] = readChain(memberOf(decodeJwt(String(bodyOf(tokens).id_token)).header, 'x5c'))
    const named = { subject: own?.certificate.subject, iss: a.partyId }
    for (const [name, trusted] of [
      ['untrusted chain', false],
      ['unregistered certificate', true],
      ['registered certificate that has expired', true],
      ['registered certificate that is revoked', true],
    ] as const) {
      const { header: _, ...seen } = await leafOf(name)
      assert.deepEqual(seen, { ...named, trusted }, name)
    }
    const { header } = await leafOf('jwk in the header')
    assert.equal(memberOf(memberOf(header, 'jwk'), 'd'), undefined)
    assert.equal(memberOf(memberOf(header, 'jwk'), 'kty'), 'RSA')
  })
})

describe('a wrong answer', () => {
  const answered = async (behaviour: LoginBehaviourName, request = requestOf()) => {
    const { answer } = await logIn(a, await human(behaviour), request)
    return Object.fromEntries(locationOf(answer).searchParams)
  }

  it('serves the catalogue, and nothing that the catalogue does not know', () => {
    const known = new Set(cases.map(({ id }) => id))
    const served = new Set(
      [...Object.values(loginBehaviours), ...Object.values(idTokens)].flatMap((row): readonly string[] => row.cases),
    )
    assert.deepEqual(
      [...served].filter((id) => !known.has(id)),
      [],
    )
    const wanted = ['OID-13', 'OID-14', 'OID-15', 'OID-16', 'OID-17', 'OID-18', 'BRK-05', 'BRK-06']
    assert.deepEqual(
      wanted.filter((id) => !served.has(id)),
      [],
    )
    const names = [...Object.keys(loginBehaviours), ...Object.keys(idTokens)]
    assert.equal(new Set(names).size, names.length)
    for (const name of names) assert.ok(loginBehaviourNamed(name), name)
  })

  it('is not taken by a name that nobody knows', async () => {
    const program = { username: 'x', subject: 'x', behaviour: 'nonsense' }
    await assert.rejects(running.lab.humans([program]), /no behaviour "nonsense" of an IdentityProvider/)
  })

  it('has no state, another one, or that of another flow of the same relying party', async () => {
    const request = requestOf({ client_id: `did:example:${randomUUID()}` })
    const { state, ...rest } = request
    assert.equal((await answered('state-missing', request)).state, undefined)
    const [first, second] = [await answered('state-other', request), await answered('state-other', request)]
    assert.ok(first.state && second.state && first.state !== second.state && first.state !== state)
    await answered('state-missing', requestOf())
    const alone = await answered('state-of-other-flow', request)
    assert.ok(alone.state && alone.state !== state)
    const later = requestOf(rest)
    await answered('state-missing', later)
    assert.equal((await answered('state-of-other-flow', request)).state, later.state)
    assert.equal((await answered('state-of-other-flow', later)).state, state)
  })

  it('names the other provider, or none', async () => {
    assert.equal((await answered('response-iss-of-other')).iss, b.partyId)
    const without = await answered('response-without-iss')
    assert.deepEqual(Object.keys(without).sort(), ['code', 'state', 'tenant'])
  })

  it('comes from the other provider, at the token endpoint of the one that was asked', async () => {
    const { request, answer, tokens } = await wholeLogin('answer-of-other-provider')
    assert.equal(locationOf(answer).searchParams.get('iss'), a.partyId)
    assert.equal(await flawOf(bodyOf(tokens).id_token, request.nonce, b), undefined)
    assert.notEqual(await flawOf(bodyOf(tokens).id_token, request.nonce, a), undefined)
  })

  it('comes from the other provider, to which the first sent the browser', async () => {
    const username = await human('redirected-to-other')
    for (const [first, second] of [
      [a, b],
      [a, b],
    ] as const) {
      const { request, answer } = await logIn(first, username)
      const onward = locationOf(answer)
      assert.equal(`${onward.origin}${onward.pathname}`, authorizeAt(second))
      assert.deepEqual(Object.fromEntries(onward.searchParams), request)
      const { answer: honest } = await logIn(second, username, request)
      assert.deepEqual(
        [locationOf(honest).searchParams.get('iss'), locationOf(honest).searchParams.get('state')],
        [second.partyId, request.state],
      )
      const tokens = await redeem(first, codeOf(honest))
      assert.equal(await flawOf(bodyOf(tokens).id_token, request.nonce, second), undefined)
    }
    const { answer } = await logIn(b, await human())
    assert.equal((await redeem(a, codeOf(answer))).response?.status, 400)
  })

  it('is about somebody else at userinfo', async () => {
    const subject = async (behaviour: LoginBehaviourName) => {
      const { username, tokens } = await wholeLogin(behaviour)
      const told = await get(`${a.baseUrl}/identity_provider/userinfo`, [
        ['authorization', `Bearer ${bodyOf(tokens).access_token}`],
      ])
      return [told.response?.status, memberOf(bodyOf(told), 'sub'), `s-${username}`]
    }
    const [status, other, own] = await subject('userinfo-of-other-subject')
    assert.deepEqual([status, other], [200, `${own}-other`])
    assert.deepEqual((await subject('userinfo-without-sub')).slice(0, 2), [200, undefined])
    assert.equal((await subject('userinfo-status-500'))[0], 500)
  })

  it('is none, or no answer to what was asked, at the token endpoint', async () => {
    const statusOf = async (behaviour: LoginBehaviourName) => (await wholeLogin(behaviour)).tokens.response?.status
    assert.equal(await statusOf('token-status-500'), 500)
    assert.equal(await statusOf('token-redirect-307'), 307)
    const { tokens: html } = await wholeLogin('token-html')
    assert.match(String(html.response?.headers['content-type']), /html/)
    const { tokens: bare } = await wholeLogin('token-without-id-token')
    assert.deepEqual([typeof bodyOf(bare).access_token, bodyOf(bare).id_token], ['string', undefined])
    assert.equal((await wholeLogin('token-silent')).tokens.noAnswer?.kind, 'timeout')
    const { tokens: endless } = await wholeLogin('token-endless')
    assert.ok(endless.noAnswer !== undefined || endless.response?.truncated)
    const { username, answer, tokens } = await wholeLogin('token-telling-another-audience-at-first')
    assert.equal(tokens.response?.status, 401)
    assert.ok(tokens.response.body.includes(`lure-${username}`))
    assert.equal((await redeem(a, codeOf(answer))).response?.status, 200)
  })
})
