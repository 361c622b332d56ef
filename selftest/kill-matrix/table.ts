import { type FaultName, faults } from '../../harness/faults/faults.js'
import { collateral } from './collateral.js'
import type { Cell } from './matrix.js'

/** The kill matrix as a page: per fault the checks that noticed it, and how many others stayed as they were. */
export function table(cells: readonly Cell[]): string {
  const rows = (Object.keys(faults) as FaultName[]).flatMap((fault) => rowsOf(fault, cells))
  const pairs = cells.reduce((sum, cell) => sum + cell.faults.length, 0)
  const roles = [...new Set(cells.map(({ role }) => role))].join(', ')
  return [
    '# Kill matrix',
    '',
    `Made by \`npm run kill-matrix\`: ${pairs} pairs of fault and check, played against the reference ${roles}. Each fault of a reference role`,
    'turns the checks that name it red; every other check that was played against it stays as it was, but for the collateral that is named with its reason.',
    '',
    '| fault | what the participant does wrong | noticed by | others unchanged |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}

function rowsOf(fault: FaultName, cells: readonly Cell[]): string[] {
  const own = cells.filter((cell) => cell.faults.includes(fault))
  if (own.length === 0) return []
  const changed = own.filter(({ verdict, before }) => verdict !== before)
  const noticed = [...new Set(changed.filter(({ named }) => named).map(({ check }) => check))].sort()
  const beside = [...new Set(changed.filter(({ named }) => !named).map(({ check }) => check))].sort()
  const more =
    beside.length > 0 ? ` (collateral: ${beside.join(', ')}; ${collateral[fault]?.reason ?? 'undeclared'})` : ''
  return [`| \`${fault}\` | ${faults[fault].does} | ${noticed.join(', ')}${more} | ${own.length - changed.length} |`]
}
