import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { freshParties, type PartySource } from '../../harness/check/parties/parties.js'
import { further, record, unregistered } from '../../harness/mutations/mutation.js'
import type { Mutation } from '../../harness/mutations/types.js'
import { httpUrl, makePki, type TestPki } from '../ca/ca-pki.js'

// Keys come from a pool: with two in it, every other certificate has the key of the control unless somebody sees to it.

let pki: TestPki
let parties: PartySource
before(async () => {
  pki = await makePki({ size: 2, largeKeys: false })
  parties = freshParties({
    authority: pki.authority,
    keys: pki.pool,
    keyUsage: ['nonRepudiation'],
    httpUrl,
    register: () => Promise.resolve(),
  })
})
after(() => pki.remove())

const named = (unique: string) => ({ partyId: `did:example:${unique}`, unique })

const mutations: readonly (Mutation | undefined)[] = [
  undefined,
  unregistered(),
  further('subject name'),
  further('serial number'),
]
for (const mutation of mutations)
  test(`a party with ${mutation?.name ?? 'nothing special'} has another key than the control`, async () => {
    for (const between of [0, 1]) {
      const control = await parties.make(named('control'))
      for (let made = 0; made < between; made += 1) await pki.pool.take()
      const { certified } = await parties.make(named('mutated'), mutation, { control, beside: [control] })
      assert.ok(!certified.key.equals(control.certified.key), `${between} keys taken in between`)
    }
  })

test('a certificate that stands in the record in place of that of its party has another key', async () => {
  const keys: boolean[] = []
  const registered = record('another certificate', async (own, { party, issue }) => {
    for (const _ of [0, 1]) keys.push((await issue({})).key.equals(party.certified.key))
    return own
  })
  await parties.make(named('party'), registered)
  assert.deepEqual(keys, [false, false])
})
