import assert from 'node:assert/strict'
import {
  constants,
  createHash,
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  publicDecrypt,
  randomBytes,
  sign,
  verify,
} from 'node:crypto'
import { test } from 'node:test'
import { detached } from '../../ca/index.js'
import type { Judge } from '../../harness/check/types.js'
import type { LedgerEntry } from '../../harness/contracts/lab-protocol.js'
import { requirement } from '../../requirements/index.js'
import { certificateBag, signingRequest, truncated } from '../../suites/chain/unreadable.js'
import { ruleRenewed } from '../../suites/client/authentications.js'
import { randomMutations } from '../../suites/fuzz/fuzz.cases.js'
import { conduct } from '../../suites/support/flows/conduct.js'
import { namesOnly } from '../../suites/support/flows/lookups.js'
import { countsOn, readsClock } from '../../suites/support/values/counted.js'
import { derivedFrom, quickest } from '../../suites/support/values/derived.js'
import { obviousSecret } from '../../suites/support/values/guessable.js'
import { flattened, inUnusedBits, plusModulus, zeroPrefixed } from '../../suites/support/values/jws.js'
import { chunked, inForm } from '../../suites/support/values/requests.js'

const privateKey = detached(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey)
const publicKey = createPublicKey(privateKey)
const input = 'e30.e30'
const compact = `${input}.${sign('sha256', Buffer.from(input), privateKey).toString('base64url')}`
const signatureOf = (jws: string): string => jws.slice(jws.lastIndexOf('.') + 1)

test('a JWT tells the secret under which it is signed, where anybody would try that', () => {
  const under = (secret: string, alg = 'HS256'): string => {
    const signed = `${Buffer.from(JSON.stringify({ alg })).toString('base64url')}.e30`
    return `${signed}.${createHmac(`sha${alg.slice(2)}`, secret)
      .update(signed)
      .digest('base64url')}`
  }
  assert.equal(obviousSecret(under('secret')), 'secret')
  assert.equal(obviousSecret(under('', 'HS512')), '')
  assert.equal(obviousSecret(under('did:example:own'), ['did:example:own']), 'did:example:own')
  for (const other of [under('cXOBzQ0wnRzwM2fDqXbW'), compact, 'opaque', 'a.b.c', ''])
    assert.equal(obviousSecret(other), undefined)
})

test('of several requests the one that was under way for the shortest time tells most of the clock', () => {
  const [slow, quick] = [
    { name: 'slow', from: 0, to: 90 },
    { name: 'quick', from: 100, to: 104 },
  ]
  assert.equal(quickest(slow, quick), quick)
  assert.equal(quickest(quick, slow), quick)
  assert.equal(quickest(slow), slow)
})

test('a value tells of what it is a hash, where anybody could know that', () => {
  const [from, to] = [1_764_000_000_123, 1_764_000_000_140]
  const known = { values: { client_id: 'did:example:own', jti: 'jti-1' }, from, to }
  const hash = (name: string, text: string): Buffer => createHash(name).update(text).digest()
  const found = (bytes: Buffer): (string | undefined)[] =>
    (['hex', 'base64url', 'base64'] as const).map((encoding) => derivedFrom(bytes.toString(encoding), known))
  const each = (text: string): string[] => [text, text, text]
  assert.deepEqual(found(hash('md5', '7')), each('7'))
  assert.deepEqual(found(hash('sha1', 'did:example:own')), each('did:example:own'))
  assert.deepEqual(found(hash('sha256', 'did:example:own:1764000000')), each('did:example:own:1764000000'))
  assert.deepEqual(found(hash('sha512', '1764000000130|jti-1')), each('1764000000130|jti-1'))
  assert.deepEqual(found(hash('sha256', 'did:example:ownjti-1').subarray(0, 16)), each('did:example:ownjti-1'))
  for (const reading of [
    ...['692481001fbd0', 'did:example:own692481001fbd0', '1764000000130000', '1764000000130000jti-1'],
    ...['1764000000.130001', '0.13000100 1764000000', '1764000000.1300013'],
    ...['2025-11-24 16:00:00.130001', '2025-11-24T16:00:00.130001', '2025-11-24T16:00:00.130001Z'],
  ])
    assert.deepEqual(found(hash('md5', reading)), each(reading))
  assert.deepEqual(found(hash('sha256', 'something else')), [undefined, undefined, undefined])
  const spelled = Buffer.from('did:example:own:1764000000').toString('base64url')
  assert.equal(derivedFrom(spelled, known), 'did:example:own:1764000000')
  const encoded = Buffer.from('jti-1-of-requests').toString('base64url')
  const longer = { ...known, values: { jti: 'jti-1-of-requests' } }
  assert.equal(derivedFrom(encoded.repeat(2), longer), encoded.repeat(2))
  assert.equal(derivedFrom(encoded.repeat(2).slice(0, 43), longer), encoded.repeat(2))
  assert.equal(derivedFrom('jti-1-of-requests'.padEnd(43, '0'), longer), 'jti-1-of-requests')
  assert.equal(derivedFrom('jti-1-of-requests7g5Ae1', longer), undefined)
  const late = { ...known, to: from + 9000 }
  assert.deepEqual(derivedFrom(hash('sha256', String(from)).toString('hex'), late), String(from))
  assert.deepEqual(derivedFrom(hash('sha256', `jti-1:${from + 7500}`).toString('hex'), late), `jti-1:${from + 7500}`)
  for (const other of ['', '7', 'a.b.c', compact, randomBytes(32).toString('base64url')])
    assert.equal(derivedFrom(other, known), undefined)
})

