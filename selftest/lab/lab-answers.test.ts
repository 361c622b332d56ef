import assert from 'node:assert/strict'
import { createHmac, type X509Certificate } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { compactVerify, importX509 } from 'jose'
import type { Json, JsonObject } from '../../harness/contracts/json.js'
import { type PartiesTokenName, partiesTokens } from '../../harness/mutations/parties-token.js'
import { decodeJwt, memberOf, readChain } from '../../harness/wire/decode.js'
import { createHttpClient } from '../../harness/wire/http.js'
import { cases } from '../../requirements/index.js'
import { accessToken, lookUp, type RunningLab, registerParty, startLab, worldSettings } from '../stage/lab-fixture.js'

let running: RunningLab
let bearer: string
before(async () => {
  running = await startLab([worldSettings('w')])
  bearer = await accessToken(running)
})
after(() => running.close())

const caseIds = cases.map(({ id }) => id)
const served = (rows: Readonly<Record<string, { readonly cases: readonly string[] }>>) =>
  new Set(Object.values(rows).flatMap(({ cases }) => cases))

describe('parties_token', () => {
  /** The answer to a look-up of a new party whose `parties_token` is mutated. */
  const answerTo = async (token: PartiesTokenName, record: JsonObject = {}): Promise<JsonObject> => {
    const { response } = await lookUp(running, await registerParty(running, { token }, record), { bearer })
    assert.equal(response?.status, 200)
    return JSON.parse(response?.body ?? '') as JsonObject
  }
  const soundAnswer = async (): Promise<JsonObject> => {
    const { response } = await lookUp(running, await registerParty(running), { bearer })
    return JSON.parse(response?.body ?? '') as JsonObject
  }
  const tokenOf = async (name: PartiesTokenName, record: JsonObject = {}): Promise<string> => {
    const token = (await answerTo(name, record)).parties_token
    assert.ok(typeof token === 'string')
    return token
  }
  const claimsOf = async (name: PartiesTokenName, record: JsonObject = {}): Promise<JsonObject> => {
    const token = await tokenOf(name, record)
    await signer(token)
    return decodeJwt(token).payload as JsonObject
  }
  /** Verifies with `jose`; gives the leaf. Rejects when the signature is not sound. */
  const signer = async (token: string) => {
    const [leaf, , root] = readChain(memberOf(decodeJwt(token).header, 'x5c'))
    assert.ok(leaf && root)
    await compactVerify(token, await importX509(leaf.certificate.toString(), 'RS256'))
    const trusted = (await running.authority.trustedRoots()).some(({ der }) => der.equals(root.certificate.raw))
    return { leaf: leaf.certificate, trusted, iss: memberOf(decodeJwt(token).payload, 'iss') }
  }
  const registryId = (): string => running.world.registry.partyId

  it('has a row for every catalogued case', () => {
    const missing = caseIds.filter((id) => id.startsWith('PTK-') && !served(partiesTokens).has(id))
    assert.deepEqual(missing, [])
  })
  for (const name of ['signature corrupted', 'signature empty', 'signature of other claims'] as const) {
    it(`${name}: is not verified, and differs in nothing else`, async () => {
      const token = await tokenOf(name)
      await assert.rejects(signer(token), /signature verification failed/)
      assert.equal(memberOf(decodeJwt(token).payload, 'status'), 'Active')
      assert.equal(memberOf(decodeJwt(token).header, 'alg'), 'RS256')
    })
  }
  it('without a signature: says alg none, or has two parts', async () => {
    const form = async (name: PartiesTokenName) => {
      const { header, parts } = decodeJwt(await tokenOf(name))
      return [memberOf(header, 'alg'), parts.length, parts[2]]
    }
    assert.deepEqual(await form('alg none'), ['none', 3, ''])
    assert.deepEqual(await form('alg None'), ['None', 3, ''])
    assert.deepEqual(await form('alg none in two parts'), ['none', 2, undefined])
    assert.deepEqual(await form('two parts'), ['RS256', 2, undefined])
  })
  it('HS256: the secret is the public key in one of its forms', async () => {
    const forms: Partial<Record<PartiesTokenName, (leaf: X509Certificate) => string | Buffer>> = {
      'HS256 with the public key as PEM': ({ publicKey }) => publicKey.export({ type: 'spki', format: 'pem' }),
      'HS256 with the public key as DER': ({ publicKey }) => publicKey.export({ type: 'spki', format: 'der' }),
      'HS256 with the certificate as PEM': (leaf) => leaf.toString(),
      'HS256 with the certificate as DER': ({ raw }) => raw,
    }
    for (const [name, secret] of Object.entries(forms)) {
      const { header, parts } = decodeJwt(await tokenOf(name as PartiesTokenName))
      const leaf = readChain(memberOf(header, 'x5c'))[0]?.certificate
      assert.ok(leaf)
      assert.equal(memberOf(header, 'alg'), 'HS256')
      const mac = createHmac('sha256', secret(leaf)).update(`${parts[0]}.${parts[1]}`).digest('base64url')
      assert.equal(parts[2], mac, name)
    }
  })
  const bystanderId = async (): Promise<string> =>
    String((await signer(await tokenOf('issued by another participant'))).iss)
  it('by another signer: valid signature, other certificate', async () => {
    const untrusted = await signer(await tokenOf('untrusted chain'))
    assert.deepEqual([untrusted.trusted, untrusted.iss], [false, registryId()])
    const impostor = await signer(await tokenOf('signed by another participant'))
    assert.deepEqual([impostor.trusted, impostor.iss], [true, registryId()])
    const bystander = await bystanderId()
    assert.ok(impostor.leaf.subject.includes(bystander))
    assert.notEqual(bystander, registryId())
    const near = await signer(await tokenOf('certificate of an id with a character behind it'))
    assert.deepEqual([near.trusted, near.iss], [true, registryId()])
    assert.ok(near.leaf.subject.includes(`${registryId()}2`))
    const token = await tokenOf('issued by the client')
    const client = await signer(token)
    assert.equal(client.iss, memberOf(decodeJwt(token).payload, 'party_id'))
    assert.ok(client.trusted && client.leaf.subject.includes(String(client.iss)))
  })
  it('by another certificate of the same names: only signatures and dates tell', async () => {
    const chainOf = async (name?: PartiesTokenName) => {
      const { header } = decodeJwt(name ? await tokenOf(name) : String((await soundAnswer()).parties_token))
      return readChain(memberOf(header, 'x5c')).map(({ certificate }) => certificate)
    }
    const roots = (await running.authority.trustedRoots()).map(({ der }) => der.toString('hex'))
    const own = await chainOf()
    for (const [name, trusted, linked, lives] of [
      ['chain of the same names', false, true, true],
      ['untrusted chain before the trusted root', true, false, true],
      ['untrusted chain and its root before the trusted root', true, false, true],
      ['chain of the same names before the trusted root', true, false, true],
      ['expired certificate', true, true, false],
    ] as const) {
      const chain = await chainOf(name)
      assert.equal(chain[0]?.subject, own[0]?.subject)
      const seen = [
        roots.includes(chain.at(-1)?.raw.toString('hex') ?? ''),
        chain.slice(1).every((issuer, index) => chain[index]?.verify(issuer.publicKey)),
        Date.parse(chain[0]?.validTo ?? '') > Date.now(),
      ]
      assert.deepEqual(seen, [trusted, linked, lives], name)
    }
  })
  it('by a key that the header holds elsewhere: not by that of the first certificate', async () => {
    const jwk = decodeJwt(await tokenOf('jwk in the header'))
    assert.deepEqual(Object.keys(memberOf(jwk.header, 'jwk') as JsonObject).sort(), ['e', 'kty', 'n'])
    const last = await tokenOf('by another participant, whose certificate is the last')
    await assert.rejects(signer(last), /signature verification failed/)
    const behind = readChain(memberOf(decodeJwt(last).header, 'x5c')).at(-1)?.certificate
    assert.ok(behind?.subject.includes(await bystanderId()))
    await compactVerify(last, await importX509(String(behind), 'RS256'))
  })
  it('by another key, without a certificate that can be read', async () => {
    const sound = decodeJwt(String((await soundAnswer()).parties_token))
    const own = readChain(memberOf(sound.header, 'x5c'))[0]?.certificate
    assert.ok(own)
    for (const [name, x5c] of [
      ['without x5c', undefined],
      ['empty x5c', []],
      ['x5c that cannot be read', ['AAAA']],
    ] as const) {
      const token = await tokenOf(name)
      assert.deepEqual(memberOf(decodeJwt(token).header, 'x5c'), x5c, name)
      await assert.rejects(compactVerify(token, own.publicKey), /signature verification failed/, name)
    }
    const { header } = decodeJwt(await tokenOf('self-signed certificate alone'))
    const [leaf, ...more] = readChain(memberOf(header, 'x5c')).map(({ certificate }) => certificate)
    assert.ok(leaf?.verify(leaf.publicKey) && leaf.subject.includes(registryId()) && more.length === 0)
  })
  it('with other claims: soundly signed', async () => {
    const now = Date.now() / 1000
    assert.equal((await claimsOf('for another audience')).aud, await bystanderId())
    assert.ok(!('aud' in (await claimsOf('without aud'))))
    const expired = await claimsOf('expired 5 minutes ago')
    assert.ok(Number(expired.exp) < now - 295 && Number(expired.exp) - Number(expired.iat) === 30)
    const long = await claimsOf('lifetime of 1000 seconds')
    assert.equal(Number(long.exp) - Number(long.iat), 1000)
    const old = await claimsOf('Active from before a suspension, expired 5 minutes ago', { status: 'Suspended' })
    assert.ok(old.status === 'Active' && Number(old.exp) < now - 295)
  })
  it('again: the very same token', async () => {
    const partyId = await registerParty(running, { token: 'the same token again' })
    const bodies = [0, 1, 2].map(async () => (await lookUp(running, partyId, { bearer })).response?.body)
    const [first, ...more] = await Promise.all([await bodies[0], ...bodies.slice(1)])
    assert.ok(first && more.every((body) => body === first))
  })
  it('beside or instead of a plain record', async () => {
    const both = await answerTo('Suspended beside a plain Active record')
    assert.equal(both.status, 'Active')
    assert.equal(memberOf(decodeJwt(String(both.parties_token)).payload, 'status'), 'Suspended')
    await signer(String(both.parties_token))
    const plain = await answerTo('plain record only')
    assert.deepEqual([plain.status, 'parties_token' in plain], ['Active', false])
    assert.equal(memberOf((await answerTo('plain record in its place')).parties_token, 'status'), 'Active')
  })
  it('missing, or something else in its place', async () => {
    assert.deepEqual(await answerTo('no member'), {})
    assert.deepEqual(await answerTo('empty text'), { parties_token: '' })
    assert.deepEqual(await answerTo('null'), { parties_token: null })
    assert.deepEqual(await answerTo('a number'), { parties_token: 1 })
    assert.deepEqual(await answerTo('no JWT'), { parties_token: 'Active' })
    assert.ok(Array.isArray((await answerTo('an array')).parties_token))
    assert.deepEqual(Object.keys(await answerTo('member named partiesToken')), ['partiesToken'])
    assert.deepEqual(Object.keys(await answerTo('member named party_token')), ['party_token'])
  })
  it('of another size: soundly signed', async () => {
    const large = {
      ...running,
      http: createHttpClient({
        insecure: true,
        timeoutMs: 10_000,
        maxBodyBytes: 1e8,
      }),
    }
    const token = async (name: PartiesTokenName) => {
      const { response } = await lookUp(large, await registerParty(running, { token: name }), { bearer })
      const text = (JSON.parse(response?.body ?? '') as { parties_token: string }).parties_token
      await signer(text)
      return text
    }
    assert.ok((await token('10 MB')).length > 10_000_000)
    const { payload } = decodeJwt(await token('10,000 certificates'))
    assert.equal((memberOf(payload, 'certificates') as Json[]).length, 10_000)
    await large.http.close()
  })
  it('with two status members, or two records, or none', async () => {
    const text = async (name: PartiesTokenName) =>
      Buffer.from((await tokenOf(name)).split('.')[1] ?? '', 'base64url').toString()
    assert.match(await text('two status members, Revoked last'), /"status":"Active","status":"Revoked",/)
    assert.match(await text('two status members, Active last'), /"status":"Revoked","status":"Active",/)
    const statuses = async (name: PartiesTokenName) => {
      const { parties, status } = await claimsOf(name)
      assert.equal(status, undefined)
      return (parties as JsonObject[]).map((one) => one.status)
    }
    assert.deepEqual(await statuses('two records, Revoked last'), ['Active', 'Revoked'])
    assert.deepEqual(await statuses('two records, Active last'), ['Revoked', 'Active'])
    assert.deepEqual(await statuses('empty list of parties'), [])
    assert.equal((await claimsOf('count 0')).count, 0)
  })
})
