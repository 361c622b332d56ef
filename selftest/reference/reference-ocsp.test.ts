import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { revocationMisbehaviours } from '../../ca/index.js'
import { Certificate } from '../../harness/reference/pki/certificate.js'
import { readOcspResponse } from '../../harness/reference/pki/revocation/ocsp.js'
import { ocspRequest } from '../../harness/reference/pki/revocation/ocsp-request.js'
import { readBasicResponse } from '../../harness/reference/pki/revocation/ocsp-response.js'
import { openssl } from '../ca/ca-openssl.js'
import { httpUrl, makePki, type TestPki } from '../ca/ca-pki.js'
import { makeResponder } from '../ca/openssl-responder.js'
import { needs } from '../stage/needs.js'

const hex = (bytes: Buffer | undefined): string | undefined => bytes?.toString('hex').toUpperCase()

describe('OCSP answers as the reference reads them', { skip: needs('openssl') }, () => {
  let pki: TestPki
  let leaf: Certificate
  let issuer: Certificate
  const file = (name: string): string => join(pki.folder, name)
  before(async () => {
    pki = await makePki({ size: 2, largeKeys: false })
    const { chain } = await pki.authority.issue({ partyId: 'p', revocation: { base: httpUrl, scope: 'one' } })
    ;[leaf, issuer] = chain.map((der) => new Certificate(der)) as [Certificate, Certificate]
  })
  after(() => pki.remove())

  const statuses: Readonly<Record<string, string>> = {
    stale: 'undetermined',
    replayed: 'undetermined',
    'wrong-signer': 'undetermined',
    unknown: 'undetermined',
    'try-later': 'undetermined',
    'other-serial': 'undetermined',
    'by-participant': 'undetermined',
  }
  for (const name of [undefined, ...revocationMisbehaviours.map((row) => row.name)])
    it(`reads the OCSP answer of a source ${name ?? 'without fault'} as OpenSSL does`, async () => {
      const id = issuer.fingerprint.toString('hex')
      for (const revoked of [[], [leaf.serialHex]]) {
        const der = await pki.authority.ocsp(id, ocspRequest(leaf, issuer), { revoked, misbehaviour: name })
        if (der === null) return assert.equal(name, 'silent')
        await writeFile(file('response.der'), der)
        const { text } = await openssl('ocsp', '-respin', file('response.der'), '-noverify', '-resp_text')
        const single = readBasicResponse(der)?.responses[0]
        assert.deepEqual(
          [hex(single?.issuerName), hex(single?.issuerKey), hex(single?.serial), single?.status],
          [/Name Hash: (.*)/, /Key Hash: (.*)/, /Serial Number: (.*)/, /Cert Status: (.*)/].map(
            (part) => part.exec(text)?.[1],
          ),
        )
        const times = [/This Update: (.*)/, /Next Update: (.*)/].map((part) => Date.parse(part.exec(text)?.[1] ?? ''))
        assert.deepEqual([single?.thisUpdate ?? NaN, single?.nextUpdate ?? NaN], times)
        const { status } = readOcspResponse(der, leaf, issuer)
        assert.equal(status, statuses[name ?? ''] ?? (revoked.length > 0 ? 'revoked' : 'good'))
      }
    })

  it('believes the authority and the responders that it named', async () => {
    const { root: authority, leaf: own, answer } = await makeResponder(pki.folder)
    const read = (der: Buffer) => readOcspResponse(der, own, authority)
    const about = ['-ndays', '1']
    assert.equal(read(await answer('root', 'V', ...about)).status, 'good')
    assert.equal(read(await answer('delegate', 'V', ...about)).status, 'good')
    assert.equal(read(await answer('delegate', 'R', ...about)).status, 'revoked')
    assert.equal(read(await answer('delegate', 'R', ...about, '-resp_key_id')).status, 'revoked')
    assert.equal(read(await answer('delegate', 'R', ...about, '-resp_no_certs')).status, 'undetermined')
    for (const signer of ['stranger', 'impostor'] as const)
      assert.equal(read(await answer(signer, 'R', ...about)).status, 'undetermined')
    const endless = read(await answer('delegate', 'V'))
    assert.equal(endless.status, 'good')
    assert.ok(Math.abs(endless.nextUpdate - Date.now()) < 3_600_000, 'remembered although it names no end')
  })
})
