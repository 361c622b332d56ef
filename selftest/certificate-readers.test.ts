import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { type CertificateKind, profiles } from '../ca/index.js'
import { Certificate } from '../harness/reference/pki/certificate.js'
import { httpUrl, makePki, type TestPki } from './ca/ca-pki.js'
import { certificateReaders, expectedReading } from './certificate-readers.js'

/** What one of the parsers cannot read, with the reason. */
const unreadable: Readonly<Record<string, Partial<Record<CertificateKind | 'TLS', string>>>> = {
  'node-forge': {
    'ec-intermediate': 'it reads RSA keys alone; to take an EC key of an authority is recommended, no more (POS-30)',
    TLS: 'it reads RSA keys alone; servers leave TLS to OpenSSL',
  },
  Python: { 'extended-key-usage-empty': 'RFC 5280 §4.2.1.12 wants a purpose; the check records what becomes of it' },
}

describe('conforming certificates of the lab', () => {
  let pki: TestPki
  /** Files of each kind, and what stands in each file. */
  const files = new Map<string, string>()
  const certificates = new Map<string, Certificate>()
  before(async () => {
    pki = await makePki({ size: 8, largeKeys: true })
    const write = async (name: string, chain: readonly Buffer[]): Promise<void> => {
      for (const [at, der] of chain.entries()) {
        const certificate = new Certificate(der)
        const known = [...certificates].find(([, one]) => one.equals(certificate))
        if (known) continue
        const file = join(pki.folder, `${name}.${at}.der`)
        await writeFile(file, der)
        files.set(file, name)
        certificates.set(file, certificate)
      }
    }
    for (const { name } of profiles) {
      const revocation = { base: httpUrl, scope: name }
      await write(name, (await pki.authority.issue({ partyId: 'did:example:party-1', kind: name, revocation })).chain)
    }
    await write('TLS', (await pki.authority.tls(['127.0.0.1', 'localhost', '::1'])).chain)
  })
  after(() => pki.remove())

  for (const { name, skip, read } of certificateReaders)
    it(`can be read by ${name}, but for those of the table`, { skip }, async () => {
      const excused = Object.keys(unreadable[name] ?? {})
      const unread = new Set<string>()
      const readings = await read([...files.keys()])
      assert.equal(readings.length, files.size)
      for (const [at, [file, kind]] of [...files].entries()) {
        const reading = readings[at] ?? ''
        if (typeof reading === 'string' && excused.includes(kind)) unread.add(kind)
        else assert.deepEqual(reading, expectedReading(certificates.get(file) as Certificate), kind)
      }
      // Its version is ours; that of the others is the machine's.
      if (name === 'node-forge') assert.deepEqual([...unread], excused)
    })

  it('are all in hand', () => {
    assert.ok(files.size > profiles.length)
    assert.deepEqual(
      profiles.map(({ name }) => name).filter((name) => ![...files.values()].includes(name)),
      [],
    )
  })
})
