import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Profile, Role } from '../../requirements/types.js'
import { certifyReferences } from '../stage/certified.js'

interface Party {
  readonly profile: Profile
  readonly workers: number
  readonly roles: readonly Role[]
}

// A part of what `npm run certify` plays, which is the standard profile of all seven; `npm run soak` does so again and
// again. `looks.test.ts` certifies a ServiceProvider in three disguises.
const parties: readonly Party[] = [
  { profile: 'standard', workers: 2, roles: ['ParticipantRegistry'] },
  { profile: 'quick', workers: 1, roles: ['IdentityProvider', 'IdentityBroker'] },
]

// Side by side, since one worker leaves half of the machine idle.
describe('certifies the fault-free references', { concurrency: 2 }, () => {
  for (const { profile, workers, roles } of parties)
    test(`of ${roles.join(', ')} with ${workers} worker(s) in ${profile}`, async () => {
      const results = await certifyReferences(workers, 1_000 + workers, profile, roles)
      assert.deepEqual(
        results.targets.flatMap((target) => target.roles.map(({ role, verdict }) => `${role}: ${verdict}`)),
        roles.map((role) => `${role}: certified`),
      )
      assert.equal(results.complete, true)
      assert.ok(results.checks.filter(({ verdict }) => verdict === 'pass').length > 200)
    })
})
