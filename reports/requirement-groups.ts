import type { CheckResult, RequirementResult } from '../harness/contracts/results.js'
import { saysOf } from '../harness/evidence/compare.js'
import { groupBy } from './group.js'
import { count } from './text.js'
import type { Unit } from './units.js'

/** Checks of one requirement: what they show has one remedy. */
export interface RequirementGroup {
  readonly id: string
  /** Absent where the results do not hold it. */
  readonly row: RequirementResult | undefined
  readonly checks: readonly CheckResult[]
}

/** Checks by the requirement of which each speaks first, in the order of their first check. */
export const byRequirement = (unit: Unit, checks: readonly CheckResult[]): readonly RequirementGroup[] =>
  [...groupBy(checks, (check) => saysOf(check)[0] ?? '')].map(([id, own]) => ({
    id,
    row: unit.requirement(id),
    checks: own,
  }))

/** What the requirement says, in one sentence with its id; its id alone where no more is known. */
export const requirementWords = ({ id, row }: RequirementGroup): string =>
  row?.text === undefined ? id : `${row.text} (${id})`

/** The title of the first check, and how many more there are. */
export function checksWords({ checks }: RequirementGroup): string {
  const [first, ...more] = checks
  return `${first?.title} (${first?.id})${more.length === 0 ? '' : `, and ${count(more.length)} more`}`
}
