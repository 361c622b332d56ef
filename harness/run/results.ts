import { requirements, requirementsDigest } from '../../requirements/index.js'
import type { Requirement, Role } from '../../requirements/types.js'
import type {
  Assumption,
  CheckResult,
  Observation,
  RequirementResult,
  Results,
  TargetResult,
} from '../evidence/results-types.js'
import { evidencePath, readEvidence } from '../evidence/store.js'
import type { Evidence } from '../evidence/types.js'
import { gateOf } from '../judge/gate.js'
import { judgeCheck, judgeRequirement, judgeRole } from '../judge/verdict.js'
import type { PlannedCheck } from './plan.js'
import type { RunFile, RunTarget } from './run-file.js'
import { suiteVersion } from './version.js'

/** How a run ended. */
export interface RunEnd {
  /** Every planned check was reached. */
  readonly complete: boolean
  readonly interrupted: boolean
}

/** The results of a run, with the exit code of the gate: a pure view of the plan and the evidence files. */
export function collectResults(
  run: RunFile,
  plan: readonly PlannedCheck[],
  end: RunEnd,
): { results: Results; exitCode: number } {
  const checks = plan.map((planned) => checkResult(run, planned, end))
  const targets = run.targets.map((target) => targetResult(run, target, checks, end))
  const { gate, exitCode } = gateOf({
    checks,
    roles: targets.flatMap(({ roles }) => roles),
    interrupted: end.interrupted,
  })
  const finishedAt = new Date()
  const results: Results = {
    version: 1,
    complete: end.complete,
    gate,
    run: {
      id: run.id,
      startedAt: run.startedAt,
      finishedAt: finishedAt.toISOString(),
      durationMs: finishedAt.getTime() - Date.parse(run.startedAt),
      workers: run.workers,
      profile: run.profile,
      strict: run.strict,
      seed: run.seed,
    },
    suite: { name: 'trust-assay', version: suiteVersion(), requirementsDigest: requirementsDigest() },
    targets,
    requirements: run.targets.flatMap((target) =>
      target.roles.flatMap((role) => requirementResults(target.name, role, checks)),
    ),
    checks,
    assumptions: run.targets.flatMap((target) => assumptionsOf(target, run.targets.length > 1)),
  }
  return { results, exitCode }
}

function checkResult(run: RunFile, planned: PlannedCheck, end: RunEnd): CheckResult {
  const { check, target, role, selected } = planned
  const base = { ...check, target, role, durationMs: 0 }
  if (!selected.run) return { ...base, verdict: selected.verdict, reason: selected.reason }
  const path = evidencePath(target, role, check.id)
  const evidence = readEvidence(run.out, path)
  if (evidence) return { ...base, ...judged(evidence, run.strict), durationMs: evidence.durationMs, evidence: path }
  const { problem } = planned
  if (end.interrupted || (problem === undefined && !end.complete))
    return { ...base, verdict: 'inconclusive', reason: 'The run was cut short before this check.' }
  return { ...base, verdict: 'harness-error', reason: problem ?? 'The check left no evidence.' }
}

function judged(evidence: Evidence, strict: boolean): Pick<CheckResult, 'verdict' | 'reason' | 'observations'> {
  const { verdict, reason } = judgeCheck(evidence.facts, evidence.level, strict)
  const observations = evidence.facts.flatMap((fact): Observation[] =>
    fact.kind === 'observation'
      ? [{ name: fact.name, value: fact.value, ...(fact.unit !== undefined && { unit: fact.unit }) }]
      : [],
  )
  return { verdict, reason, ...(observations.length > 0 && { observations }) }
}

function targetResult(
  run: RunFile,
  target: RunTarget,
  checks: readonly CheckResult[],
  { complete }: RunEnd,
): TargetResult {
  const { name, version, baseUrl, partyId, clockOffsetMs, configDigest, roles } = target
  return {
    name,
    ...(version !== undefined && { version }),
    baseUrl,
    partyId,
    ...(clockOffsetMs !== undefined && { clockOffsetMs }),
    configDigest,
    roles: roles.map((role) => ({
      role,
      profile: run.profile,
      verdict: judgeRole(
        checks
          .filter((check) => check.target === name && check.role === role)
          .map(({ verdict, level = 'must', profile = 'quick' }) => ({ verdict, level, profile })),
        { strict: run.strict, complete, profile: run.profile },
      ),
    })),
  }
}

const requirementResults = (target: string, role: Role, checks: readonly CheckResult[]): RequirementResult[] =>
  requirements
    .filter(({ binds }) => binds.some((binding) => binding.role === role))
    .map((requirement) => requirementResult(requirement, target, role, checks))

function requirementResult(
  requirement: Requirement,
  target: string,
  role: Role,
  checks: readonly CheckResult[],
): RequirementResult {
  const { id, level, status, text, clauses, remedy, untested } = requirement
  const own = checks.filter(
    (check) => check.target === target && check.role === role && check.requirements.includes(id),
  )
  const reason = untested && ('reason' in untested ? untested.reason : `Planned: part ${untested.planned}.`)
  return {
    id,
    target,
    role,
    level,
    status,
    text,
    clauses,
    remedy,
    verdict: judgeRequirement(own.map(({ verdict }) => verdict)),
    checks: own.map((check) => check.id),
    ...(reason !== undefined && { reason }),
  }
}

/** Assumptions of one target; with several targets the name of each stands before its own. */
const assumptionsOf = (target: RunTarget, several: boolean): Assumption[] =>
  target.assumptions.map((assumption) => ({
    ...assumption,
    id: several ? `${target.name}: ${assumption.id}` : assumption.id,
  }))
