import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { listChecks } from '../../harness/cli/list-checks.js'
import type { SuiteCheck } from '../../harness/run/plan.js'
import type { Role } from '../../requirements/types.js'
import { readAsked } from './asked.js'
import { certifyReference } from './certify.js'
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
} from './matrix.js'
import { merged, readPlayed, writtenPlayed } from './played.js'
import { foreignGroups, namedGroups, rounds, seeded } from './schedule.js'
import { table } from './table.js'

const seed = 20261120
const page = 'docs/kill-matrix.md'
const record = 'selftest/kill-matrix/played.tsv'
/** Checks that a fault of the whole participant meets in a sample though they do not name it. */
const strangers = 8
const say = (line: string): void => void process.stdout.write(`${line}\n`)

const asked = readAsked(process.argv.slice(2))
const planned = await listChecks()
const known = readPlayed(record)
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD']).toString().trim()
const cells: Cell[] = []
const keep = (more: readonly Cell[]): void => {
  cells.push(...more)
  for (const words of more.flatMap((cell) => surprise(cell) ?? [])) say(`  ${words}`)
  write()
}
const write = (): void => {
  const played = merged(known, cells, commit)
  writeFileSync(record, writtenPlayed(played))
  writeFileSync(page, table(played, planned))
}

/** The checks of a role that are asked for, and what they say without any fault. */
async function boardOf(role: Role, all: readonly SuiteCheck[]): Promise<Board> {
  const checks = checksOf(all, role, asked.deep).filter(
    ({ id }) => asked.checks.length === 0 || asked.checks.some((start) => id.startsWith(start)),
  )
  const part = asked.deep || asked.checks.length > 0
  const run = { role, seed, profile: asked.deep ? ('deep' as const) : ('standard' as const) }
  return { ...run, checks, baseline: await certifyReference({ ...run, only: part ? checks.map(({ id }) => id) : [] }) }
}

/** Rounds of the faults that the checks of a board do not name, among all that a role has. */
function foreignRounds(board: Board) {
  const own = new Set(board.checks.map(({ id }) => id))
  const groups = foreignGroups({ role: board.role, checks: checksOf(planned, board.role) })
  return rounds(new Map([...groups].filter(([check]) => own.has(check)))).slice(0, asked.foreign(board.role))
}

const random = seeded(seed)
for (const role of asked.page ? [] : asked.roles) {
  const began = Date.now()
  const board = await boardOf(role, planned)
  if (board.checks.length === 0) continue
  const all = rounds(namedGroups(board))
  const foreign = foreignRounds(board)
  keep(await play(board, all, say))
  keep(await play(board, foreign, say))
  keep(await playAlone(board, namedAlone(board)))
  const drawn = (): readonly string[] =>
    Array.from({ length: foreign.length === 0 ? 0 : strangers }, () => random()).flatMap(
      (at) => board.checks[Math.floor(at * board.checks.length)]?.id ?? [],
    )
  await twoAtATime(namedGlobalFaults(board), async (fault) => {
    say(`${role}: ${fault}`)
    keep(await playEverywhere(board, fault, drawn()))
  })
  say(`${role}: ${Math.round((Date.now() - began) / 1000)} s`)
}

write()
const surprises = cells.filter((cell) => surprise(cell) !== undefined).length
say(`${page}: ${cells.length} cells, ${surprises} surprises`)
process.exitCode = surprises === 0 ? 0 : 1
