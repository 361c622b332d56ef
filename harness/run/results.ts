import { requirements, requirementsDigest } from '../../requirements/index.js'
import type { Evidence } from '../contracts/evidence.js'
import type { PlannedCheck } from '../contracts/plan.js'
import type {
  Assumption,
  BlockedResult,
  CheckResult,
  GivenWaiver,
  GuiseResult,
  Observation,
  OutageResult,
  Results,
} from '../contracts/results.js'
import type { RunFile, RunTarget } from '../contracts/run.js'
import type { Waiver } from '../contracts/target.js'
import { evidencePath, readEvidence } from '../evidence/store.js'
import { type Concluded, conclude } from '../judge/conclude.js'
import { judgeUnder, levelUnder, type Reading, ruleOf } from '../judge/policy.js'
import { withLevel } from '../judge/reread.js'
import { compareWithBaseline } from './baseline.js'
import type { Outages } from './outages.js'
import { shardName } from './shards/shard.js'
import { buildDigest, suiteVersion } from './version.js'

/** How a run ended. */
export interface RunEnd {
  /** Every planned check was reached. */
  readonly complete: boolean
  readonly interrupted: boolean
  /** Results of an earlier run that the gate compares with. */
  readonly baseline?: Results
  /** What targets were gone in the middle, by their names. */
  readonly outages?: Outages
}

/** The results of a run, with the exit code of the gate: a pure view of the plan and the evidence files. */
export function collectResults(run: RunFile, plan: readonly PlannedCheck[], end: RunEnd): Concluded {
  const { baseline } = end
  const { policy } = run
  const finishedAt = new Date()
  const facts = {
    run: {
      id: run.id,
      startedAt: run.startedAt,
      finishedAt: finishedAt.toISOString(),
      durationMs: finishedAt.getTime() - Date.parse(run.startedAt),
      workers: run.workers,
      ...(run.shard && { shard: shardName(run.shard) }),
      profile: run.profile,
      strict: run.strict,
      seed: run.seed,
      ...(run.seedChosen && { seedChosen: true }),
      ...(run.only.length > 0 && { only: run.only }),
      ...(run.safe && { safe: true }),
    },
    assumptions: run.targets.flatMap((target) => assumptionsOf(target, run.targets.length > 1)),
  }
  return conclude({
    ...facts,
    ...(policy && { policy }),
    complete: end.complete,
    interrupted: end.interrupted,
    suite: {
      name: 'trust-assay',
      version: suiteVersion(),
      build: buildDigest(),
      requirementsDigest: requirementsDigest(),
    },
    targets: run.targets.map((target) => targetHead(target, end.outages?.get(target.name))),
    checks: inOrder(run, plan).map((planned) => checkResult(run, planned, end)),
    requirements: run.targets.flatMap(({ name, roles }) => roles.flatMap((role) => requirementRows(name, role, run))),
    waivers: run.targets.flatMap(({ name, waivers }) => waivers.map((waiver) => ofTarget(name, waiver))),
    baseline: baseline && ((checks) => compareWithBaseline(baseline, { ...facts, checks })),
  })
}

/** By targets and roles in the order of the target file, whatever the order in which they ran. */
function inOrder({ targets }: RunFile, plan: readonly PlannedCheck[]): readonly PlannedCheck[] {
  const places = targets.flatMap(({ name, roles }) => roles.map((role) => `${role} ${name}`))
  const place = ({ target, role }: PlannedCheck): number => places.indexOf(`${role} ${target}`)
  return [...plan].sort((one, other) => place(one) - place(other))
}

