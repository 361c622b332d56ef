import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { certificateKinds, kindNamed, pem } from '../../ca/index.js'
import { Certificate } from '../../harness/reference/pki/certificate.js'
import { staysInside } from '../../harness/reference/pki/name-constraints.js'
import { ocspRequest } from '../../harness/reference/pki/revocation/ocsp-request.js'
import { openssl } from '../ca/ca-openssl.js'
import { httpUrl, makePki, type TestPki } from '../ca/ca-pki.js'
import { opensslView, readerView } from '../ca/certificate-view.js'
import { needs } from '../stage/needs.js'

describe('certificates as the reference reads them', { skip: needs('openssl') }, () => {
  let pki: TestPki
  before(async () => {
    pki = await makePki({ size: 8, largeKeys: true })
  })
  after(() => pki.remove())

  const seen = new Set<string>()
  const file = (name: string): string => join(pki.folder, name)
  const issue = async (kind: string): Promise<readonly Certificate[]> => {
    const revocation = { base: httpUrl, scope: `scope-${kind}` }
    const { chain } = await pki.authority.issue({ partyId: 'did:example:party-1', kind, revocation })
    return chain.slice(0, 6).map((der) => new Certificate(der))
  }

  for (const kind of certificateKinds)
    it(`${kind} is what OpenSSL reads`, async () => {
      for (const certificate of await issue(kind)) {
        const { raw, fingerprint } = certificate
        if (seen.has(fingerprint.toString('hex'))) continue
        seen.add(fingerprint.toString('hex'))
        await writeFile(file('shown.pem'), pem(raw))
        const { text } = await openssl('x509', '-text', '-serial', '-noout', '-in', file('shown.pem'))
        assert.deepEqual(readerView(certificate), opensslView(text, raw), text)
      }
    })

  it('finds names inside and outside name constraints where OpenSSL does', async () => {
    const outside: string[] = []
    for (const kind of certificateKinds) {
      const chain = await issue(kind)
      if (!chain.every((above, at) => chain.slice(0, at).every((each) => staysInside(each, above)))) outside.push(kind)
    }
    const expected = certificateKinds.filter((kind) => kindNamed(kind).openssl.refuses?.includes('subtree violation'))
    assert.ok(expected.length >= 3)
    assert.deepEqual(outside, expected)
  })

  it('asks a responder about each kind as OpenSSL asks', async () => {
    for (const kind of certificateKinds) {
      const [leaf, issuer] = await issue(kind)
      // Of a chain without its intermediate the next one is somebody else.
      if (!leaf || !issuer || leaf.x509.issuer !== issuer.x509.subject) continue
      await writeFile(file('leaf.pem'), pem(leaf.raw))
      await writeFile(file('issuer.pem'), pem(issuer.raw))
      const about = ['-sha1', '-issuer', file('issuer.pem'), '-cert', file('leaf.pem')]
      await openssl('ocsp', '-no_nonce', ...about, '-reqout', file('request.der'))
      assert.deepEqual(ocspRequest(leaf, issuer), await readFile(file('request.der')), kind)
    }
  })
})
