import { type FaultName, faults } from '../../harness/faults/faults.js'
import type { ListedCheck } from '../../harness/runner/kept-list.js'
import { type Role, roles } from '../../requirements/types.js'
import { type Cell, changed, isNoticed } from './cells.js'
import { collateral, isCollateral } from './collateral/collateral.js'
import { checksOf, keyOf } from './pairing.js'
import { whyNotPlayed } from './undecidable.js'

/** How a role is called in a column. */
const short: Readonly<Record<Role, string>> = {
  EntitledParty: 'EP',
  ServiceConsumer: 'SC',
  ServiceProvider: 'SP',
  AuthorisationRegistry: 'AR',
  ParticipantRegistry: 'PR',
  IdentityProvider: 'IP',
  IdentityBroker: 'IB',
}

/** A pair of which the check names the fault, and what it came to if it was played. */
interface Named {
  readonly role: Role
  readonly fault: FaultName
  readonly check: string
  readonly deep: boolean
  readonly cell: Cell | undefined
}

/** What the page is made of. */
export interface Made {
  readonly cells: readonly Cell[]
  readonly planned: readonly ListedCheck[]
  /** Where it was played: a commit id, or more words where files differed from it. */
  readonly at: string
  /** Pairings of the standard profile that were not played yet. */
  readonly left: number
}

const noticed = ({ cell }: Named): boolean => cell !== undefined && isNoticed(cell)
const once = (names: readonly string[]): string => [...new Set(names)].sort().join(', ')

/** The sentence by which `npm pack` knows a page that is whole and of its commit. */
const wholeAt = (at: string): string => `Made at commit ${at} by \`npm run kill-matrix\`, which played every pair.`

/** The kill matrix as a page: per fault the checks that noticed it, at which roles, and how many others stayed as they were. */
export function table({ cells, planned, at, left }: Made): string {
  const byKey = new Map(cells.map((cell) => [keyOf(cell), cell]))
  const all = namedOf(planned, byKey)
  const named = all.filter(({ deep }) => !deep)
  const deep = all.filter((pair) => pair.deep)
  const deepPlayed = deep.filter(({ cell }) => cell)
  const beside = cells.filter((cell) => !cell.named && changed(cell))
  const same = cells.filter((cell) => !cell.named && !changed(cell))
  return [
    '# Kill matrix',
    '',
    left === 0
      ? wholeAt(at)
      : `Made at commit ${at} by \`npm run kill-matrix\`, of which ${left} runs of a check are left.`,
    '',
    `${named.filter(noticed).length} of the ${named.length} pairs of a fault and a check of the standard profile that names it turned the check red, or into a finding where it is no must;`,
    `${deepPlayed.length === 0 ? `the ${deep.length} pairs of the deep profile were not played` : `so did ${deep.filter(noticed).length} of the ${deep.length} of the deep profile`}.`,
    `${same.reduce((sum, cell) => sum + cell.faults.length, 0)} times a check met a fault of its topic that it does not name, alone or beside others, and stayed as it was. Known to reach further are those that say so below, with the reason.`,
    '',
    '| role | | pairs that are named | of them noticed | faults that checks met and did not name, and stayed as they were |',
    '|---|---|--:|--:|--:|',
    ...roles.map((role) => roleRow(role, named, same)),
    '',
    ...listed('Not noticed', all.filter((pair) => pair.cell && !noticed(pair)).map(words)),
    ...listed('Noticed where no reason is known', beside.filter((cell) => !isDeclared(cell)).flatMap(wordsOf)),
    ...listed('Not played', notPlayed([...named, ...(deepPlayed.length > 0 ? deep : [])])),
    '| fault | what the participant does wrong | noticed by | at | others unchanged |',
    '|---|---|---|---|--:|',
    ...(Object.keys(faults) as FaultName[]).flatMap((fault) => faultRow(fault, all.filter(noticed), same)),
    '',
  ].join('\n')
}

const namedOf = (planned: readonly ListedCheck[], byKey: ReadonlyMap<string, Cell>): Named[] =>
  checksOf(planned).flatMap(({ role, id: check, detects, deep }) =>
    detects.map((fault) => ({ role, fault, check, deep, cell: byKey.get(keyOf({ role, check, faults: [fault] })) })),
  )

const isDeclared = ({ faults: names, check }: Cell): boolean => names.some((fault) => isCollateral(fault, check))

function roleRow(role: Role, named: readonly Named[], same: readonly Cell[]): string {
  const own = named.filter((pair) => pair.role === role)
  const others = same.filter((cell) => cell.role === role).reduce((sum, cell) => sum + cell.faults.length, 0)
  return `| ${role} | ${short[role]} | ${own.length} | ${own.filter(noticed).length} | ${others} |`
}

const words = ({ role, fault, check }: Omit<Named, 'deep' | 'cell'>): string =>
  `\`${fault}\` × ${check} (${short[role]})`
const wordsOf = ({ role, faults: names, check }: Cell): string[] => names.map((fault) => words({ role, fault, check }))

const listed = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [`${title}:`, '', ...[...new Set(lines)].sort().map((line) => `- ${line}`), '']

/** One line per pair, whatever the role, with the reason; one line per role of which nothing was played. */
function notPlayed(named: readonly Named[]): readonly string[] {
  const isUntouched = (role: Role): boolean =>
    named.filter((pair) => pair.role === role).every(({ cell }) => cell === undefined)
  const untouched = roles.filter((role) => named.some((pair) => pair.role === role) && isUntouched(role))
  const lines = new Map<string, Role[]>()
  for (const { role, fault, check, cell } of named)
    if (!cell && !untouched.includes(role)) {
      const line = `\`${fault}\` × ${check}: ${whyNotPlayed(fault, check)}`
      lines.set(line, [...(lines.get(line) ?? []), role])
    }
  return [
    ...untouched.map((role) => `every pair of the ${role}: not yet`),
    ...[...lines].map(([line, at]) => `${line} (${at.map((role) => short[role]).join(', ')})`),
  ]
}

function faultRow(fault: FaultName, pairs: readonly Named[], same: readonly Cell[]): readonly string[] {
  const own = pairs.filter((pair) => pair.fault === fault)
  if (own.length === 0) return []
  const known = collateral[fault]
  const reach = known === undefined ? '' : ` (reaches further: ${known.checks.join(', ')}; ${known.reason})`
  const at = roles.filter((role) => own.some((pair) => pair.role === role)).map((role) => short[role])
  const others = new Set(same.filter((cell) => cell.faults.includes(fault)).map(({ check }) => check)).size
  return [
    `| \`${fault}\` | ${faults[fault].does} | ${once(own.map(({ check }) => check))}${reach} | ${at.join(', ')} | ${others} |`,
  ]
}