/** What came of one check of a plan, by its evidence. */
export function checkResult(run: RunFile, planned: PlannedCheck, end: RunEnd): CheckResult {
  const { check, target, role, selected } = planned
  const { shard } = selected
  const level = levelUnder(run.policy, check)
  const base = { ...withLevel(check, level), target, role, durationMs: 0, ...(shard !== undefined && { shard }) }
  if (!selected.run) return { ...base, verdict: selected.verdict, reason: selected.reason }
  const path = evidencePath(target, role, check.id)
  const evidence = readEvidence(run.out, path)
  if (evidence?.run !== undefined && evidence.run !== run.id)
    return { ...base, verdict: 'harness-error', reason: ofAnother(run.out) }
  if (evidence) return { ...base, ...judged(evidence, run), durationMs: evidence.durationMs, evidence: path }
  const { problem } = planned
  if (end.interrupted || (problem === undefined && !end.complete))
    return { ...base, verdict: 'inconclusive', reason: 'The run was cut short before this check.' }
  return { ...base, verdict: 'harness-error', reason: problem ?? 'The check left no evidence.' }
}

const ofAnother = (out: string): string =>
  `Its evidence is of another run, which wrote into ${out} at the same time: give each run a folder of its own (--out).`

function judged(
  evidence: Evidence,
  reading: Reading,
): Pick<CheckResult, 'verdict' | 'reason' | 'breaks' | 'observations' | 'guises' | 'firstLook'> {
  const judgement = judgeUnder(evidence, evidence.facts, reading)
  const observations = evidence.facts.flatMap((fact): Observation[] =>
    fact.kind === 'observation'
      ? [{ name: fact.name, value: fact.value, ...(fact.unit !== undefined && { unit: fact.unit }) }]
      : [],
  )
  const guises = evidence.facts.flatMap((fact): GuiseResult[] => {
    if (fact.kind !== 'guise') return []
    const { kind: _, ...guise } = fact
    return [guise]
  })
  return {
    ...judgement,
    ...(observations.length > 0 && { observations }),
    ...(guises.length > 0 && { guises }),
    ...(evidence.firstLook !== undefined && { firstLook: evidence.firstLook }),
  }
}

function targetHead(target: RunTarget, outages: readonly OutageResult[] = []) {
  const { name, version, baseUrl, partyId, clockOffsetMs, configDigest, roles } = target
  const blocked = blockedIn(target)
  return {
    name,
    ...(version !== undefined && { version }),
    ...(baseUrl !== '' && { baseUrl }),
    partyId,
    ...(clockOffsetMs !== undefined && { clockOffsetMs }),
    configDigest,
    roles,
    ...(outages.length > 0 && { outages }),
    ...(blocked.length > 0 && { blocked }),
  }
}

const blockedIn = ({ roles, blocked = {} }: RunTarget): readonly BlockedResult[] =>
  roles.flatMap((role) => Object.values(blocked[role] ?? {}).map((sentence) => ({ role, sentence })))

/** The requirements that bind a role, at the levels of the policy. */
export const requirementRows = (target: string, role: string, { policy }: Pick<RunFile, 'policy'>) =>
  requirements
    .filter(({ binds }) => binds.some((binding) => binding.role === role))
    .map(({ id, level, status, text, clauses, remedy, untested }) => {
      const reason = untested && { reason: untested.reason }
      const row = { id, target, role, level, status, text, clauses, remedy, ...reason }
      return withLevel(row, ruleOf(policy, id)?.level ?? level)
    })

const ofTarget = (target: string, { id, reason, owner, link, expires }: Waiver): GivenWaiver => ({
  target,
  id,
  reason,
  owner,
  link,
  expires,
})

/** What preflight saw, and judging goes by. */
const observedOf = ({ locksOut }: RunTarget): Assumption[] =>
  locksOut ? [{ id: 'refuses a client after wrong messages in its name', value: true, source: 'observed' }] : []

/** Assumptions of one target; with several targets the name of each stands before its own. */
const assumptionsOf = (target: RunTarget, several: boolean): Assumption[] =>
  [...target.assumptions, ...observedOf(target)].map((assumption) => ({
    ...assumption,
    id: several ? `${target.name}: ${assumption.id}` : assumption.id,
  }))
