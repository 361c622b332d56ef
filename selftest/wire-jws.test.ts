import 'reflect-metadata'
import assert from 'node:assert/strict'
import { createPublicKey, createSecretKey, generateKeyPairSync, type KeyObject, webcrypto } from 'node:crypto'
import { describe, it } from 'node:test'
import { KeyUsageFlags, KeyUsagesExtension, X509CertificateGenerator } from '@peculiar/x509'
import { compactVerify } from 'jose'
import { detached } from '../ca/index.js'
import {
  decodeJwt,
  readAllowedCertificate,
  readCertificate,
  readChain,
  recordJwt,
  sha256,
} from '../harness/wire/decode.js'
import { base64url, compact, encodeParts, signers, x5c } from '../harness/wire/jws.js'

const pairOf = (made: KeyObject) => {
  const privateKey = detached(made)
  return { privateKey, publicKey: createPublicKey(privateKey) }
}
const rsa = pairOf(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey)

describe('JWS writer', () => {
  const ec = (namedCurve: string) => pairOf(generateKeyPairSync('ec', { namedCurve }).privateKey)
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
  const certificate = async (usages: KeyUsageFlags | undefined): Promise<Buffer> => {
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
    const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
    const extensions = usages === undefined ? [] : [new KeyUsagesExtension(usages, true)]
    const name = 'CN=Somebody, O=Example'
    return Buffer.from(
      (await X509CertificateGenerator.createSelfSigned({ serialNumber: '0abc', name, keys, extensions })).rawData,
    )
  }
  it('reads a certificate in each of its forms', async () => {
    const der = await certificate(undefined)
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
  it('records a JWT without its signature', async () => {
    const der = await certificate(KeyUsageFlags.nonRepudiation | KeyUsageFlags.decipherOnly)
    const token = compact({ alg: 'RS256', x5c: x5c([der]) }, { iss: 'a' }, rsa.privateKey)
    const recorded = recordJwt(token)
    const signature = token.split('.')[2] ?? ''
    assert.deepEqual(recorded.payload, { iss: 'a' })
    assert.deepEqual(recorded.signature, { sha256: sha256(signature), length: signature.length })
    assert.ok(!JSON.stringify(recorded).includes(signature))
    const [leaf] = recorded.chain
    assert.deepEqual([leaf?.subject, leaf?.serial, leaf?.key], ['CN=Somebody, O=Example', '0abc', 'EC prime256v1'])
    assert.deepEqual(leaf?.keyUsage, ['nonRepudiation', 'decipherOnly'])
    assert.equal(leaf?.sha256, sha256(der))
  })
  it('knows a certificate without key usage', async () => {
    const token = compact({ alg: 'RS256', x5c: x5c([await certificate(undefined)]) }, {}, rsa.privateKey)
    assert.deepEqual(recordJwt(token).chain[0]?.keyUsage, [])
  })
  it('keeps as text what is no JSON', () => {
    assert.deepEqual(decodeJwt('x'), { header: 'x', payload: '', parts: ['x'] })
    const { header, payload } = decodeJwt(`${base64url('{"alg"')}.${base64url('7')}.`)
    assert.deepEqual([header, payload], ['{"alg"', 7])
    assert.deepEqual(recordJwt('a.b').signature, { sha256: sha256(''), length: 0 })
  })
})
