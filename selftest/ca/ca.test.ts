import assert from 'node:assert/strict'
import { createPublicKey, X509Certificate } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import {
  certificateKinds,
  defects,
  type Kind,
  kindNamed,
  profiles,
  reference,
  revocationMisbehaviours,
} from '../../ca/index.js'
import { cases as catalogue } from '../../requirements/index.js'
import { needs } from '../stage/needs.js'
import { describeCertificate, openssl, verify } from './ca-openssl.js'
import { crlsOf, httpUrl, makePki, type TestPki } from './ca-pki.js'

/** Rows about how a sound chain is presented; the suites change the header for them. */
const presentations = /^X5C-(01|02|03|07|08|09|10|11|12|13|14|17|18|19|20|22)$/

const isLarge = ({ key }: Kind): boolean => key === 'rsa4096'

/** Those that wait for 4096-bit keys come last. */
const inOrder = certificateKinds.map(kindNamed).sort((one, other) => Number(isLarge(one)) - Number(isLarge(other)))

describe('throwaway PKI', { skip: needs('openssl') }, () => {
  let pki: TestPki
  before(async () => {
    assert.match((await openssl('version')).text, /^OpenSSL 3/)
    pki = await makePki({ size: 8, largeKeys: true })
  })
  after(() => pki.remove())

  const issue = (kind: string) =>
    pki.authority.issue({ partyId: 'did:example:party-1', kind, revocation: { base: httpUrl, scope: `scope-${kind}` } })

  const revokedBy = ({ revokes }: Kind, chain: readonly Buffer[]) => {
    if (revokes === undefined) return new Map<number, readonly string[]>()
    const at = revokes === 'leaf' ? 0 : 1
    return new Map([[at + 1, [reference(chain[at] as Buffer).serial]]])
  }

  for (const kind of inOrder) {
    const { name } = kind
    it(`${name} is what OpenSSL says of it`, async () => {
      const { key, chain } = await issue(name)
      const bare = chain.length < 2 || kind.through?.some((link) => link.bare)
      const crls = bare ? undefined : await crlsOf(pki.authority, chain, revokedBy(kind, chain))
      const { ok, errors, text } = await verify(pki.folder, { chain, roots: pki.roots, ...(crls && { crls }) })
      const { refuses, alsoSays } = kind.openssl
      assert.equal(ok, refuses === undefined, text)
      const strange = errors.filter((error) => ![refuses, alsoSays].some((says) => says && error.includes(says)))
      assert.deepEqual(strange, [])
      if (refuses) assert.ok(text.includes(refuses), text)
      const shown = await describeCertificate(pki.folder, chain[0] as Buffer)
      if (kind.openssl.shows) assert.ok(shown.includes(kind.openssl.shows), shown)
      if (kind.openssl.lacks) assert.ok(!shown.includes(kind.openssl.lacks), shown)
      if (name !== 'rsa-pss-key')
        assert.ok(new X509Certificate(chain[0] as Buffer).publicKey.equals(createPublicKey(key)), 'another key')
    })
  }

  it('accepts the kinds to be revoked while nothing is revoked', async () => {
    for (const { name } of defects.filter((defect: Kind) => defect.revokes)) {
      const { chain } = await issue(name)
      assert.ok(
        (await verify(pki.folder, { chain, roots: pki.roots, crls: await crlsOf(pki.authority, chain) })).ok,
        name,
      )
    }
  })

  it('names each kind once', () => {
    const names = [...profiles, ...defects].map(({ name }) => name)
    assert.deepEqual(names, [...new Set(names)])
  })

  it('covers every row of the catalogue that is a property of certificates or of their revocation', () => {
    const covered = new Set<string>(
      [...profiles, ...defects, ...revocationMisbehaviours].flatMap(({ cases }) => [...cases]),
    )
    const rows = catalogue.map(({ id }) => id)
    const wanted = rows.filter((id) => /^(X5C|CRT)-/.test(id) && !presentations.test(id))
    assert.ok(wanted.length >= 30)
    assert.deepEqual(
      wanted.filter((id) => !covered.has(id)),
      [],
    )
    assert.deepEqual(
      [...covered].filter((id) => !rows.includes(id)),
      [],
    )
  })

  it('writes the conforming leaf as the contract says', async () => {
    const { chain } = await issue('conforming')
    assert.equal(chain.length, 3)
    const shown = await describeCertificate(pki.folder, chain[0] as Buffer)
    for (const part of [
      'organizationIdentifier=did:example:party-1',
      'serialNumber=did:example:party-1',
      'qcStatements:',
    ])
      assert.ok(shown.includes(part), shown)
    const { issuer } = reference(chain[0] as Buffer, chain[1] as Buffer)
    assert.ok(shown.includes(`URI:${httpUrl}/crl/${issuer}/scope-conforming.crl`), shown)
    assert.ok(shown.includes(`OCSP - URI:${httpUrl}/ocsp/${issuer}/scope-conforming`), shown)
    const { validFrom, validTo } = new X509Certificate(chain[0] as Buffer)
    assert.ok(Date.parse(validFrom) <= Date.now() - 86_000_000 && Date.parse(validTo) >= Date.now() + 86_400_000)
  })

  it('names a serial number where a PrintableString of 64 characters can hold the id', async () => {
    for (const [partyId, holds] of [
      ['EU.EORI.NL123456789', true],
      ['urn:x:a_b', false],
      ['x'.repeat(65), false],
    ] as const) {
      const { chain } = await pki.authority.issue({ partyId, revocation: { base: httpUrl, scope: 'names' } })
      const { subject } = new X509Certificate(chain[0] as Buffer)
      assert.match(subject, new RegExp(`^organizationIdentifier=${partyId}$`, 'm'))
      assert.equal(/^serialNumber=/m.test(subject), holds)
    }
  })

  it('follows the request: key, key usage, sources of revocation', async () => {
    const key = await pki.pool.take()
    const request = { partyId: 'p', key, revocation: { base: httpUrl, scope: 's', ocsp: false } }
    const issued = await pki.authority.issue({ ...request, keyUsage: ['digitalSignature', 'nonRepudiation'] })
    assert.ok(issued.key.equals(key))
    const shown = await describeCertificate(pki.folder, issued.chain[0] as Buffer)
    assert.match(shown, /critical Digital Signature, Non Repudiation/)
    assert.doesNotMatch(shown, /OCSP/)
    await assert.rejects(pki.authority.issue({ ...request, keyUsage: ['signing'] }), /Unknown key usage/)
    await assert.rejects(pki.authority.issue({ ...request, kind: 'expired' }), /Unknown kind of certificate: expired/)
  })

  it('makes TLS certificates of a trusted root, and some that are not to be trusted', async () => {
    const [root] = (await pki.authority.authority('tls-root')).chain
    const check = (chain: readonly Buffer[]) =>
      verify(
        pki.folder,
        { chain, roots: new X509Certificate(root as Buffer).toString() },
        '-purpose',
        'sslserver',
        '-verify_ip',
        '127.0.0.1',
      )
    const { chain } = await pki.authority.tls(['127.0.0.1', 'localhost', '::1', 'fd00:1::2:3'])
    assert.deepEqual((await check(chain)).errors, [])
    const { subjectAltName } = new X509Certificate(chain[0] as Buffer)
    assert.match(subjectAltName ?? '', /DNS:localhost.*Address:0:0:0:0:0:0:0:1.*Address:FD00:1:0:0:0:0:2:3/)
    const defects = [
      ['of an untrusted root', /self-signed certificate/],
      ["of a participants' root", /self-signed certificate/],
      ['self-signed', /error 18 .*self-signed certificate/],
      ['expired', /certificate has expired/],
      ['not yet valid', /certificate is not yet valid/],
    ] as const
    for (const [defect, text] of defects)
      assert.match((await check((await pki.authority.tls(['127.0.0.1'], defect)).chain)).text, text)
  })

  it('gives each authority its own names, and its twin the same', async () => {
    const names = async (name: 'root-a' | 'twin-root-a' | 'root-b') => {
      const { subject, serialNumber, publicKey } = new X509Certificate(
        (await pki.authority.authority(name)).chain[0] as Buffer,
      )
      return { subject, serialNumber, key: publicKey.export({ type: 'spki', format: 'pem' }) }
    }
    const [real, twin, other] = [await names('root-a'), await names('twin-root-a'), await names('root-b')]
    assert.deepEqual({ ...twin, key: '' }, { ...real, key: '' })
    assert.notEqual(twin.key, real.key)
    assert.notEqual(other.subject, real.subject)
  })
})
