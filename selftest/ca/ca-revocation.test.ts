import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import {
  intermediateScope,
  issuerId,
  openAuthority,
  pem,
  type RevocationAnswer,
  reference,
  revocationMisbehaviours,
} from '../../ca/index.js'
import type { CertifiedKey } from '../../ca/types.js'
import { needs } from '../stage/needs.js'
import { crlPem, openssl, verify } from './ca-openssl.js'
import { httpUrl, makePki, type TestPki } from './ca-pki.js'

describe('revocation', { skip: needs('openssl') }, () => {
  let pki: TestPki
  let leaf: CertifiedKey
  let serial: string
  let issuer: string
  before(async () => {
    pki = await makePki({ size: 2, largeKeys: false })
    leaf = await pki.authority.issue({ partyId: 'did:example:p', revocation: { base: httpUrl, scope: 'one' } })
    ;({ serial, issuer } = reference(leaf.chain[0] as Buffer, leaf.chain[1] as Buffer))
  })
  after(() => pki.remove())

  const file = (name: string): string => join(pki.folder, name)
  const crlOf = async (answer?: RevocationAnswer): Promise<Buffer> =>
    (await pki.authority.crl(issuer, answer)) as Buffer
  const rootCrl = async (revoked: readonly string[] = []): Promise<Buffer> =>
    (await pki.authority.crl(issuerId(leaf.chain[2] as Buffer), { revoked })) as Buffer
  const errorsWith = async (...crls: readonly Buffer[]): Promise<readonly string[]> =>
    (await verify(pki.folder, { chain: leaf.chain, roots: pki.roots, crls })).errors
  const shownCrl = async (answer?: RevocationAnswer): Promise<string> => {
    await writeFile(file('shown.crl'), crlPem(await crlOf(answer)))
    return (await openssl('crl', '-text', '-noout', '-in', file('shown.crl'))).text.replace(/\s+/g, ' ')
  }

  /** Lets OpenSSL ask, the authority answer, and OpenSSL judge. */
  const askOcsp = async (answer?: RevocationAnswer, { digest = '-sha1', nonce = '-nonce' } = {}): Promise<string> => {
    await writeFile(file('leaf.pem'), pem(leaf.chain[0] as Buffer))
    await writeFile(file('issuer.pem'), pem(leaf.chain[1] as Buffer))
    await writeFile(file('roots.pem'), pki.roots)
    const about = [digest, '-issuer', file('issuer.pem'), '-cert', file('leaf.pem')]
    await openssl('ocsp', nonce, ...about, '-reqout', file('request.der'))
    const answered = await pki.authority.ocsp(issuer, await readFile(file('request.der')), answer)
    if (answered === null) return 'no answer'
    await writeFile(file('response.der'), answered)
    const given = ['-reqin', file('request.der'), '-respin', file('response.der')]
    const trust = ['-CAfile', file('roots.pem'), '-verify_other', file('issuer.pem')]
    const response = await openssl('ocsp', ...given, ...trust)
    const status = await openssl('ocsp', '-no_nonce', ...given, ...trust, ...about)
    return `${response.text}\n${status.text}`
  }

  it('makes CRLs that OpenSSL trusts, and that revoke', async () => {
    assert.deepEqual(await errorsWith(await crlOf(), await rootCrl()), [])
    assert.deepEqual(await errorsWith(await crlOf({ revoked: [serial] }), await rootCrl()), ['certificate revoked'])
    assert.match(await shownCrl(), /CRL Number/)
    assert.deepEqual(await errorsWith(await rootCrl()), ['unable to get certificate CRL'])
  })

  it('does not revoke a serial that another issuer lists (CRT-26)', async () => {
    assert.deepEqual(await errorsWith(await crlOf(), await rootCrl([serial])), [])
  })

  it('hands out the same bytes while nothing is revoked', async () => {
    assert.ok((await crlOf()).equals(await crlOf()))
    assert.ok(!(await crlOf()).equals(await crlOf({ revoked: [serial] })))
  })

  it('misbehaves with CRLs as its settings say', async () => {
    const revoked = [serial]
    assert.deepEqual(await errorsWith(await crlOf({ revoked: [], misbehaviour: 'stale' }), await rootCrl()), [
      'CRL has expired',
    ])
    assert.deepEqual(await errorsWith(await crlOf({ revoked: [], misbehaviour: 'wrong-signer' }), await rootCrl()), [
      'CRL signature failure',
    ])
    assert.match(await shownCrl({ revoked, misbehaviour: 'stale' }), /Revoked Certificates: Serial/)
    assert.match(await shownCrl({ revoked, misbehaviour: 'replayed' }), /No Revoked Certificates/)
    assert.doesNotMatch(await shownCrl({ revoked, misbehaviour: 'no-crl-number' }), /CRL Number/)
    assert.match(await shownCrl({ revoked, misbehaviour: 'critical-crl-number' }), /CRL Number: critical/)
    assert.match(await shownCrl({ revoked, misbehaviour: 'no-next-update' }), /Next Update: NONE/)
    assert.match(await shownCrl({ revoked, misbehaviour: 'for-users' }), /Distribution Point: critical Only User Cert/)
    const indirect = await shownCrl({ revoked, misbehaviour: 'indirect' })
    assert.match(indirect, /Distribution Point: critical Indirect CRL/)
    assert.match(indirect, /Certificate Issuer: critical/)
    assert.equal(await pki.authority.crl(issuer, { revoked, misbehaviour: 'silent' }), null)
    assert.equal((await crlOf({ revoked, misbehaviour: 'empty' })).length, 0)
  })

  it('answers OCSP as OpenSSL expects, with and without nonce, in SHA-1 and SHA-256', async () => {
    for (const options of [{}, { nonce: '-no_nonce' }, { digest: '-sha256' }]) {
      assert.match(await askOcsp(undefined, options), /Response verify OK[\s\S]*leaf\.pem: good/)
      assert.match(await askOcsp({ revoked: [serial] }, options), /Response verify OK[\s\S]*leaf\.pem: revoked/)
    }
    assert.match(await askOcsp({ revoked: ['01'] }), /leaf\.pem: good/)
  })

  const expected: Readonly<Record<string, RegExp>> = {
    silent: /^no answer$/,
    stale: /leaf\.pem: WARNING: Status times invalid[\s\S]*revoked/,
    replayed: /leaf\.pem: WARNING: Status times invalid[\s\S]*good/,
    'wrong-signer': /Response Verify Failure[\s\S]*revoked/,
    'no-crl-number': /Response verify OK[\s\S]*leaf\.pem: revoked/,
    'critical-crl-number': /Response verify OK[\s\S]*leaf\.pem: revoked/,
    'no-next-update': /Response verify OK[\s\S]*leaf\.pem: revoked(?![\s\S]*Next Update)/,
    'for-users': /Response verify OK[\s\S]*leaf\.pem: revoked/,
    indirect: /Response verify OK[\s\S]*leaf\.pem: revoked/,
    empty: /Response verify OK[\s\S]*leaf\.pem: revoked/,
    'by-participant': /Response Verify Failure[\s\S]*revoked/,
    unknown: /Response verify OK[\s\S]*leaf\.pem: unknown/,
    'try-later': /trylater/,
    'other-serial': /Response verify OK[\s\S]*ERROR: No Status found/,
    'other-nonce': /Nonce Verify error/,
  }
  for (const { name, title } of revocationMisbehaviours)
    it(`answers OCSP like one ${title}`, async () => {
      assert.match(await askOcsp({ revoked: [serial], misbehaviour: name }), expected[name] as RegExp)
    })

  it('says malformedRequest to what is no request, and unknown to questions about another issuer', async () => {
    for (const junk of ['', '30', '3003020100', '308000', 'ffff'])
      assert.equal((await pki.authority.ocsp(issuer, Buffer.from(junk, 'hex')))?.toString('hex'), '30030a0101')
    await askOcsp()
    const elsewhere = await pki.authority.ocsp(issuerId(leaf.chain[2] as Buffer), await readFile(file('request.der')))
    await writeFile(file('elsewhere.der'), elsewhere as Buffer)
    assert.match(
      (await openssl('ocsp', '-noverify', '-resp_text', '-respin', file('elsewhere.der'))).text,
      /Cert Status: unknown/,
    )
  })

  it('refuses unknown names and issuers', async () => {
    await assert.rejects(pki.authority.crl(issuer, { revoked: [], misbehaviour: 'lazy' }), /Unknown misbehaviour/)
    await assert.rejects(pki.authority.crl('0'.repeat(64)), /No issuer 0{64}/)
    await assert.rejects(pki.authority.crl('../authority'), /not the id of an issuer/)
  })

  it('lets another process answer for an intermediate that was made for one leaf', async () => {
    const request = {
      partyId: 'did:example:q',
      kind: 'revoked-intermediate',
      revocation: { base: httpUrl, scope: 'two' },
    }
    const { chain } = await openAuthority(pki.authority.folder).issue(request)
    const other = openAuthority(pki.authority.folder)
    const intermediate = reference(chain[1] as Buffer, chain[2] as Buffer)
    const crls = [
      await other.crl(issuerId(chain[1] as Buffer)),
      await other.crl(intermediate.issuer, { revoked: [intermediate.serial] }),
    ]
    const { errors } = await verify(pki.folder, { chain, roots: pki.roots, crls: crls as Buffer[] })
    assert.deepEqual(errors, ['certificate revoked'])
    await writeFile(file('intermediate.pem'), pem(chain[1] as Buffer))
    const { text } = await openssl('x509', '-text', '-noout', '-in', file('intermediate.pem'))
    assert.ok(text.includes(`/crl/${intermediate.issuer}/${intermediateScope('two')}.crl`), text)
  })
})
