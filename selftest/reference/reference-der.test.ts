import assert from 'node:assert/strict'
import { createPublicKey, type KeyObject } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { element } from '../../ca/encoding/der.js'
import { type Element, readChildren, readElement } from '../../ca/encoding/der-reader.js'
import { Certificate } from '../../harness/reference/pki/certificate.js'
import { readDetails } from '../../harness/reference/pki/certificate-details.js'
import { readDer } from '../../harness/reference/pki/der.js'
import { readCrl } from '../../harness/reference/pki/revocation/crl.js'
import { readOcspResponse } from '../../harness/reference/pki/revocation/ocsp.js'
import { ocspRequest } from '../../harness/reference/pki/revocation/ocsp-request.js'
import { selfSigned } from '../../harness/reference/registry/self-signed.js'
import { httpUrl, makePki, type TestPki } from '../ca/ca-pki.js'

const bytes = (hex: string): Buffer => Buffer.from(hex.replaceAll(' ', ''), 'hex')

describe('DER as the reference reads it', () => {
  let pki: TestPki
  let leaf: Certificate
  let key: KeyObject
  let issuer: Certificate
  let crl: Buffer
  let ocsp: Buffer
  before(async () => {
    pki = await makePki({ size: 1, largeKeys: false })
    const issued = await pki.authority.issue({ partyId: 'p', revocation: { base: httpUrl, scope: 'one' } })
    key = issued.key
    ;[leaf, issuer] = issued.chain.map((der) => new Certificate(der)) as [Certificate, Certificate]
    const id = issuer.fingerprint.toString('hex')
    const revoked = [leaf.serialHex]
    crl = (await pki.authority.crl(id, { revoked })) as Buffer
    ocsp = (await pki.authority.ocsp(id, ocspRequest(leaf, issuer), { revoked })) as Buffer
  })
  after(() => pki.remove())

  it('writes a certificate of a key that issued it to itself', () => {
    const { x509, details } = new Certificate(selfSigned(key, leaf.raw))
    assert.ok(x509.verify(createPublicKey(key)))
    assert.ok(x509.checkIssued(x509) && x509.checkPrivateKey(key))
    assert.deepEqual(
      [x509.subject, x509.issuer, x509.validFrom, x509.validTo],
      [leaf.x509.subject, leaf.x509.subject, leaf.x509.validFrom, leaf.x509.validTo],
    )
    assert.deepEqual([details.version, details.extensions], [3, []])
  })

  const readers = () =>
    [
      [leaf.raw, readDetails],
      [crl, readCrl],
      [ocsp, (der: Buffer) => readOcspResponse(der, leaf, issuer)],
    ] as const

  it('refuses a certificate, a CRL and an OCSP answer that end too soon, wherever', () => {
    for (const [der, read] of readers()) {
      read(der)
      for (let length = 0; length < der.length; length++) assert.throws(() => read(der.subarray(0, length)), TypeError)
    }
    for (let length = 0; length < leaf.raw.length; length += 17)
      assert.throws(() => new Certificate(leaf.raw.subarray(0, length)))
  })

  it('takes nothing behind a certificate, and leaves alone what stands behind a CRL or an OCSP answer', () => {
    const longer = (der: Buffer) => Buffer.concat([der, bytes('00')])
    assert.throws(() => new Certificate(longer(leaf.raw)))
    assert.deepEqual([...readCrl(longer(crl)).revoked], [leaf.serialHex])
    assert.equal(readOcspResponse(longer(ocsp), leaf, issuer).status, 'revoked')
  })

  it('throws or returns, and never hangs, whichever octet is another', () => {
    for (const [der, read] of readers())
      for (let at = 0; at < der.length; at++)
        for (const mask of [0x01, 0x20, 0x80, 0xff]) {
          const changed = Buffer.from(der)
          changed.writeUInt8((der[at] as number) ^ mask, at)
          try {
            read(changed)
          } catch (error) {
            assert.ok(error instanceof Error, String(error))
          }
        }
  })

  const rewritten = (part: Element, write: (tag: number, content: Buffer) => Buffer): Buffer =>
    part.tag & 0x20
      ? write(part.tag, Buffer.concat(readChildren(part).map((child) => rewritten(child, write))))
      : part.bytes

  it('reads lengths as BER may write them, as OpenSSL does', () => {
    const long = (tag: number, content: Buffer) => {
      const length = Buffer.alloc(4)
      length.writeUInt32BE(content.length)
      return Buffer.concat([Buffer.of(tag, 0x84), length, content])
    }
    const open = (tag: number, content: Buffer) => Buffer.concat([Buffer.of(tag, 0x80), content, bytes('0000')])
    for (const write of [long, open]) {
      const { serial, extensions } = readDetails(rewritten(readElement(leaf.raw), write))
      assert.deepEqual({ serial, extensions }, { serial: leaf.details.serial, extensions: leaf.details.extensions })
    }
  })

  it('refuses what is no DER', () => {
    const truncated = ['', '30', '3001', '3003 0201', '3002 020100', '3080 0500', '9f 81', '30'.padEnd(400, '80')]
    const tags = ['0000', '0f00', '1000', '1102 0500', '2400', '2500', '2c00', 'ff ff']
    const lengths = ['0280 0000', '30 89 000000000000000000']
    const contents = ['0302 0800', '0602 2a80', '1e03 004100', '1c02 0041', '1804 32303236']
    for (const hex of [...truncated, ...tags, ...lengths, ...contents])
      assert.throws(() => readDer(bytes(hex)), TypeError, hex)
    const nested = (depth: number): Buffer => (depth === 0 ? bytes('0500') : element(0x30, nested(depth - 1)))
    const many = (count: number) => element(0x30, Buffer.alloc(2 * count, bytes('0500')))
    for (const [sound, unsound] of [
      [nested(100), nested(101)],
      [many(9_999), many(10_000)],
    ] as const) {
      readDer(sound)
      assert.throws(() => readDer(unsound), TypeError)
    }
  })
})
