import { createHash } from 'node:crypto'
import { covers, test } from '../support/test.js'
import { defects, fuzzed } from './fuzz.cases.js'

test('refuses client assertions with random defects', covers(fuzzed), async ({ client, judge }) => {
  const control = await client.message()
  await judge.grants(control)
  // The scope of a party follows from the seed of the run, and so do the defects.
  const seed = createHash('sha256').update(control.party.scope).digest().readInt32BE()
  judge.observes('seed of the defects', seed)
  for (const mutate of defects(seed, 300)) await judge.refuses(client.next(control, { mutate }))
})
