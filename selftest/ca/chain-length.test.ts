import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { httpUrl, makePki, type TestPki } from './ca-pki.js'

describe('a chain of four, where one is asked for', () => {
  let pki: TestPki
  before(async () => {
    pki = await makePki({ size: 8, largeKeys: false })
  })
  after(() => pki.remove())

  const lengths = async (kind: string) => {
    const request = {
      partyId: 'did:example:p',
      keyUsage: ['nonRepudiation'],
      revocation: { base: httpUrl, scope: 's' },
      kind,
    }
    const usual = await pki.authority.issue(request)
    const longer = await pki.authority.issue({ ...request, under: 'intermediate-a2' })
    return [usual.chain.length, longer.chain.length]
  }

  for (const kind of [
    'fresh-intermediate',
    'revoked-intermediate',
    'expired-intermediate',
    'intermediate-without-ca-flag',
  ])
    it(`has the issuer of its own that a certificate of kind ${kind} has, below another one`, async () => {
      assert.deepEqual(await lengths(kind), [3, 4])
    })

  it('is none for a certificate whose issuers are what it is about', async () => {
    const [usual, longer] = await lengths('path-length-exceeded')
    assert.equal(longer, usual)
  })
})
