import { serverRoles } from '../../harness/check/coverage.js'
import { listChecks } from '../../harness/cli/list-checks.js'
import type { FaultName } from '../../harness/faults/faults.js'
import { type Role, roles } from '../../requirements/types.js'
import { certifyReference } from './certify.js'
import { type Cell, namedGlobalFaults, play, playGlobal, surprise } from './matrix.js'
import { allPairs, type MatrixCheck, namingPairs, rounds, samplePairs, seeded } from './schedule.js'

const [what = 'all', ...asked] = process.argv.slice(2)
const wanted: readonly Role[] =
  asked.length > 0
    ? roles.filter((role) => asked.includes(role))
    : serverRoles.filter((role) => role !== 'ParticipantRegistry')
const seed = 20261120
const plan = await listChecks()

for (const role of wanted) {
  const checks: MatrixCheck[] = plan
    .filter((planned) => planned.role === role && planned.selected.run && planned.check.profile !== 'deep')
    .map(({ check: { id, detects } }) => ({ id, detects: detects as FaultName[] }))
  const baseline = await certifyReference({ role, seed })
  const pairs =
    what === 'named' ? namingPairs(checks) : what === 'sample' ? samplePairs(checks, 2, seeded(seed)) : allPairs(checks)
  const cells: Cell[] = []
  for (const round of rounds(pairs)) {
    cells.push(...(await play(role, seed, round, checks, baseline)))
    process.stdout.write(`${role}: ${cells.length} pairs, ${cells.filter(surprise).length} surprises\n`)
  }
  if (what !== 'sample')
    for (const fault of namedGlobalFaults(checks))
      cells.push(...(await playGlobal(role, seed, fault, [], checks, baseline)))
  for (const cell of cells) {
    const one = surprise(cell)
    if (one)
      process.stdout.write(
        `  ${one.fault} × ${one.check}: ${one.complaint} (${one.before} → ${one.verdict}: ${one.reason})\n`,
      )
  }
}
