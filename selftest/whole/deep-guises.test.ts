import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listChecks } from '../../harness/cli/list-checks.js'
import { refuses } from '../../harness/guises/choose.js'
import type { Role } from '../../requirements/types.js'
import { resultsOf } from '../kill-matrix/certify.js'
import { seeded } from '../kill-matrix/schedule.js'
import { drawSeed } from '../stage/draw-seed.js'

// In the deep profile all messages of a check are sent in all pairs of guises: what is wrong with a message has to be
// wrong in each of them.

const seed = drawSeed()
/** How many checks of a role are drawn, of those that last no longer than others. */
const drawn = 8
/** Each pair of guises costs a login at these: one of them is drawn. */
const logsIn = (id: string): boolean => id.startsWith('relying-party.')

for (const role of ['ServiceProvider', 'AuthorisationRegistry', 'ParticipantRegistry'] satisfies readonly Role[])
  test(`a conforming ${role} passes checks in every pair of guises`, async (context) => {
    const random = seeded(seed)
    const only = (await listChecks())
      .filter((one) => one.role === role && one.selected.run && one.timing.waits === 0 && refuses(one.check))
      .filter(({ check }) => check.level === 'must' && check.profile !== 'deep')
      .map(({ check }) => ({ id: check.id, at: random() }))
      .sort((one, other) => one.at - other.at)
      .map(({ id }) => id)
      .filter((id, at, ids) => !logsIn(id) || ids.findIndex(logsIn) === at)
      .slice(0, drawn)
    context.diagnostic(`seed ${seed}: ${only.join(', ')}`)
    const { checks } = await resultsOf({ role, seed, only, profile: 'deep', guises: 'usual' })
    const played = checks.filter(({ id }) => only.includes(id))
    assert.equal(played.length, drawn)
    for (const { id, verdict, reason, guises = [] } of played) {
      assert.ok(['pass', 'not-applicable'].includes(verdict), `${id}: ${verdict}: ${reason}`)
      if (verdict === 'pass') assert.ok(guises.length > 0, `${id} was played in no guise`)
    }
  })
