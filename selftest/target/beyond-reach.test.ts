import assert from 'node:assert/strict'
import { test } from 'node:test'
import { labBeyondReach, labOfKnownParties } from '../../harness/check/parties/beyond-reach.js'
import { givenParties } from '../../harness/check/parties/given-parties.js'
import type { GivenParty } from '../../harness/check/parties/statements.js'
import { NotTestable } from '../../harness/contracts/errors.js'
import type { LabClient } from '../../harness/lab/channel/client.js'

const stop = (reason: string): never => {
  throw new NotTestable(reason)
}
const labAsked = (...subjects: readonly string[]) => ({ subjects: async () => subjects }) as unknown as LabClient
const unseen = /only the lab's registry tells/

test('the silence of a registry that the target does not talk to says nothing of whom it asked about', async () => {
  await assert.rejects(labBeyondReach(labAsked('did:a'), stop).subjects('party-lookup'), unseen)
})

test('a target that has known its clients for long need not have asked about anybody', async () => {
  await assert.rejects(labOfKnownParties(labAsked(), stop).subjects('party-lookup'), unseen)
  assert.deepEqual(await labOfKnownParties(labAsked('did:a'), stop).subjects('party-lookup'), ['did:a'])
})

test('a participant of whom nothing is asked is another one than those of the check, as long as there is one', async () => {
  const given = ['did:a', 'did:b', 'did:c'].map((partyId) => ({ partyId }) as GivenParty)
  const source = givenParties(given, stop)
  const names = { partyId: '', unique: 'x' }
  const spare = async () => (await source.spare?.(names))?.partyId
  const made = [(await source.make(names)).partyId, (await source.make(names)).partyId]
  assert.ok(!made.includes((await spare()) ?? ''))
  made.push((await source.make(names)).partyId)
  assert.equal(await spare(), made.at(-1))
})
