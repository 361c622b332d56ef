import type { CheckResult, RequirementResult, Results, RoleResult, TargetResult } from '../harness/contracts/results.js'
import { concernsRole } from '../harness/evidence/compare.js'
import type { Profile } from '../requirements/types.js'

/** One role of one target: what a verdict is about. */
export interface Unit extends RoleResult {
  /** Position in the run, from 1; part of every anchor. */
  readonly number: number
  readonly target: TargetResult
  /** `role`, with the target's name before it where the run has several targets. */
  readonly title: string
  /** Those that concern the role. */
  readonly checks: readonly CheckResult[]
  /** Checks of the suite that concern other roles alone. */
  readonly elsewhere: readonly CheckResult[]
  readonly requirements: readonly RequirementResult[]
  /** Requirement of this unit by id. */
  readonly requirement: (id: string) => RequirementResult | undefined
}

/** All units of a run in the order of its targets. Checks of a role that no target declares get a unit too, so that none is lost. */
export function units(results: Results): readonly Unit[] {
  const found: Unit[] = []
  const add = (target: TargetResult, role: RoleResult) => {
    const own = (row: CheckResult | RequirementResult) => row.target === target.name && row.role === role.role
    const requirements = results.requirements.filter(own)
    const checks = results.checks.filter(own)
    const byId = new Map(requirements.map((row) => [row.id, row]))
    found.push({
      ...role,
      number: found.length + 1,
      target,
      title: results.targets.length > 1 ? `${target.name}, ${role.role}` : role.role,
      checks: checks.filter(concernsRole),
      elsewhere: checks.filter((check) => !concernsRole(check)),
      requirements,
      requirement: (id) => byId.get(id),
    })
  }
  for (const target of results.targets) for (const role of target.roles) add(target, role)
  for (const { target: name, role } of results.checks) {
    if (found.some((unit) => unit.target.name === name && unit.role === role)) continue
    const target = results.targets.find((one) => one.name === name) ?? { name, partyId: 'unknown', roles: [] }
    add(target, { role, verdict: 'not-fully-verified' })
  }
  return found
}

/** Profile that a unit's verdict speaks for, where it is known. */
export function profileOf(unit: Unit, results: Results): Profile | undefined {
  return unit.profile ?? results.run.profile
}
