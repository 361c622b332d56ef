import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, describe, it } from 'node:test'
import type { Json } from '../../harness/contracts/json.js'
import {
  type LoginBehaviourName,
  loginBehaviourNamed,
  loginBehaviours,
} from '../../harness/lab/identity-provider/login-behaviour.js'
import { idTokens } from '../../harness/mutations/id-token.js'
import { decodeJwt, memberOf, readChain } from '../../harness/wire/decode.js'
import { cases } from '../../requirements/index.js'
import { accessToken, lookUp, startLab, worldSettings } from '../stage/lab-fixture.js'
import { authorizeAt, bodyOf, codeOf, locationOf, loginsAt, requestOf } from './lab-login-fixture.js'

const running = await startLab([worldSettings('w')])
after(() => running.close())
const [a, b] = running.world.identityProviders
const { get, human, logIn, redeem, wholeLogin, flawOf } = loginsAt(running)

describe('a mutation of an id_token', () => {
  const expected = (name: string): string => {
    const [claim] =
      /\b(iss|aud|sub|azp|iat|exp|jti|nonce)\b/.exec(
        name.replace(/^for .*|audience\w*/, 'aud').replace('expired', 'exp'),
      ) ?? []
    if (name.startsWith('crit')) return 'header'
    return claim === undefined || /issued|certificate/.test(name) || name.startsWith('HS256') ? 'signature' : claim
  }
  /** It is sound; only the registry tells. */
  const suspended = 'of a provider that is suspended'
  for (const name of (Object.keys(idTokens) as (keyof typeof idTokens)[]).filter((one) => !one.startsWith('of a ')))
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

  it('is of a provider about whom the registry answers wrongly as long as a check runs alone, where that is to be so', async () => {
    const alg = async (): Promise<Json | undefined> => {
      const bearer = await accessToken(running)
      const { parties_token: token } = bodyOf(await lookUp(running, a.partyId, { bearer }))
      return memberOf(decodeJwt(String(token)).header, 'alg')
    }
    const lease = await running.lab.lease('exclusive', 10_000)
    const { request, tokens } = await wholeLogin('of a provider whose parties_token is not signed')
    assert.equal(await flawOf(bodyOf(tokens).id_token, request.nonce), undefined)
    assert.equal(await alg(), 'none')
    await lease.release()
    assert.equal(await alg(), 'RS256')
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

  it('has nearly the state that was sent, or one that nobody sent where that might come to the same', async () => {
    const near = async (behaviour: LoginBehaviourName, state: string) =>
      (await answered(behaviour, requestOf({ state }))).state
    const unlike = async (behaviour: LoginBehaviourName, state: string) =>
      assert.doesNotMatch(String(await near(behaviour, state)), new RegExp(`^${state.slice(0, 4)}`, 'i'))
    assert.equal(await near('state-of-four-characters', 'aBcDe-12_4'), 'aBcD')
    assert.equal(await near('state-without-its-end', 'aBcDe-12_4'), 'aBcDe-')
    assert.equal(await near('state-with-more-behind-it', 'aBcDe-12_4'), 'aBcDe-12_4more')
    assert.equal(await near('state-in-other-letter-case', 'aBcDe-12_4'), 'ABCDE-12_4')
    assert.equal(await near('state-that-is-empty', 'aBcDe-12_4'), '')
    await unlike('state-without-its-end', 'aBcDe12.home')
    await unlike('state-with-more-behind-it', 'aBcDe12.home')
    for (const state of [randomUUID(), '1234567890', 'ABCDEF012345']) await unlike('state-in-other-letter-case', state)
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
