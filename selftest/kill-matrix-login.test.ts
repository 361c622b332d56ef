import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listChecks } from '../harness/cli/list-checks.js'
import { faults } from '../harness/faults/faults.js'
import { checksOf, play, surprise } from './kill-matrix/matrix.js'
import { namedGroups, rounds, seeded } from './kill-matrix/schedule.js'

const role = 'IdentityProvider'
const seed = 11
/** Checks that are drawn. */
const count = 6

// All of them, and those of the whole participant, are played by `npm run kill-matrix`, at the other roles of a login too.
test('a sample of the faults of a human login is noticed by the checks that name them', async () => {
  const logins = checksOf(await listChecks(), role).filter(
    ({ id, detects }) => id.startsWith('login.') && detects.some((fault) => faults[fault].scope === 'party'),
  )
  const random = seeded(seed)
  const drawn = logins.map((check) => ({ check, at: random() })).sort((one, other) => one.at - other.at)
  const checks = drawn.slice(0, count).map(({ check }) => check)
  const baseline = new Map(checks.map(({ id }) => [id, { verdict: 'pass' as const, reason: '' }]))
  const cells = await play({ role, seed, checks, baseline }, rounds(namedGroups({ role, checks })).slice(0, 1))
  assert.equal(cells.length, count)
  assert.deepEqual(
    cells.flatMap((cell) => surprise(cell) ?? []),
    [],
  )
})
