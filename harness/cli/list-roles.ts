import type { Requirement, Role } from '../../requirements/types.js'
import { roles } from '../../requirements/types.js'

/** A check at a role, as it is counted. */
export interface CountedCheck {
  readonly id: string
  readonly role: Role
  readonly requirements: readonly string[]
}

/** What there is for a role: checks of what it answers and of what it sends of its own accord, and its rules. */
export interface RoleCounts {
  readonly role: Role
  readonly asServer: number
  readonly asClient: number
  readonly rulesChecked: number
  /** Rules that are checked at other roles, because nothing of the sort is seen of this one. */
  readonly rulesElsewhere: number
  readonly rulesNotTestable: number
}

/** Topics of checks about what a target sends of its own accord; all others are about what it answers. */
const asClient = ({ id }: CountedCheck): boolean => /^(client|asking|consumer)\./.test(id)

/** Counts the checks and the rules of each role. */
export const roleCounts = (
  checks: readonly CountedCheck[],
  requirements: readonly Requirement[],
): readonly RoleCounts[] =>
  roles.map((role) => {
    const own = checks.filter((check) => check.role === role)
    const rules = requirements.filter(({ binds }) => binds.some((binding) => binding.role === role))
    const checked = new Set(own.flatMap((check) => check.requirements))
    const open = rules.filter(({ id }) => !checked.has(id))
    const clients = own.filter(asClient).length
    const elsewhere = open.filter(({ untested }) => untested === undefined).length
    return {
      role,
      asServer: own.length - clients,
      asClient: clients,
      rulesChecked: rules.length - open.length,
      rulesElsewhere: elsewhere,
      rulesNotTestable: open.length - elsewhere,
    }
  })

/** The counts as a table for a terminal. */
export function roleTable(counts: readonly RoleCounts[]): string {
  const head = ['role', 'checks as server', 'as client', 'rules: checked', 'at other roles', 'not testable']
  const rows = counts.map((one) => [
    one.role,
    ...[one.asServer, one.asClient, one.rulesChecked, one.rulesElsewhere, one.rulesNotTestable].map(String),
  ])
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
  return [head, ...rows].map(line).join('\n')
}
