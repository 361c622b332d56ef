import assert from 'node:assert/strict'
import { constants, createPublicKey, generateKeyPairSync, publicDecrypt, sign, verify } from 'node:crypto'
import { test } from 'node:test'
import { detached } from '../ca/index.js'
import { certificateBag, signingRequest, truncated } from '../suites/chain/unreadable.js'
import { defects } from '../suites/fuzz/fuzz.cases.js'
import { flattened, inUnusedBits, plusModulus, zeroPrefixed } from '../suites/support/jws.js'
import { namesOnly } from '../suites/support/lookups.js'
import { chunked, inForm } from '../suites/support/requests.js'

const privateKey = detached(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey)
const publicKey = createPublicKey(privateKey)
const input = 'e30.e30'
const compact = `${input}.${sign('sha256', Buffer.from(input), privateKey).toString('base64url')}`
const signatureOf = (jws: string): string => jws.slice(jws.lastIndexOf('.') + 1)

test('a look-up names a party only where it is the whole value, encoded once', () => {
  const id = 'did:example:abc'
  for (const target of [
    '/parties?party_id=did%3Aexample%3Aabc',
    '/parties?x=1&party_id=did:example:abc',
    '/p/did%3Aexample%3Aabc',
  ])
    assert.ok(namesOnly(target, id, 'abc'), target)
  for (const target of [
    '/parties?party_id=did%253Aexample%253Aabc',
    '/parties?party_id=x&party_id=did%3Aexample%3Aabc%26',
    '/parties',
  ])
    assert.ok(!namesOnly(target, id, 'abc'), target)
})

test('injected look-ups are told from encoded ones', () => {
  const id = 'B&party_id=Aaa'
  assert.ok(namesOnly('/parties?party_id=B%26party_id%3DAaa', id, 'Aaa'))
  assert.ok(!namesOnly('/parties?party_id=B&party_id=Aaa', id, 'Aaa'))
  assert.ok(!namesOnly('/parties/Aaa', 'B/../Aaa', 'Aaa'))
  assert.ok(namesOnly('/parties/B%2F..%2FAaa', 'B/../Aaa', 'Aaa'))
  assert.ok(namesOnly('/parties?party_id=a+b:Aaa', 'a b:Aaa', 'Aaa'))
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

test('renumbered signatures are the same number to whoever reduces it', () => {
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

test('random defects follow from their seed', () => {
  const names = (seed: number) => defects(seed, 50).map(({ name }) => name)
  assert.deepEqual(names(7), names(7))
  assert.notDeepEqual(names(7), names(8))
  assert.ok(new Set(names(7)).size > 30)
})
