import { createHash } from 'node:crypto'
import type { Coverage } from '../support/row.js'
import { check } from '../support/row.js'
import { covers, test } from '../support/test.js'
import { randomMutations } from './fuzz.cases.js'

const fuzzed: Coverage = check('fuzz.assertion', 'JWT-SIGNED', 'skips-signature', {
  level: 'must',
  profile: 'deep',
  slow: 300,
  unsafe: 'flood',
})

test('refuses client assertions with random mutations', covers(fuzzed), async ({ client, judge }) => {
  const control = await client.message()
  await judge.grants(control)
  // The scope of a party follows from the seed of the run, and so do the mutations.
  const seed = createHash('sha256').update(control.party.scope).digest().readInt32BE()
  judge.observes('seed of the mutations', seed)
  for (const mutate of randomMutations(seed, 300)) await judge.refuses(client.next(control, { mutate }))
})
