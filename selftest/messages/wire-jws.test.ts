import assert from 'node:assert/strict'
import { createPublicKey, createSecretKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { describe, it } from 'node:test'
import { compactVerify } from 'jose'
import forge from 'node-forge'
import { publicKeyOf, signCertificate } from '../../ca/certificate.js'
import { distinguishedName } from '../../ca/encoding/names.js'
import { detached } from '../../ca/index.js'
import {
  decodeJwt,
  readAllowedCertificate,
  readCertificate,
  readChain,
  recordJwt,
  sha256,
} from '../../harness/wire/decode.js'
import { base64url, compact, encodeParts, signers, x5c } from '../../harness/wire/jws.js'

const pairOf = (made: KeyObject) => {
  const privateKey = detached(made)
  return { privateKey, publicKey: createPublicKey(privateKey) }
}
const rsa = pairOf(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey)

const ec = (namedCurve: string) => pairOf(generateKeyPairSync('ec', { namedCurve }).privateKey)

describe('JWS writer', () => {
  const keys = {
    RS256: rsa,
    RS384: rsa,
    RS512: rsa,
    PS256: rsa,
    PS384: rsa,
    PS512: rsa,
    ES256: ec('P-256'),
    ES384: ec('P-384'),
    ES512: ec('P-521'),
    EdDSA: pairOf(generateKeyPairSync('ed25519').privateKey),
  }
  for (const [alg, { privateKey, publicKey }] of Object.entries(keys)) {
    it(`writes ${alg} that another library verifies`, async () => {
      const { payload } = await compactVerify(compact({ alg, typ: 'JWT' }, { iss: 'a' }, privateKey), publicKey)
      assert.equal(Buffer.from(payload).toString(), '{"iss":"a"}')
    })
  }
  for (const alg of ['HS256', 'HS384', 'HS512']) {
    it(`writes ${alg} that another library verifies`, async () => {
      const key = createSecretKey(Buffer.alloc(64, 7))
      await compactVerify(compact({ alg }, {}, key), key)
    })
  }
  it('writes header and payload that are no JSON, byte for byte', () => {
    const token = compact('{"alg":"RS256" ', Buffer.from([0xff, 0x00]), rsa.privateKey, signers.none)
    assert.equal(token, `${base64url('{"alg":"RS256" ')}._wA.`)
  })
  it('keeps the order of members', () => {
    assert.equal(encodeParts({ typ: 'JWT', alg: 'none' }, '').header, base64url('{"typ":"JWT","alg":"none"}'))
  })
  it('does not guess how to sign', () => {
    assert.throws(() => compact({ alg: 'RS257' }, {}, rsa.privateKey), { code: 'HARNESS_ERROR' })
    assert.throws(() => compact('{"alg":"RS256"}', {}, rsa.privateKey), { code: 'HARNESS_ERROR' })
    assert.throws(() => compact({ alg: 'constructor' }, {}, rsa.privateKey), { code: 'HARNESS_ERROR' })
  })
  it('writes x5c as plain base64', () => {
    assert.deepEqual(x5c([Buffer.from([0xfb, 0xff])]), ['+/8='])
  })
})

describe('reading what others send', () => {
  /** A certificate that another library writes. */
  const certificate = (...usages: readonly string[]): Buffer => {
    const made = forge.pki.createCertificate()
    made.publicKey = forge.pki.publicKeyFromPem(rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString())
    made.serialNumber = '0abc'
    const name = [
      { shortName: 'CN', value: 'Somebody' },
      { shortName: 'O', value: 'Example' },
    ]
    made.setSubject(name)
    made.setIssuer(name)
    const usage = Object.fromEntries(usages.map((one) => [one, true]))
    if (usages.length > 0) made.setExtensions([{ name: 'keyUsage', critical: true, ...usage }])
    made.sign(forge.pki.privateKeyFromPem(rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()))
    return Buffer.from(forge.asn1.toDer(forge.pki.certificateToAsn1(made)).getBytes(), 'latin1')
  }
  it('reads a certificate in each of its forms', () => {
    const der = certificate()
    const base64 = der.toString('base64')
    const lines = base64.replace(/.{64}/g, '$&\n')
    const pem = `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`
    const forms = { der: base64, 'line-breaks': lines, pem, 'base64-of-pem': Buffer.from(pem).toString('base64') }
    for (const [form, text] of Object.entries(forms)) {
      const read = readCertificate(text)
      assert.equal(read?.form, form)
      assert.ok(read?.certificate.raw.equals(der))
    }
    const foreign = [
      `${base64.slice(0, 8)}*!${base64.slice(8)}`,
      `-${base64}`,
      base64.replaceAll('+', '-').replaceAll('/', '_'),
    ]
    for (const text of foreign.filter((one) => one !== base64)) {
      assert.ok(['loose', undefined].includes(readCertificate(text)?.form))
      assert.equal(readAllowedCertificate(text), undefined)
    }
    for (const wrong of ['', 'AAAA', '-----BEGIN CERTIFICATE-----', 7, null])
      assert.equal(readCertificate(wrong), undefined)
    assert.equal(readChain([base64, 'AAAA', pem]).length, 2)
    assert.equal(readChain(base64).length, 1)
  })
  it('records a JWT without its signature', () => {
    const der = certificate('nonRepudiation', 'decipherOnly')
    const token = compact({ alg: 'RS256', x5c: x5c([der]) }, { iss: 'a' }, rsa.privateKey)
    const recorded = recordJwt(token)
    const signature = token.split('.')[2] ?? ''
    assert.deepEqual(recorded.payload, { iss: 'a' })
    assert.deepEqual(recorded.signature, { sha256: sha256(signature), length: signature.length })
    assert.ok(!JSON.stringify(recorded).includes(signature))
    const [leaf] = recorded.chain
    assert.deepEqual([leaf?.subject, leaf?.serial, leaf?.key], ['CN=Somebody, O=Example', '0abc', 'RSA 2048'])
    assert.deepEqual(leaf?.keyUsage, ['nonRepudiation', 'decipherOnly'])
    assert.equal(leaf?.sha256, sha256(der))
  })
  it('names a key of an elliptic curve by its curve', async () => {
    const { privateKey } = ec('P-256')
    const name = distinguishedName({ commonName: 'Somebody' })
    const draft = { version: 3, serial: Buffer.of(1), signature: 'sha256', issuer: name, subject: name } as const
    const dates = { notBefore: new Date(), notAfter: new Date() }
    const der = await signCertificate(
      { ...draft, ...dates, publicKey: publicKeyOf(privateKey), extensions: [] },
      privateKey,
    )
    assert.equal(
      recordJwt(compact({ alg: 'RS256', x5c: x5c([der]) }, {}, rsa.privateKey)).chain[0]?.key,
      'EC prime256v1',
    )
  })
  it('knows a certificate without key usage', () => {
    const token = compact({ alg: 'RS256', x5c: x5c([certificate()]) }, {}, rsa.privateKey)
    assert.deepEqual(recordJwt(token).chain[0]?.keyUsage, [])
  })
  it('keeps as text what is no JSON', () => {
    assert.deepEqual(decodeJwt('x'), { header: 'x', payload: '', parts: ['x'] })
    const { header, payload } = decodeJwt(`${base64url('{"alg"')}.${base64url('7')}.`)
    assert.deepEqual([header, payload], ['{"alg"', 7])
    assert.deepEqual(recordJwt('a.b').signature, { sha256: sha256(''), length: 0 })
  })
})
