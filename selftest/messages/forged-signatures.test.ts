import assert from 'node:assert/strict'
import {
  constants,
  createHash,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  publicDecrypt,
  verify,
} from 'node:crypto'
import { test } from 'node:test'
import { compactDecrypt, compactVerify } from 'jose'
import { detached } from '../../ca/index.js'
import { cubeRootForgery } from '../../harness/mutations/cube-root.js'
import { encryptedFor, jweAlgorithms } from '../../harness/mutations/jwe.js'
import { digestInfo, encodedMessage, modulusLength, modulusOf, rawSignature } from '../../harness/mutations/pkcs1.js'
import { base64url, decoded, signedAgain, signedUntil } from '../../harness/mutations/resign.js'
import type { ContextWith, Mutation, Need, Signing } from '../../harness/mutations/types.js'
import { nonReduced } from '../../suites/signature/non-reduced.js'
import { digestInfoWithoutNull, loosePaddings } from '../../suites/signature/padding.cases.js'

const rsa = (publicExponent = 65537) => {
  const privateKey = detached(generateKeyPairSync('rsa', { modulusLength: 2048, publicExponent }).privateKey)
  return { privateKey, publicKey: createPublicKey(privateKey) }
}
const { privateKey, publicKey } = rsa()
const input = Buffer.from('header.payload')
const digest = createHash('sha256').update(input).digest()

/** What a verifier sees who looks for the digest anywhere in the decrypted message. */
const holdsDigest = (signature: Buffer, key: KeyObject): boolean =>
  publicDecrypt({ key, padding: constants.RSA_NO_PADDING }, signature).includes(digest)

const signatureBy = (mutation: Mutation, key: KeyObject): Buffer => {
  const { entry, change } = mutation as Extract<Mutation, { entry: 'signature' }>
  assert.equal(entry, 'signature')
  const signing: Signing = { header: {}, key, sign: () => Buffer.alloc(0) }
  change(signing, {} as ContextWith<Need>)
  return signing.sign(input, key)
}

const partsOf = (jwt: string) => {
  const [header = '', payload = '', signature = ''] = jwt.split('.')
  return { header, payload, signature }
}

test('the encoded message without any departure is the one that everybody verifies', () => {
  const signature = rawSignature(encodedMessage(digestInfo(input), modulusLength(privateKey)), privateKey)
  assert.ok(verify('sha256', input, publicKey, signature))
})

for (const mutation of [...loosePaddings, digestInfoWithoutNull]) {
  test(`OpenSSL refuses padding: ${mutation.name}; the digest is there for a loose reader`, () => {
    const signature = signatureBy(mutation, privateKey)
    assert.equal(signature.length, 256)
    assert.equal(verify('sha256', input, publicKey, signature), false)
    assert.ok(holdsDigest(signature, publicKey))
  })
}

test('a cube root shows the padded digest to a loose reader with exponent 3 and is refused by OpenSSL', () => {
  const key = rsa(3)
  const forged = cubeRootForgery(input, modulusLength(key.privateKey))
  const message = publicDecrypt({ key: key.publicKey, padding: constants.RSA_NO_PADDING }, forged)
  assert.deepEqual(message.subarray(0, 11), Buffer.from('0001ffffffffffffffff00', 'hex'))
  assert.ok(message.includes(digest))
  assert.equal(verify('sha256', input, key.publicKey, forged), false)
})

test('a signature plus the modulus is as long as the sound one and equals it modulo n', async () => {
  const sound = partsOf(signedAgain({ header: base64url('{}'), payload: base64url('{"jti":"1"}') }, privateKey))
  assert.equal(nonReduced.entry, 'encoding')
  if (nonReduced.entry !== 'encoding') return
  const party = { partyId: 'did:example:a', scope: 'a', certified: { key: privateKey, chain: [] } }
  const { header, payload, signature } = partsOf(
    await nonReduced.change(sound, { party } as unknown as ContextWith<Need>),
  )
  const bytes = Buffer.from(signature, 'base64url')
  assert.equal(bytes.length, 256)
  const reduced = (BigInt(`0x${bytes.toString('hex')}`) % modulusOf(privateKey)).toString(16).padStart(512, '0')
  const signed = Buffer.from(`${header}.${payload}`)
  assert.ok(verify('sha256', signed, publicKey, Buffer.from(reduced, 'hex')))
  assert.equal(verify('sha256', signed, publicKey, bytes), false)
  assert.deepEqual(JSON.parse(decoded(payload)), { jti: '1' })
})

test('parts that are signed again verify', async () => {
  const jwt = signedAgain({ header: base64url('{"alg":"RS256"}'), payload: base64url('{"a":1}') }, privateKey)
  assert.equal(Buffer.from((await compactVerify(jwt, publicKey)).payload).toString(), '{"a":1}')
  const found = signedUntil(partsOf(jwt), privateKey, (signature) => signature[0] === 0x42)
  assert.ok(found)
  assert.equal(Buffer.from(found.signature, 'base64url')[0], 0x42)
  assert.deepEqual(JSON.parse(decoded(found.payload)), { a: 1 })
})

test('a JWE goes to the holder of the key alone', async () => {
  for (const algorithms of jweAlgorithms) {
    const jwe = await encryptedFor('a.b.c', publicKey, algorithms)
    assert.equal(jwe.split('.').length, 5)
    const header = JSON.parse(decoded(jwe.split('.')[0] ?? '')) as { alg: string }
    assert.equal(header.alg, algorithms.alg)
    assert.equal(Buffer.from((await compactDecrypt(jwe, privateKey)).plaintext).toString(), 'a.b.c')
    await assert.rejects(compactDecrypt(jwe, rsa().privateKey))
  }
})
