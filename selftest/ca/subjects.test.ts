import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { openAuthority } from '../../ca/index.js'
import { httpUrl, makePki, type TestPki } from './ca-pki.js'

const partyId = 'EU.EORI.NL123456789'

describe('the subject of a participant says its Party Identifier where it is to stand', () => {
  let pki: TestPki
  before(async () => {
    pki = await makePki({ size: 2, largeKeys: false })
  })
  after(() => pki.remove())

  const subjectOf = async (subject: Parameters<typeof openAuthority>[2], kind = 'conforming') => {
    const authority = openAuthority(pki.authority.folder, pki.pool, subject)
    const { chain } = await authority.issue({ partyId, kind, revocation: { base: httpUrl, scope: 's' } })
    return new X509Certificate(chain[0] as Buffer).subject.split(/[\n+] ?/).map((one) => one.trim())
  }
  const prefixed = { organizationIdentifier: 'NTRNL-{party_id}', commonName: '{party_id}' }

  it('in two attributes by default', async () => {
    const said = await subjectOf(undefined)
    assert.deepEqual(
      said.filter((one) => one.includes(partyId)),
      [`organizationIdentifier=${partyId}`, `serialNumber=${partyId}`],
    )
  })

  it('in serialNumber alone', async () => {
    const said = await subjectOf({ serialNumber: '{party_id}' })
    assert.deepEqual(said, ['C=NL', 'O=Assay Participant', `serialNumber=${partyId}`])
  })

  for (const kind of ['conforming', 'subject-multi-valued', 'subject-utf8'])
    it(`behind a prefix and as common name, ${kind}`, async () => {
      const said = await subjectOf(prefixed, kind)
      assert.ok(said.includes(`organizationIdentifier=NTRNL-${partyId}`), said.join())
      assert.ok(said.includes(`CN=${partyId}`), said.join())
      assert.ok(!said.some((one) => one.startsWith('serialNumber=')), said.join())
    })
})
