import { createHash } from 'node:crypto'
import { covers, test } from '../support/test.js'
import { fuzzed, randomMutations } from './fuzz.cases.js'

test('refuses client assertions with random mutations', covers(fuzzed), async ({ client, judge }) => {
  const control = await client.message()
  await judge.grants(control)
  // The scope of a party follows from the seed of the run, and so do the mutations.
  const seed = createHash('sha256').update(control.party.scope).digest().readInt32BE()
  judge.observes('seed of the mutations', seed)
  for (const mutate of randomMutations(seed, 300)) await judge.refuses(client.next(control, { mutate }))
})
