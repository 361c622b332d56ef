import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { readCertificate } from '../../ca/certificate.js'
import {
  bitString,
  generalizedTime,
  integer,
  integerOctets,
  octetString,
  oid,
  sequence,
  tagged,
  time,
  yes,
} from '../../ca/encoding/der.js'
import { algorithmIdentifier, type SignatureAlgorithm, signData } from '../../ca/encoding/signature.js'
import { revocationMisbehaviours } from '../../ca/index.js'
import { Certificate } from '../../harness/reference/pki/certificate.js'
import { type Crl, readCrl } from '../../harness/reference/pki/revocation/crl.js'
import { crlPem, openssl } from '../ca/ca-openssl.js'
import { httpUrl, makePki, type TestPki } from '../ca/ca-pki.js'
import { needs } from '../stage/needs.js'

const all = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, found = '']) => found)
const day = 86_400_000
const others = ['c0ffee', '00', '0102030405060708090a0b0c0d0e0f101112131415']

describe('CRLs as the reference reads them', { skip: needs('openssl') }, () => {
  let pki: TestPki
  let leaf: Certificate
  let issuer: Certificate
  let root: Certificate
  const file = (name: string): string => join(pki.folder, name)
  before(async () => {
    pki = await makePki({ size: 2, largeKeys: false })
    const { chain } = await pki.authority.issue({ partyId: 'p', revocation: { base: httpUrl, scope: 'one' } })
    ;[leaf, issuer, root] = chain.map((der) => new Certificate(der)) as [Certificate, Certificate, Certificate]
  })
  after(() => pki.remove())

  /** What OpenSSL says of a CRL, and whether it was signed by the issuer. */
  const compareCrl = async (
    der: Buffer,
  ): Promise<{ readonly crl: Crl; readonly text: string; readonly signed: boolean }> => {
    await writeFile(file('shown.crl'), crlPem(der))
    await writeFile(file('issuer.pem'), issuer.x509.toString())
    const { text } = await openssl('crl', '-text', '-noout', '-in', file('shown.crl'), '-CAfile', file('issuer.pem'))
    const crl = readCrl(der)
    assert.deepEqual(
      [...crl.revoked],
      all(text, /Serial Number: (\S+)/g).map((serial) => serial.toLowerCase()),
      text,
    )
    const [next = ''] = all(text, /Next Update: (.*)/g)
    assert.equal(crl.nextUpdate, next === 'NONE' ? 0 : Date.parse(next), text)
    return { crl, text, signed: /verify OK/.test(text) }
  }

  /** Critical extensions that have to be understood. */
  const unheeded: ReadonlySet<string | undefined> = new Set(['critical-crl-number', 'for-users', 'indirect'])

  for (const name of [undefined, ...revocationMisbehaviours.map((row) => row.name)])
    it(`reads the CRL of a source ${name ?? 'without fault'} as OpenSSL does`, async () => {
      for (const revoked of [[], [leaf.serialHex], [leaf.serialHex, ...others]]) {
        const der = await pki.authority.crl(issuer.fingerprint.toString('hex'), { revoked, misbehaviour: name })
        if (der === null) return assert.equal(name, 'silent')
        if (der.length === 0) return assert.equal(name, 'empty')
        const { crl, text, signed } = await compareCrl(der)
        assert.equal(signed, name !== 'wrong-signer', text)
        assert.equal(crl.isBy(issuer), signed && !unheeded.has(name))
        assert.equal(crl.isBy(root), false)
      }
    })

  /** A CRL of other forms than those that the lab hands out. */
  const handmade = async (
    rest: readonly Buffer[],
    { from = time(new Date()), algorithm = 'sha256' as SignatureAlgorithm, version = [integer(1)] } = {},
  ) => {
    const { key, chain } = await pki.authority.authority('intermediate-a1')
    const name = readCertificate(chain[0] as Buffer).subject
    const signed = sequence(...version, algorithmIdentifier(key, algorithm), name, from, ...rest)
    const signature = bitString(await signData(signed, key, algorithm))
    return sequence(signed, algorithmIdentifier(key, algorithm), signature)
  }

  it('reads CRLs of every other form as OpenSSL does', async () => {
    const { chain } = await pki.authority.authority('intermediate-a1')
    assert.ok(issuer.raw.equals(chain[0] as Buffer))
    const [now, soon] = [new Date(), new Date(Math.floor(Date.now() / 1000) * 1000 + day)]
    const reason = sequence(sequence(oid('2.5.29.21'), octetString(Buffer.from([10, 1, 1]))))
    const entry = (serial: Buffer, ...more: readonly Buffer[]) => sequence(integerOctets(serial), time(now), ...more)
    const entries = sequence(entry(Buffer.of(1), reason), entry(Buffer.of(0, 200)))
    const marked = (...critical: readonly Buffer[]) =>
      tagged(0, sequence(sequence(oid('1.2.3.4'), ...critical, octetString(Buffer.of(5, 0)))))
    const forms: readonly (readonly [Buffer, boolean])[] = [
      [await handmade([]), true],
      [await handmade([entries]), true],
      [await handmade([time(soon), entries]), true],
      [await handmade([generalizedTime(soon), sequence()], { from: generalizedTime(now) }), true],
      [await handmade([time(soon)], { version: [] }), true],
      [await handmade([time(soon), marked()]), true],
      [await handmade([time(soon), marked(yes)]), false],
      [await handmade([time(soon)], { from: time(soon) }), false],
      [await handmade([time(soon)], { algorithm: 'sha512' }), true],
      [await handmade([time(soon)], { algorithm: 'pss-sha256' }), true],
      [await handmade([time(soon)], { algorithm: 'sha1' }), true],
    ]
    for (const [der, isBy] of forms) {
      const { crl, text, signed } = await compareCrl(der)
      assert.ok(signed, text)
      assert.equal(crl.isBy(issuer), isBy, text)
    }
    assert.equal(readCrl(await handmade([], { algorithm: 'md5' })).isBy(issuer), false)
  })

  it('reads a CRL of 20,000 entries to its end', async () => {
    const id = issuer.fingerprint.toString('hex')
    const der = await pki.authority.crl(id, { revoked: [leaf.serialHex], others: 20_000 })
    const { revoked, isBy } = readCrl(der as Buffer)
    assert.deepEqual([revoked.size, [...revoked].at(-1), isBy(issuer)], [20_001, leaf.serialHex, true])
  })

  it('takes no CRL of an issuer that may not sign any', async () => {
    const request = { partyId: 'p', kind: 'issuer-without-crl-sign', revocation: { base: httpUrl, scope: 'two' } }
    const own = new Certificate((await pki.authority.issue(request)).chain[1] as Buffer)
    const der = await pki.authority.crl(own.fingerprint.toString('hex'))
    assert.equal(readCrl(der as Buffer).isBy(own), false)
  })
})
