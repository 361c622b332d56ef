import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { compactVerify, importX509 } from 'jose'
import { openAuthority, pem } from '../../ca/index.js'
import type { JsonObject } from '../../harness/contracts/json.js'
import type { LedgerEntry } from '../../harness/contracts/lab-protocol.js'
import { connectLab } from '../../harness/lab/channel/client.js'
import { decodeJwt, sha256 } from '../../harness/wire/decode.js'
import { createHttpClient } from '../../harness/wire/http.js'
import {
  accessToken,
  askToken,
  assertionOf,
  lookUp,
  type RunningLab,
  registerParty,
  startLab,
  worldSettings,
} from '../stage/lab-fixture.js'

let running: RunningLab
let bearer: string
before(async () => {
  const preset = {
    registry: {
      tokenPath: '/auth',
      partiesPath: '/lookup',
      partyIdParameter: 'id',
      partyPath: '/lookup/of/{party_id}',
      tokenField: 'answer',
      byQuery: {
        tokenField: 'list',
        recordFields: { partyId: 'info.data.{party_id}.id', status: 'info.data.{party_id}.status' },
      },
      byPath: null,
      trustedList: { path: '/roots', tokenField: 'roots_token' },
    },
    token: { parameterNames: { clientAssertion: 'jwt' }, fields: { accessToken: 'token' } },
  }
  running = await startLab([
    worldSettings('w'),
    worldSettings('short-lived', { registryTokenSeconds: 0 }),
    worldSettings('other-names', { tls: false, interface: preset }),
  ])
  bearer = await accessToken(running)
})
after(() => running.close())

const chainOf = (token: string): Buffer =>
  Buffer.from(((decodeJwt(token).header as JsonObject).x5c as unknown as string[])[0] ?? '', 'base64')
const lookUps = async (subject: string): Promise<readonly LedgerEntry[]> =>
  running.lab.ledger({ subjects: [subject], kinds: ['party-lookup'] })
const partiesToken = (body: string | undefined): string =>
  (JSON.parse(body ?? '') as { parties_token: string }).parties_token
const lastTokenCall = async (): Promise<LedgerEntry> => {
  const entry = (await running.lab.ledger({ kinds: ['registry-token'] })).at(-1)
  assert.ok(entry)
  return entry
}

describe('registry token endpoint', () => {
  it('grants a token to a sound assertion and records it as verified', async () => {
    const assertion = assertionOf(running)
    const { response } = await askToken(running, {
      client_id: 'did:example:target',
      client_assertion: assertion,
      scope: 'x',
    })
    assert.equal(response?.status, 200)
    assert.equal(response?.headers['cache-control'], 'no-store')
    const answer = JSON.parse(response?.body ?? '') as JsonObject
    assert.deepEqual([answer.token_type, answer.expires_in], ['Bearer', 60])
    const entry = await lastTokenCall()
    assert.deepEqual(
      [entry.caller, entry.status, entry.assertion?.verified, entry.assertion?.problem, entry.inUrl],
      ['did:example:target', 200, true, undefined, []],
    )
    assert.deepEqual(entry.form, { client_id: 'did:example:target', scope: 'x' })
    assert.equal(entry.assertion?.digest, sha256(assertion.split('.')[2] ?? ''))
  })
  it('grants a token to a bad assertion and says what is wrong with it', async () => {
    const other = await running.authority.issue({
      partyId: 'did:example:x',
      kind: 'untrusted-chain',
      revocation: { base: 'http://127.0.0.1', scope: 'x' },
    })
    const cases: [RegExp, string][] = [
      [/signature does not match/, `${assertionOf(running).slice(0, -8)}AAAAAAAA`],
      [/alg "PS256"/, assertionOf(running, {}, { alg: 'PS256' })],
      [
        /trusted root/,
        assertionOf({ ...running, target: { ...running.target, chain: running.target.chain.slice(0, 1) } }),
      ],
      [/trusted root/, assertionOf({ ...running, target: other })],
      [
        /not issued by certificate 2/,
        assertionOf({
          ...running,
          target: { ...running.target, chain: [0, 2].map((i) => running.target.chain[i] as Buffer) },
        }),
      ],
      [/no certificate/, assertionOf(running, {}, { x5c: [] })],
    ]
    for (const [problem, client_assertion] of cases) {
      assert.equal((await askToken(running, { client_assertion })).response?.status, 200)
      const { assertion } = await lastTokenCall()
      assert.equal(assertion?.verified, false)
      assert.match(assertion.problem ?? '', problem)
      assert.equal(
        assertion.signatureProblem === undefined,
        /^alg|trusted root|issued by/.test(assertion.problem ?? ''),
      )
    }
  })
  it('refuses GET, and a request without a readable assertion', async () => {
    const url = `${running.world.registry.baseUrl}/oauth2.0/token`
    assert.equal((await running.http.exchange({ method: 'GET', url, headers: [] })).response?.status, 405)
    assert.equal((await askToken(running, { client_assertion: 'x.y.z' })).response?.status, 401)
    assert.equal((await askToken(running, {})).response?.status, 401)
  })
  it('notes what travels in the URL, without any signature', async () => {
    const assertion = assertionOf(running)
    const url = `${running.world.registry.baseUrl}/oauth2.0/token?client_id=a&client_assertion=${assertion}`
    assert.equal((await running.http.exchange({ method: 'POST', url, headers: [] })).response?.status, 200)
    const entry = await lastTokenCall()
    assert.deepEqual(entry.inUrl, ['client_id', 'client_assertion'])
    assert.ok(entry.target.includes(assertion.slice(0, assertion.lastIndexOf('.'))))
  })
  it('lets no token and no signature out', async () => {
    const assertion = assertionOf(running)
    await askToken(running, { client_assertion: assertion, copy: assertion })
    await lookUp(running, 'did:example:nobody', { bearer })
    const all = JSON.stringify(await running.lab.ledger({}))
    assert.ok(!all.includes(assertion.split('.')[2] ?? ''))
    assert.ok(!all.includes(bearer))
  })
})

