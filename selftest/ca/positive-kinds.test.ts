import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Certificate } from '../../harness/reference/pki/certificate.js'
import { keyUsage as keyUsageOf } from '../../harness/wire/der.js'
import { accepted } from '../../suites/positive/positive.cases.js'
import { httpUrl, makePki, type TestPki } from './ca-pki.js'
import { readerView } from './certificate-view.js'

/** What `certificates.keyUsage` of a target file may say. */
const settings = [['nonRepudiation'], ['digitalSignature', 'nonRepudiation'], ['nonRepudiation', 'keyEncipherment']]

const kinds = accepted.flatMap(({ id, mutate }) =>
  [mutate].flat().flatMap((each) => (each.entry === 'certificate' ? [{ id, kind: each.kind }] : [])),
)

const ofChain = ['length', 'keys above', 'ends above', 'digests above']

/** What each kind is about; another issuer has keys and dates of its own. */
const about: Readonly<Record<string, readonly string[]>> = {
  'rsa-3072': ['key of the leaf'],
  'rsa-4096': ['key of the leaf'],
  'chain-of-2': ofChain,
  'chain-of-4': ofChain,
  'second-root': ['keys above', 'root'],
  'chain-of-four-rsa-4096': ['length', 'key of the leaf', ...ofChain.slice(1), 'root'],
  'key-usage-not-critical': ['critical'],
  'leaf-to-2049': ['end of the leaf'],
  'leaf-to-2050': ['end of the leaf'],
  'leaf-to-2060': ['end of the leaf'],
  'leaf-to-9999': ['end of the leaf'],
  'intermediate-to-2049': ['ends above'],
  'intermediate-to-2050': ['ends above'],
  'intermediate-to-2060': ['ends above'],
  'intermediate-to-9999': ['ends above'],
  'root-to-9999': ['ends above', 'root'],
  'extended-key-usage-client': ['critical', 'purposes'],
  'subject-utf8': ['name'],
  'subject-multi-valued': ['name'],
  'subject-alternative-name': ['critical', 'other names'],
  'signed-sha384': ['digest', 'signature'],
  'signed-sha512': ['digest', 'signature'],
  'signed-rsa-pss': ['signature'],
  'ec-intermediate': ['signature', 'keys above'],
}

const dayMs = 24 * 60 * 60 * 1000

/** What a reader may go by in a chain, each under a name. */
function aspectsOf(chain: readonly Buffer[]): Readonly<Record<string, unknown>> {
  const read = chain.map((der) => new Certificate(der))
  const keys = read.map(({ key }) => `${key.asymmetricKeyType} ${key.asymmetricKeyDetails?.modulusLength}`)
  const ends = read.map(({ x509 }) => Math.round((Date.parse(x509.validTo) - Date.now()) / dayMs))
  const { serial: _, crls, responders, ...leaf } = readerView(read[0] as Certificate)
  return {
    ...leaf,
    // Where they are is the issuer's.
    sources: [crls.length, responders.length],
    signature: read[0]?.details.claimedAlgorithm.id,
    length: chain.length,
    'key of the leaf': keys[0],
    'keys above': keys.slice(1),
    'end of the leaf': ends[0],
    'ends above': ends.slice(1),
    'digests above': read.slice(1).map(({ signatureDigest }) => signatureDigest),
    root: read.at(-1)?.x509.subject,
    name: read[0]?.x509.subject,
    'other names': read[0]?.x509.subjectAltName,
  }
}

describe('certificates that have to be accepted', () => {
  let pki: TestPki
  before(async () => {
    pki = await makePki({ size: 8, largeKeys: true })
  })
  after(() => pki.remove())

  const chainOf = async (keyUsage: readonly string[], kind?: string) => {
    const request = { partyId: 'did:example:p', keyUsage, revocation: { base: httpUrl, scope: 's' } }
    return (await pki.authority.issue(kind === undefined ? request : { ...request, kind })).chain
  }
  const leaf = async (...of: Parameters<typeof chainOf>) => (await chainOf(...of))[0] as Buffer

  it('has rows to look at', () => assert.ok(kinds.length >= 20, `${kinds.length} kinds`))

  for (const keyUsage of settings)
    it(`have the key usage of the control where the target file says ${keyUsage.join(', ')}`, async () => {
      const control = keyUsageOf(await leaf(keyUsage))
      assert.deepEqual(control, keyUsage)
      for (const { id, kind } of kinds)
        assert.deepEqual(keyUsageOf(await leaf(keyUsage, kind)), control, `${id}: ${kind}`)
    })

  for (const keyUsage of settings)
    it(`differ from the control in what they are about alone where it says ${keyUsage.join(', ')}`, async () => {
      const control = aspectsOf(await chainOf(keyUsage))
      const differing: Record<string, readonly string[]> = {}
      for (const { kind } of kinds) {
        const own = aspectsOf(await chainOf(keyUsage, kind))
        differing[kind] = Object.keys(own).filter((name) => JSON.stringify(own[name]) !== JSON.stringify(control[name]))
      }
      assert.deepEqual(differing, about)
    })
})
