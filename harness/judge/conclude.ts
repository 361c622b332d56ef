import type {
  BaselineResult,
  CheckResult,
  CheckVerdict,
  GivenWaiver,
  RequirementResult,
  Results,
  RoleResult,
  TargetResult,
} from '../contracts/results.js'
import { concernsRole, saysOf } from '../evidence/compare.js'
import { type Gate, gateOf, type RoleFacts } from './gate.js'
import { isVerified, type JudgedRun, judgeRequirement, judgeRole } from './verdict.js'
import { applyWaivers } from './waivers.js'

/** What was judged, before anything was concluded from it: a run that ended, or the shards of one. */
export interface Judged extends Pick<Results, 'run' | 'suite' | 'complete' | 'assumptions' | 'policy'> {
  readonly interrupted: boolean
  readonly targets: readonly (Omit<TargetResult, 'roles'> & { readonly roles: readonly string[] })[]
  /** Whether a failing one is waived is concluded anew. */
  readonly checks: readonly CheckResult[]
  readonly requirements: readonly Omit<RequirementResult, 'verdict' | 'checks'>[]
  readonly waivers: readonly GivenWaiver[]
  /** Compares the checks, waivers applied, with a baseline. */
  readonly baseline?: ((checks: readonly CheckResult[]) => BaselineResult) | undefined
}

/** Results with the exit code of the gate. */
export interface Concluded {
  readonly results: Results
  readonly exitCode: Gate['exitCode']
}

/** Verdicts of requirements and roles, and the gate. */
export function conclude(judged: Judged): Concluded {
  const { run, suite, complete, interrupted, assumptions, policy } = judged
  const { checks, waivers } = applyWaivers(judged.checks, judged.waivers, Date.parse(run.finishedAt))
  const baseline = judged.baseline?.(checks)
  const own = byRole(checks)
  const roles: RoleFacts[] = []
  const targets = judged.targets.map(({ roles: named, ...target }): TargetResult => {
    const results = named.map((role): RoleResult => {
      const its = own.get(unitOf({ target: target.name, role })) ?? []
      const counted = its.map(({ verdict, level = 'must', profile = 'quick' }) => ({ verdict, level, profile }))
      roles.push({ target: target.name, role, verified: isVerified(counted, judgedRun(judged)) })
      const { profile } = run
      const verdict = judgeRole(counted, judgedRun(judged))
      return { role, ...(profile && { profile }), verdict, counts: countsOf(its.filter(concernsRole)) }
    })
    return { ...target, roles: results }
  })
  const { gate, exitCode, reasons } = gateOf({
    checks,
    roles,
    interrupted,
    complete,
    shard: run.shard,
    waivers,
    blocked: targets.flatMap(({ blocked = [] }) => blocked),
    baseline,
  })
  const requirements = judged.requirements.map((row) => {
    const its = (own.get(unitOf(row)) ?? []).filter((check) => check.requirements.includes(row.id))
    return { ...row, verdict: judgeRequirement(countingFor(row.id, its)), checks: its.map(({ id }) => id) }
  })
  return {
    exitCode,
    results: {
      version: 1,
      complete,
      gate,
      gateReasons: reasons,
      run,
      suite,
      targets,
      requirements,
      checks,
      assumptions,
      ...(waivers.length > 0 && { waivers }),
      ...(baseline && { baseline }),
      ...(policy && { policy }),
    },
  }
}

/** The same conclusions anew, from nothing but the verdicts of the checks: what a report that is rebuilt stands on. */
export const concludeAgain = (results: Results): Concluded =>
  conclude({
    ...results,
    interrupted: false,
    targets: results.targets.map((target) => ({ ...target, roles: target.roles.map(({ role }) => role) })),
    waivers: results.waivers ?? [],
    baseline: results.baseline && ((): BaselineResult => results.baseline as BaselineResult),
  })

/** The verdicts that count for a requirement. A check that broke others alone says nothing against it. */
export function countingFor(id: string, checks: readonly CheckResult[]): readonly CheckVerdict[] {
  const counting = checks.filter((check) => saysOf(check).includes(id))
  return (counting.length > 0 ? counting : checks).map(({ verdict }) => verdict)
}

function countsOf(checks: readonly CheckResult[]): NonNullable<RoleResult['counts']> {
  const counts: { [V in CheckVerdict]?: number } = {}
  for (const { verdict } of checks) counts[verdict] = (counts[verdict] ?? 0) + 1
  return counts
}

/** What holds one shard only certifies nobody. */
const judgedRun = ({ run, complete }: Judged): JudgedRun => ({
  strict: run.strict === true,
  complete: complete && run.shard === undefined,
  profile: run.profile ?? 'standard',
})

function byRole(checks: readonly CheckResult[]): ReadonlyMap<string, readonly CheckResult[]> {
  const units = new Map<string, CheckResult[]>()
  for (const check of checks) {
    const unit = units.get(unitOf(check))
    if (unit) unit.push(check)
    else units.set(unitOf(check), [check])
  }
  return units
}

const unitOf = ({ target, role }: { readonly target: string; readonly role: string }): string =>
  JSON.stringify([target, role])
