import { type FaultName, faults } from '../../harness/faults/faults.js'
import type { SuiteCheck } from '../../harness/run/plan.js'
import { type Role, roles } from '../../requirements/types.js'
import { collateral, isCollateral } from './collateral.js'
import type { Pair, Played } from './played.js'
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
interface Named extends Pick<Pair, 'role' | 'fault' | 'check'> {
  readonly played: Pair | undefined
}

const isLeft = ({ played }: Named): boolean => played === undefined
const isOf =
  (role: Role) =>
  (pair: Named): boolean =>
    pair.role === role
const changed = ({ before, verdict }: Pair): boolean => before !== verdict
const isNoticed = ({ played }: Named): boolean =>
  played !== undefined && changed(played) && ['fail', 'finding'].includes(played.verdict)
const once = (names: readonly string[]): string => [...new Set(names)].sort().join(', ')
const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)
const key = ({ role, fault, check }: Pick<Pair, 'role' | 'fault' | 'check'>): string => `${role} ${fault} ${check}`

/** The kill matrix as a page: per fault the checks that noticed it, at which roles, and how many others stayed as they were. */
export function table({ pairs, unchanged }: Played, planned: readonly SuiteCheck[]): string {
  const byKey = new Map(pairs.map((pair) => [key(pair), pair]))
  const named = planned
    .filter(({ selected }) => selected.run)
    .flatMap(({ role, check: { id: check, detects } }) =>
      detects.map((fault) => ({ role, check, fault: fault as FaultName })),
    )
    .map((pair): Named => ({ ...pair, played: byKey.get(key(pair)) }))
  const isNamed = new Set(named.map(key))
  const beside = pairs.filter((pair) => changed(pair) && !isNamed.has(key(pair)))
  const noticed = named.filter(isNoticed)
  const left = named.filter(isLeft)
  const untouched = roles.filter((role) => named.some(isOf(role)) && named.filter(isOf(role)).every(isLeft))
  return [
    '# Kill matrix',
    '',
    `Made by \`npm run kill-matrix\` of what came of each pair when it was played last (\`selftest/kill-matrix/played.tsv\`): ${noticed.length} of the`,
    `${named.length} pairs of a fault and a check that names it turned the check red, or into a finding where it is no must. ${sum([...unchanged.values()])} times a check met a fault`,
    'that it does not name, alone or among others, and stayed as it was; where one did not, it is collateral, named with its reason.',
    '',
    '| role | | pairs that are named | of them noticed | played last at | checks that stayed as they were under a fault that they do not name |',
    '|---|---|---|---|---|---|',
    ...roles.map((role) => roleRow(role, named, unchanged)),
    '',
    ...listed('Not noticed', named.filter((pair) => pair.played && !isNoticed(pair)).map(words)),
    ...listed(
      'Noticed where no reason is known',
      beside.filter(({ fault, check }) => !isCollateral(fault, check)).map(words),
    ),
    ...listed('Not played', [
      ...untouched.map((role) => `every pair of the ${role}: not yet`),
      ...notPlayed(left.filter(({ role }) => !untouched.includes(role))),
    ]),
    '| fault | what the participant does wrong | noticed by | at | others unchanged |',
    '|---|---|---|---|---|',
    ...(Object.keys(faults) as FaultName[]).flatMap((fault) => faultRow(fault, noticed, beside, unchanged)),
    '',
  ].join('\n')
}

function roleRow(role: Role, named: readonly Named[], unchanged: Played['unchanged']): string {
  const own = named.filter((pair) => pair.role === role)
  const others = sum([...unchanged].flatMap(([at, count]) => (at.startsWith(`${role}\t`) ? [count] : [])))
  const at = own.flatMap(({ played }) => played?.at ?? [])
  const commits = [...new Set(at)].sort().map((one) => `\`${one}\` (${at.filter((other) => other === one).length})`)
  return `| ${role} | ${short[role]} | ${own.length} | ${own.filter(isNoticed).length} | ${commits.join(', ')} | ${others} |`
}

const words = ({ role, fault, check }: Pick<Pair, 'role' | 'fault' | 'check'>): string =>
  `\`${fault}\` × ${check} (${short[role]})`

const listed = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [`${title}:`, '', ...[...new Set(lines)].sort().map((line) => `- ${line}`), '']

/** One line per pair, whatever the role, with the reason. */
function notPlayed(named: readonly Named[]): readonly string[] {
  const lines = new Map<string, Role[]>()
  for (const { role, fault, check } of named) {
    const line = `\`${fault}\` × ${check}: ${whyNotPlayed(fault, check)}`
    lines.set(line, [...(lines.get(line) ?? []), role])
  }
  return [...lines].map(([line, at]) => `${line} (${at.map((role) => short[role]).join(', ')})`)
}

function faultRow(
  fault: FaultName,
  noticed: readonly Named[],
  beside: readonly Pair[],
  unchanged: Played['unchanged'],
): readonly string[] {
  const own = noticed.filter((pair) => pair.fault === fault)
  if (own.length === 0) return []
  const more = once(beside.filter((pair) => pair.fault === fault).map(({ check }) => check))
  const reach = more === '' ? '' : ` (collateral: ${more}; ${collateral[fault]?.reason ?? 'undeclared'})`
  const at = roles.filter((role) => own.some((pair) => pair.role === role)).map((role) => short[role])
  const others = sum(roles.map((role) => unchanged.get(`${role}\t${fault}`) ?? 0))
  return [
    `| \`${fault}\` | ${faults[fault].does} | ${once(own.map(({ check }) => check))}${reach} | ${at.join(', ')} | ${others} |`,
  ]
}
