import type { FaultName } from '../../harness/faults/faults.js'
import { rulesByFault } from '../../harness/reference/every-rule.js'
import { kindOf } from './kinds.js'

/** Faults that a check meets together at most. */
const together = 10
const rules = rulesByFault()

type Group = readonly FaultName[]

/**
 * Puts faults together, so that a check meets few groups in place of many faults. Faults of one kind hide nothing of
 * each other and come once (`kinds.ts`). A fault of no kind might be hidden by another, so it comes twice, and no two
 * of them meet both times.
 */
export function grouped(names: readonly FaultName[]): readonly Group[] {
  const ofAKind = names.filter((name) => kindOf(name) !== undefined)
  const others = names.filter((name) => kindOf(name) === undefined)
  return [...filled(ofAKind, together, (one, other) => kindOf(one) === kindOf(other)), ...rowsAndColumns(others)]
}

/** Rows and columns of a square; what stays alone in a row has met every check, and is in no column. */
function rowsAndColumns(names: readonly FaultName[]): readonly Group[] {
  const side = Math.min(together, Math.ceil(Math.sqrt(names.length)))
  // Two rows and two columns are no fewer than four faults.
  if (side <= 2) return names.map((name) => [name])
  const rows = filled(names, side)
  const met = new Map(rows.flatMap((row) => row.map((name) => [name, row] as const)))
  const left = rows.filter((row) => row.length > 1)
  const byColumn = Array.from({ length: side }, (_, column) => left.flatMap((row) => row[column] ?? [])).flat()
  const columns = filled(byColumn, side, (one, other) => met.get(one) !== met.get(other))
  return [...rows, ...columns]
}

/** Groups of so many at most, each fault in the first that it can be in. */
function filled(
  names: readonly FaultName[],
  most: number,
  goTogether: (one: FaultName, other: FaultName) => boolean = () => true,
): readonly Group[] {
  const groups: FaultName[][] = []
  for (const name of names) {
    const open = groups.find(
      (group) => group.length < most && group.every((other) => !shareRule(other, name) && goTogether(other, name)),
    )
    if (open) open.push(name)
    else groups.push([name])
  }
  return groups
}

/** Of two faults of one rule the one may put itself in the place of the other, so they never come together. */
const shareRule = (one: FaultName, other: FaultName): boolean =>
  (rules.get(one) ?? []).some((rule) => rules.get(other)?.includes(rule))