test('a value that counts on, and one that tells the time, are no random ones', () => {
  for (const [before, after] of [
    ['session-9', 'session-10'],
    ['00ff', '0100'],
    ['a1.7.x', 'a1.9.x'],
  ] as const)
    assert.ok(countsOn(before, after), after)
  for (const [before, after] of [
    ['session-10', 'session-9'],
    ['same', 'same'],
    ['a1.7.x', 'a2.8.x'],
    [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')],
    [randomBytes(16).toString('base64url'), randomBytes(16).toString('base64url')],
  ] as const)
    assert.ok(!countsOn(before, after), after)
  const now = Date.now()
  const told = [now, now * 1e3, now * 1e6, Math.floor(now / 1000)].map(String)
  for (const text of [...told, now.toString(16)]) assert.ok(readsClock(text, now), text)
  for (const text of ['1234567890', '12', 'deadbeef', `${now}-7`]) assert.ok(!readsClock(text, now), text)
})

test('a look-up names a party only where it is the whole value, encoded once', () => {
  const id = 'did:example:abc'
  for (const target of [
    '/parties?party_id=did%3Aexample%3Aabc',
    '/parties?x=1&party_id=did:example:abc',
    '/p/did%3Aexample%3Aabc',
    '/parties?party_id=did%3Aexample%3Aabc&certificate_subject_name=C%3DNL%2C+serialNumber%3Ddid%3Aexample%3Aabc',
  ])
    assert.ok(namesOnly(target, id, ['abc']), target)
  for (const target of [
    '/parties?party_id=did%253Aexample%253Aabc',
    '/parties?party_id=x&party_id=did%3Aexample%3Aabc%26',
    '/parties?party_id=did%3Aexample%3Aabc&party_id=did%3Aexample%3Aabc%26',
    '/parties?party_id=did%3Aexample%3Aabc&abc',
    '/parties/did%253Aexample%253Aabc?party_id=did%3Aexample%3Aabc',
    '/parties?subject=serialNumber%3Ddid%3Aexample%3Aabc',
    '/parties',
  ])
    assert.ok(!namesOnly(target, id, ['abc']), target)
})

test('injected look-ups differ from encoded ones', () => {
  const id = 'B&party_id=Aaa'
  assert.ok(namesOnly('/parties?party_id=B%26party_id%3DAaa', id, ['Aaa']))
  assert.ok(!namesOnly('/parties?party_id=B&party_id=Aaa', id, ['Aaa']))
  assert.ok(!namesOnly('/parties/Aaa', 'B/../Aaa', ['Aaa']))
  assert.ok(namesOnly('/parties/B%2F..%2FAaa', 'B/../Aaa', ['Aaa']))
  assert.ok(namesOnly('/parties?party_id=a+b:Aaa', 'a b:Aaa', ['Aaa']))
})

/** A token request of a target that is called so, with an assertion of that number. */
const tokenRequest = (of: Partial<LedgerEntry>, jti = '1'): LedgerEntry => {
  const payload = { iss: 'target', sub: 'target', aud: 'registry', jti }
  const assertion = { header: {}, payload, digest: jti, whole: jti, verified: true }
  return { at: 0, kind: 'registry-token', method: 'POST', target: '/', status: 200, assertion, ...of }
}

test('a request that came to a failing server may come again, and no other', () => {
  const held = (...calls: readonly LedgerEntry[]): boolean => {
    const rules: boolean[] = []
    const judge = { rule: (_: string, holds: boolean) => rules.push(holds) } as unknown as Judge
    ruleRenewed(judge, calls)
    return rules.every(Boolean)
  }
  assert.ok(held(tokenRequest({ status: 500 }), tokenRequest({ status: 503 }), tokenRequest({}), tokenRequest({}, '2')))
  assert.ok(!held(tokenRequest({ status: 500 }), tokenRequest({}), tokenRequest({})))
  assert.ok(!held(tokenRequest({ status: 401 }), tokenRequest({})))
})

const form = 'application/x-www-form-urlencoded'
const conversation = {
  own: 'target',
  receiver: 'registry',
  roots: [],
  clientIdNames: ['client_id'],
  parameterTypes: [form],
}

test('client_id may be missing where a code is redeemed, and nowhere name another', () => {
  const names = conduct.find(({ ids }) => ids.registry === 'client.names')
  const holds = (of: Partial<LedgerEntry>): boolean =>
    names?.contradiction(tokenRequest(of), conversation) === undefined
  assert.ok(holds({ form: { client_id: 'target' } }))
  assert.ok(holds({ kind: 'login-token', form: { client_id: 'target' } }))
  assert.ok(holds({ kind: 'login-token', form: { grant_type: 'authorization_code' } }))
  assert.ok(!holds({ kind: 'login-token', form: { client_id: 'another' } }))
  assert.ok(!holds({ form: { grant_type: 'client_credentials' } }))
  assert.ok(!holds({ form: { clientId: 'target' } }))
})

test('a form has its media type, and each parameter once but for those that may be several', () => {
  const brokenBy = (of: Partial<LedgerEntry>, parameterTypes = [form]): (string | undefined)[] =>
    conduct
      .filter(({ ids }) => /media-type|twice/.test(ids.registry))
      .flatMap(({ ids, contradiction }) =>
        contradiction(tokenRequest({ method: 'POST', ...of }), { ...conversation, parameterTypes }) === undefined
          ? []
          : [ids.registry],
      )
  assert.deepEqual(brokenBy({ contentType: form, repeated: ['resource'] }), [])
  assert.deepEqual(brokenBy({ contentType: form, repeated: ['client_id'] }), ['client.no-parameter-twice'])
  assert.deepEqual(brokenBy({}), ['client.media-type'])
  assert.deepEqual(brokenBy({ method: 'GET' }), [])
  assert.deepEqual(brokenBy({ contentType: 'application/json' }), ['client.media-type'])
  assert.deepEqual(brokenBy({ contentType: 'application/json' }, [form, 'application/json']), [])
})

test('what a sender does counts for rules that bind senders, and says what a sender does about it', () => {
  for (const { ids, requirements } of conduct)
    for (const id of requirements) {
      const { binds, remedy } = requirement(id)
      const sides = new Set(binds.map(({ as }) => as))
      assert.ok(sides.has('sender'), `${ids.registry} counts for ${id}, which binds no sender`)
      assert.ok(!sides.has('receiver') || /as a (sender|receiver)|^Send /i.test(remedy), `${id}: ${remedy}`)
    }
})

test('one mistake in an assertion is one of its rules broken', () => {
  const sound = { iss: 'own', sub: 'own', aud: 'receiver', jti: 'one', iat: 1_764_000_000, exp: 1_764_000_030 }
  const brokenBy = (payload: Readonly<Record<string, string | number>>): (string | undefined)[] => {
    const call = tokenRequest({
      at: sound.iat * 1000,
      method: 'POST',
      form: { client_id: 'own' },
      contentType: form,
      assertion: { header: { alg: 'RS256' }, payload, digest: '', whole: '', verified: true },
    })
    const about = { ...conversation, own: 'own', receiver: 'receiver' }
    return conduct
      .filter(({ ids }) => !/chain/.test(ids.registry))
      .flatMap(({ ids, contradiction }) => (contradiction(call, about) === undefined ? [] : [ids.registry]))
  }
  assert.deepEqual(brokenBy(sound), [])
  assert.deepEqual(brokenBy({ ...sound, iat: sound.iat + 0.25, exp: sound.exp + 0.25 }), ['client.lifetime'])
  assert.deepEqual(brokenBy({ ...sound, iat: sound.iat * 1000, exp: sound.exp * 1000 }), ['client.current'])
  assert.deepEqual(brokenBy({ ...sound, exp: sound.iat + 60 }), ['client.lifetime'])
  assert.deepEqual(brokenBy({ ...sound, iat: sound.iat - 600, exp: sound.iat - 570 }), ['client.current'])
  assert.deepEqual(brokenBy({ ...sound, aud: 'https://receiver.example/token' }), ['client.audience'])
  assert.deepEqual(brokenBy({ ...sound, sub: 'another' }), ['client.names'])
})

test('unused bits change the text of a signature and not its bytes', () => {
  for (const flip of [1, 15]) {
    const other = inUnusedBits(flip)(compact)
    assert.notEqual(other, compact)
    assert.deepEqual(Buffer.from(signatureOf(other), 'base64url'), Buffer.from(signatureOf(compact), 'base64url'))
  }
  const noUnused = `${input}.${Buffer.alloc(384, 1).toString('base64url')}`
  assert.equal(inUnusedBits(1)(noUnused), noUnused)
})

test('renumbered signatures are the same number to a verifier that reduces it', () => {
  const bytes = Buffer.from(signatureOf(compact), 'base64url')
  assert.deepEqual(
    Buffer.from(signatureOf(zeroPrefixed(compact)), 'base64url'),
    Buffer.concat([Buffer.from([0]), bytes]),
  )
  const { n = '' } = publicKey.export({ format: 'jwk' })
  const number = (octets: Buffer): bigint => BigInt(`0x${octets.toString('hex')}`)
  const larger = number(Buffer.from(signatureOf(plusModulus(privateKey)(compact)), 'base64url'))
  assert.equal(larger % number(Buffer.from(n, 'base64url')), number(bytes))
  assert.ok(larger > number(Buffer.from(n, 'base64url')))
})

test('the flattened serialization holds the very parts', () => {
  const { payload, protected: header, signature } = JSON.parse(flattened(compact)) as Record<string, string>
  assert.equal(`${header}.${payload}.${signature}`, compact)
})

test('a chunked request holds its body in one chunk', () => {
  const request = chunked({ method: 'POST', url: 'http://127.0.0.1/', headers: [], body: 'a=\u00e9' })
  assert.equal(String(request.body), '4\r\na=\u00e9\r\n0\r\n\r\n')
  assert.deepEqual(request.headers, [['transfer-encoding', 'chunked']])
})

test('only forms are rewritten', () => {
  const rewrite = inForm(() => 'other')
  const json = { method: 'POST', url: '', headers: [['Content-Type', 'application/json']], body: '{}' } as const
  assert.equal(rewrite(json), json)
  assert.equal(rewrite({ ...json, headers: [['Content-Type', 'application/x-www-form-urlencoded']] }).body, 'other')
})

test('unreadable certificates are what they are called', () => {
  const request = signingRequest(privateKey)
  const info = request.subarray(4, 4 + 4 + request.readUInt16BE(6))
  assert.ok(verify('sha256', info, publicKey, request.subarray(-256)))
  assert.ok(publicDecrypt({ key: publicKey, padding: constants.RSA_PKCS1_PADDING }, request.subarray(-256)).length > 32)
  const certificate = Buffer.alloc(700, 7)
  assert.ok(certificateBag(certificate).includes(certificate))
  assert.equal(truncated(certificate).length, 350)
})

test('random mutations follow from their seed', () => {
  const names = (seed: number) => randomMutations(seed, 50).map(({ name }) => name)
  assert.deepEqual(names(7), names(7))
  assert.notDeepEqual(names(7), names(8))
  assert.ok(new Set(names(7)).size > 30)
})
