import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { keyUsage as keyUsageOf } from '../../harness/wire/der.js'
import { accepted } from '../../suites/positive/positive.cases.js'
import { httpUrl, makePki, type TestPki } from './ca-pki.js'

/** What `certificates.keyUsage` of a target file may say. */
const settings = [['nonRepudiation'], ['digitalSignature', 'nonRepudiation'], ['nonRepudiation', 'keyEncipherment']]

const kinds = accepted.flatMap(({ id, mutate }) =>
  [mutate].flat().flatMap((each) => (each.entry === 'certificate' ? [{ id, kind: each.kind }] : [])),
)

describe('certificates that have to be accepted', () => {
  let pki: TestPki
  before(async () => {
    pki = await makePki({ size: 8, largeKeys: true })
  })
  after(() => pki.remove())

  const leaf = async (keyUsage: readonly string[], kind?: string) => {
    const request = { partyId: 'did:example:p', keyUsage, revocation: { base: httpUrl, scope: 's' } }
    const { chain } = await pki.authority.issue(kind === undefined ? request : { ...request, kind })
    return chain[0] as Buffer
  }

  it('has rows to look at', () => assert.ok(kinds.length >= 20, `${kinds.length} kinds`))

  for (const keyUsage of settings)
    it(`have the key usage of the control where the target file says ${keyUsage.join(', ')}`, async () => {
      const control = keyUsageOf(await leaf(keyUsage))
      assert.deepEqual(control, keyUsage)
      for (const { id, kind } of kinds)
        assert.deepEqual(keyUsageOf(await leaf(keyUsage, kind)), control, `${id}: ${kind}`)
    })
})
