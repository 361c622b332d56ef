import { writeFileSync } from 'node:fs'
import { listChecks } from '../../harness/cli/list-checks.js'
import { type Role, roles } from '../../requirements/types.js'
import { certifyReference } from './certify.js'
import { type Board, type Cell, checksOf, namedAlone, namedGlobalFaults, play, playAlone, surprise } from './matrix.js'
import { foreignGroups, namedGroups, rounds } from './schedule.js'
import { table } from './table.js'

const seed = 20261120
const page = 'docs/kill-matrix.md'
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const boardOf = async (role: Role): Promise<Board> => ({
  role,
  seed,
  checks: checksOf(await listChecks(), role),
  baseline: await certifyReference({ role, seed }),
})

/** Roles named on the command line: of those, the pairs that the checks name. Otherwise the whole table. */
const asked = process.argv.slice(2)
const isAsked = (role: Role): boolean => asked.length === 0 || asked.includes(role)

const cells: Cell[] = []
const keep = (more: readonly Cell[]): void => {
  cells.push(...more)
  for (const cell of more) {
    const words = surprise(cell)
    if (words !== undefined) say(`  ${words}`)
  }
}

// The token endpoints of the roles share their rules: the whole table is played for one, the naming checks for all.
for (const role of roles.filter(isAsked)) {
  const board = await boardOf(role)
  const foreign = asked.length === 0 && role === 'ServiceProvider' ? rounds(foreignGroups(board)) : []
  keep(await play(board, [...rounds(namedGroups(board)), ...foreign], say))
  keep(await playAlone(board, [...namedAlone(board), ...namedGlobalFaults(board)]))
}

writeFileSync(page, table(cells))
const surprises = cells.filter((cell) => surprise(cell) !== undefined).length
say(`${page}: ${cells.length} cells, ${surprises} surprises`)
process.exitCode = surprises === 0 ? 0 : 1
