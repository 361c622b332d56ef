import assert from 'node:assert/strict'
import { test } from 'node:test'
import { certifyReferences } from './certified.js'

for (const workers of [1, 2])
  test(`certifies the fault-free references with ${workers} worker(s)`, async () => {
    const results = await certifyReferences(workers, 1_000 + workers)
    assert.deepEqual(
      results.targets.flatMap(({ roles }) => roles.map(({ role, verdict }) => `${role}: ${verdict}`)),
      ['EntitledParty', 'ServiceProvider', 'AuthorisationRegistry', 'ParticipantRegistry'].map(
        (role) => `${role}: certified`,
      ),
    )
    assert.equal(results.complete, true)
    assert.ok(results.checks.filter(({ verdict }) => verdict === 'pass').length > 1_000)
  })
