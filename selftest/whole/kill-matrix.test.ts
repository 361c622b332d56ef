import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { machineRoles } from '../../harness/check/coverage.js'
import { listChecks } from '../../harness/cli/list-checks.js'
import { type FaultName, faults } from '../../harness/faults/faults.js'
import type { Role } from '../../requirements/types.js'
import { certifyReference } from '../kill-matrix/certify.js'
import {
  type Board,
  type Cell,
  checksOf,
  namedAlone,
  namedGlobalFaults,
  play,
  playAlone,
  playEverywhere,
  surprise,
  twoAtATime,
} from '../kill-matrix/matrix.js'
import { foreignGroups, namedGroups, type RoleChecks, type Round, rounds, seeded } from '../kill-matrix/schedule.js'

// Faults of human login are played by `npm run kill-matrix`, and by the tests of logins in a sample: each login takes a browser, which is hidden here.
process.env.ASSAY_CHROMIUM = '/nowhere/chromium'

const seed = 7
const random = seeded(seed)
const drawn = <T>(items: readonly T[], count: number): T[] =>
  Array.from({ length: count }, () => items[Math.floor(random() * items.length)] as T)
/** All of a few, or a seeded sample of many. */
const sampled = <T>(items: readonly T[], count: number): T[] =>
  items.length <= count ? [...items] : drawn(items, count)
/** A seeded share of the pairs, packed anew: rounds that are nearly empty cost what full ones do. */
const share = (groups: ReadonlyMap<string, readonly (readonly FaultName[])[]>, part: number): Round[] =>
  rounds(new Map([...groups].map(([check, all]) => [check, all.filter(() => random() < part)] as const)))
const surprises = (cells: readonly Cell[]): string[] => cells.flatMap((cell) => surprise(cell) ?? [])

const boardOf = async (role: Role): Promise<RoleChecks> => ({
  role,
  checks: checksOf(await listChecks(), role).filter(({ id }) => !/^(relying-party|login-client)\./.test(id)),
})

const checksIn = (all: readonly Round[]): string[] => all.flatMap((round) => [...round.keys()])
const naming = ({ checks }: RoleChecks, some: readonly FaultName[]): string[] =>
  checks.filter(({ detects }) => detects.some((fault) => some.includes(fault))).map(({ id }) => id)

/** The ServiceProvider, whose faults the other roles have for the most part too. */
let first: RoleChecks
before(async () => {
  first = await boardOf('ServiceProvider')
})
const unchanged = async (board: Board, all: readonly Round[]): Promise<void> => {
  assert.deepEqual(surprises(await play(board, all)), [])
}
/** The pairs of a role whose faults the ServiceProvider has not. */
const ownRounds = (board: RoleChecks): Round[] => {
  const shared = new Set(first.checks.flatMap(({ detects }) => detects))
  const groups = [...namedGroups(board)].map(
    ([check, all]) => [check, all.filter((names) => names.some((name) => !shared.has(name)))] as const,
  )
  return rounds(new Map(groups))
}

// The whole of the matrix is `npm run kill-matrix`, of which `docs/kill-matrix.md` tells; here a seeded sample of it is played.
describe('faults of the reference ServiceProvider', () => {
  let board: Board
  let named: readonly Round[]
  let foreign: readonly Round[]
  let global: readonly FaultName[]
  let others: readonly string[]
  before(async () => {
    named = share(namedGroups(first), 0.05)
    foreign = share(foreignGroups(first), 0.001)
    global = sampled(namedGlobalFaults(first), 1)
    others = drawn(first.checks, 8).map(({ id }) => id)
    const only = [...checksIn([...named, ...foreign]), ...naming(first, global), ...others]
    board = { ...first, seed, baseline: await certifyReference({ role: first.role, seed, only }) }
  })

  test('each is noticed by the checks that name it', () => unchanged(board, named))

  test('others leave a check as it was', () => unchanged(board, foreign))

  test('those of the whole participant are noticed by the checks that name them, and by no other', async () => {
    await twoAtATime(global, async (fault) => {
      assert.deepEqual(surprises(await playEverywhere(board, fault, others)), [])
    })
  })
})

// An EntitledParty answers by the rules of an AuthorisationRegistry, which are played there.
for (const role of machineRoles.filter((one) => one !== 'ServiceProvider' && one !== 'EntitledParty'))
  test(`faults that only a ${role} has are noticed by the checks that name them`, async () => {
    const own = await boardOf(role)
    const some = sampled(ownRounds(own), 1)
    const shared = new Set(namedGlobalFaults(first))
    const whole = namedGlobalFaults(own).filter((fault) => !shared.has(fault))
    const alone = sampled([...namedAlone(own), ...whole], 1)
    const only = [...checksIn(some), ...naming(own, alone)]
    // No check of theirs alone takes 4096-bit keys, which the quick profile does not make.
    const profile = 'quick' as const
    const board = { ...own, seed, profile, baseline: await certifyReference({ role, seed, profile, only }) }
    await unchanged(board, some)
    assert.deepEqual(surprises(await playAlone(board, alone)), [])
  })

test('every fault is named by a check, and every must or strict check names a fault', async () => {
  const planned = (await listChecks()).filter(({ selected }) => selected.run).map(({ check }) => check)
  const named = new Set(planned.flatMap(({ detects }) => detects))
  assert.deepEqual(
    Object.keys(faults).filter((name) => !named.has(name)),
    [],
  )
  const faultless = planned.filter(({ level, detects }) => level !== 'should' && detects.length === 0)
  assert.deepEqual([...new Set(faultless.map(({ id }) => id))], [])
})
