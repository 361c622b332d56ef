import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { listChecks } from '../harness/cli/list-checks.js'
import { faults } from '../harness/faults/faults.js'
import type { Role } from '../requirements/types.js'
import { certifyReference } from './kill-matrix/certify.js'
import {
  type Board,
  type Cell,
  checksOf,
  namedGlobalFaults,
  namedPartyFaults,
  play,
  playEverywhere,
  surprise,
} from './kill-matrix/matrix.js'
import { foreignGroups, namedGroups, type Round, rounds, seeded } from './kill-matrix/schedule.js'
import { decidable } from './kill-matrix/undecidable.js'

const seed = 7
const random = seeded(seed)
const drawn = <T>(items: readonly T[], count: number): T[] =>
  Array.from({ length: count }, () => items[Math.floor(random() * items.length)] as T)
const surprises = (cells: readonly Cell[]): string[] => cells.flatMap((cell) => surprise(cell) ?? [])

const boardOf = async (role: Role): Promise<Board> => ({
  role,
  seed,
  checks: checksOf(await listChecks(), role),
  baseline: await certifyReference({ role, seed }),
})

/** The whole of the matrix is `npm run kill-matrix`; here every fault meets the checks that name it, and a seeded sample the others. */
for (const role of ['ServiceProvider', 'AuthorisationRegistry', 'EntitledParty'] as const)
  describe(`faults of the reference ${role}`, () => {
    let board: Board
    before(async () => {
      board = await boardOf(role)
    })
    const unchanged = async (all: readonly Round[]): Promise<void> => {
      assert.deepEqual(surprises(await play(board, all)), [])
    }

    test('each is noticed by the checks that name it', () => unchanged(rounds(namedGroups(board.checks))))

    if (role !== 'ServiceProvider') return
    test('others leave a check as it was', () => unchanged(drawn(rounds(foreignGroups(board.checks)), 2)))

    test('those of the whole participant are noticed by the checks that name them, and by no other', async () => {
      for (const fault of namedGlobalFaults(board)) {
        const others = drawn(board.checks, 8).map(({ id }) => id)
        assert.deepEqual(surprises(await playEverywhere(board, fault, others)), [])
      }
    })
  })

test('a sample of those of the reference ParticipantRegistry is noticed by the checks that name it', async () => {
  const board = await boardOf('ParticipantRegistry')
  for (const fault of drawn(namedPartyFaults(board).filter(decidable), 6))
    assert.deepEqual(surprises(await playEverywhere(board, fault, [])), [])
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