describe('party look-up', () => {
  it('answers with a token that another library verifies', async () => {
    const partyId = await registerParty(running)
    const { response } = await lookUp(running, partyId, { bearer })
    const token = partiesToken(response?.body)
    const header = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { x5c: string[] }
    assert.deepEqual(Object.keys(header), ['alg', 'typ', 'x5c'])
    const chain = header.x5c.map((der) => Buffer.from(der, 'base64'))
    const roots = await running.authority.trustedRoots()
    assert.ok(roots.some(({ der }) => der.equals(chain.at(-1) as Buffer)))
    const { payload } = await compactVerify(token, await importX509(pem(chain[0] as Buffer), 'RS256'))
    const claims = JSON.parse(Buffer.from(payload).toString()) as JsonObject
    const now = Date.now() / 1000
    assert.deepEqual(
      [claims.iss, claims.sub, claims.aud, claims.party_id, claims.status],
      [running.world.registry.partyId, running.world.registry.partyId, 'did:example:target', partyId, 'Active'],
    )
    assert.equal(Number(claims.exp) - Number(claims.iat), 30)
    assert.ok(now - Number(claims.iat) >= 6 && now - Number(claims.iat) < 60)
    const again = await lookUp(running, partyId, { bearer })
    assert.notEqual(partiesToken(again.response?.body), token, 'a new jti each time')
  })
  it('takes the id from the path too, and keeps the target as it was on the wire', async () => {
    const partyId = await registerParty(running)
    const path = `/parties/${partyId.replaceAll(':', '%3a')}?x=%41`
    assert.equal((await lookUp(running, partyId, { bearer, path })).response?.status, 200)
    assert.equal((await lookUps(partyId)).at(-1)?.target, `/participant-registry${path}`)
  })
  it('finds a party behind a target that was not encoded', async () => {
    const partyId = await registerParty(running)
    for (const path of [
      `/parties?party_id=x&party_id=${partyId}`,
      `/parties/../parties/${partyId}`,
      `/parties/x/../${partyId}`,
    ]) {
      assert.equal((await lookUp(running, partyId, { bearer, path })).response?.status, 200, path)
    }
    const once = encodeURIComponent(`../parties/${partyId}`)
    for (const path of [
      `/parties/${once}`,
      `/parties?party_id=${once}`,
      `/parties/${encodeURIComponent(encodeURIComponent(partyId))}`,
    ]) {
      assert.equal((await lookUp(running, partyId, { bearer, path })).response?.status, 404, path)
    }
  })
  it('finds a party under its twice encoded id only where that is programmed', async () => {
    const partyId = await registerParty(running, { twiceEncoded: true })
    const path = `/parties/${encodeURIComponent(encodeURIComponent(partyId))}`
    assert.equal((await lookUp(running, partyId, { bearer, path })).response?.status, 200)
    assert.match((await lookUps(partyId))[0]?.target ?? '', /%253A/)
  })
  it('tells a + that stands for itself from one that stands for a space', async () => {
    await running.lab.register([{ partyId: 'a+b', record: {} }])
    assert.equal((await lookUp(running, 'a+b', { bearer, path: '/parties?party_id=a+b' })).response?.status, 200)
    assert.equal((await lookUp(running, 'a+b', { bearer })).response?.status, 200)
    assert.equal((await lookUp(running, 'a+b', { bearer, path: '/parties?party_id=a%20b' })).response?.status, 404)
  })
  it('does not know parties that are not programmed, or programmed as unknown', async () => {
    await running.lab.register([{ partyId: 'did:example:unknown', record: null }])
    for (const partyId of ['did:example:unknown', 'did:example:never-heard-of', '']) {
      const { response } = await lookUp(running, partyId, { bearer })
      assert.deepEqual([response?.status, response?.body], [404, '{"error":"unknown_party"}'])
    }
  })
  it('answers about itself', async () => {
    assert.equal((await lookUp(running, running.world.registry.partyId, { bearer })).response?.status, 200)
  })
  it('answers without a bearer token and says so, and refuses a wrong one', async () => {
    const partyId = await registerParty(running)
    assert.equal((await lookUp(running, partyId)).response?.status, 200)
    assert.equal((await lookUp(running, partyId, { bearer: 'x' })).response?.status, 401)
    await lookUp(running, partyId, { bearer })
    assert.deepEqual(
      (await lookUps(partyId)).map((entry) => [entry.bearer, entry.caller, entry.status]),
      [
        ['none', undefined, 200],
        ['unknown', undefined, 401],
        ['valid', 'did:example:target', 200],
      ],
    )
  })
  it('refuses an access token that has expired', async () => {
    const short = { ...running, world: running.ready.worlds['short-lived'] as typeof running.world }
    const root = pem((await running.authority.authority('tls-root')).chain[0] as Buffer)
    const http = createHttpClient({ ca: root, insecure: true, timeoutMs: 30_000 })
    const expired = await accessToken({ ...short, http })
    assert.equal((await lookUp({ ...short, http }, 'x', { bearer: expired })).response?.status, 401)
    const lab = connectLab(running.ready.control, 'short-lived')
    assert.equal((await lab.ledger({ subjects: ['x'] }))[0]?.bearer, 'expired')
    await Promise.all([http.close(), lab.close()])
  })
  it('goes by the names of the preset, which may be others by path than by query, over plain HTTP where told', async () => {
    const world = running.ready.worlds['other-names'] as typeof running.world
    assert.match(world.registry.baseUrl, /^http:/)
    const lab = connectLab(running.ready.control, 'other-names')
    await lab.register([{ partyId: 'p', record: { party_id: 'p', status: 'Active' } }])
    const body = new URLSearchParams({ jwt: assertionOf(running) }).toString()
    const granted = await running.http.exchange({
      method: 'POST',
      url: `${world.registry.baseUrl}/auth`,
      headers: [],
      body,
    })
    const { token } = JSON.parse(granted.response?.body ?? '') as { token: string }
    const said = async (path: string): Promise<readonly unknown[]> => {
      const { response } = await lookUp({ ...running, world }, 'p', { bearer: token, path })
      const [[member, jwt] = []] = Object.entries(JSON.parse(response?.body ?? '') as JsonObject)
      const { info, party_id, status } = decodeJwt(String(jwt)).payload as JsonObject
      return [member, info, party_id, status]
    }
    const listed = { data: [{ id: 'p', status: 'Active' }] }
    assert.deepEqual(await said('/lookup?id=p'), ['list', listed, undefined, undefined])
    assert.deepEqual(await said('/lookup/of/p'), ['answer', undefined, 'p', 'Active'])
    const roots = async (headers: readonly (readonly [string, string])[]) => {
      const url = `${world.registry.baseUrl}/roots`
      return (await running.http.exchange({ method: 'GET', url, headers })).response
    }
    assert.equal((await roots([['authorization', 'Bearer x']]))?.status, 401)
    const answer = await roots([['authorization', `Bearer ${token}`]])
    const { roots_token: list } = JSON.parse(answer?.body ?? '') as { roots_token: string }
    const { payload } = await compactVerify(list, await importX509(pem(chainOf(list)), 'RS256'))
    const { aud, trusted_list: trusted } = JSON.parse(Buffer.from(payload).toString()) as JsonObject
    const fingerprints = (trusted as JsonObject[]).map((one) => String(one.certificate_fingerprint).toLowerCase())
    const own = openAuthority(join(running.folder, 'other-names'))
    assert.deepEqual(
      [aud, fingerprints],
      ['did:example:target', (await (await own).trustedRoots()).map(({ der }) => sha256(der))],
    )
    assert.equal(world.registryChain[0], chainOf(list).toString('base64'))
    await lab.close()
  })
  it('notes requests that are no HTTP', async () => {
    const since = Date.now()
    const raw = 'GET /participant-registry/parties?party_id=a b HTTP/1.1\r\n\r\n'
    assert.equal((await running.http.exchangeRaw(running.world.https, raw)).response?.status, 400)
    const [entry] = await running.lab.ledger({ since, kinds: ['other'] })
    assert.deepEqual([entry?.target, entry?.status], ['/participant-registry/parties?party_id=a', 400])
  })
  it('refuses names that it does not have', async () => {
    await assert.rejects(registerParty(running, { token: 'constructor' }), /no parties_token "constructor"/)
    await assert.rejects(registerParty(running, { transport: 'toString' }), /no misbehaviour "toString"/)
  })
})
