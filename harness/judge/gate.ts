import type { BaselineResult, BlockedResult, Change, CheckResult, WaiverResult } from '../contracts/results.js'
import { isJudged } from '../evidence/compare.js'

/** What the gate is computed from. */
export interface GateFacts {
  readonly checks: readonly Pick<CheckResult, 'id' | 'verdict'>[]
  readonly roles: readonly RoleFacts[]
  /** `true`: the run was ended by a signal. */
  readonly interrupted: boolean
  /** `false`: not every check of the run, or of the shard, was reached. */
  readonly complete: boolean
  /** `I/N`, where the results hold one shard of a run only. */
  readonly shard?: string | undefined
  readonly waivers: readonly Pick<WaiverResult, 'id' | 'expires' | 'owner' | 'state'>[]
  /** What could not be had of the targets. */
  readonly blocked?: readonly BlockedResult[]
  readonly baseline?: Pick<BaselineResult, 'newlyFailing' | 'lostCoverage'> | undefined
}

/** One role of a target, as far as the gate asks. */
export interface RoleFacts {
  readonly target: string
  readonly role: string
  /** Whether everything that decides about it was judged, whatever came of it. */
  readonly verified: boolean
}

/** Exit codes of what is not passed, the gravest first. */
const gravity = [130, 3, 1, 4, 2] as const

/** The gravest of some exit codes. */
export const gravestOf = (codes: readonly Gate['exitCode'][]): Gate['exitCode'] =>
  gravity.find((code) => codes.includes(code)) ?? 0

/** What decides in CI, with the exit code of the command. */
export interface Gate {
  readonly gate: 'pass' | 'fail'
  readonly exitCode: 0 | 1 | 2 | 3 | 4 | 130
  /** A sentence for each thing that decided. */
  readonly reasons: readonly string[]
}

/** The gate of a run; where several codes hold, the first of 130, 3, 1, 4, 2, 0 is taken. */
export function gateOf(facts: GateFacts): Gate {
  const why = {
    130: facts.interrupted ? ['The run was interrupted.'] : [],
    3: toMend(facts),
    1: [...failures(facts), ...facts.waivers.flatMap(staleness), ...losses(facts)],
    4: ours(facts),
    2: gaps(facts),
  }
  const reasons = gravity.flatMap((code) => why[code])
  const exitCode = gravestOf(gravity.filter((code) => why[code].length > 0))
  return exitCode === 0 ? { gate: 'pass', exitCode: 0, reasons: tolerance(facts) } : { gate: 'fail', exitCode, reasons }
}

/** Failures that nobody tolerates. */
function failures({ checks, baseline }: GateFacts): string[] {
  if (baseline) return about(baseline.newlyFailing, 'fails', 'fail', 'and did not in the baseline')
  return about(
    checks.filter(({ verdict }) => verdict === 'fail'),
    'fails',
    'fail',
  )
}

function staleness({ id, expires, owner, state }: GateFacts['waivers'][number]): string[] {
  if (state === 'expired') return [`The waiver of ${id} expired on ${expires}; its owner is ${owner}.`]
  return state === 'needless' ? [`The waiver of ${id} is needless, since that does not fail any more: remove it.`] : []
}

const losses = ({ baseline }: GateFacts): string[] =>
  about(
    baseline?.lostCoverage ?? [],
    'was judged in the baseline and is',
    'were judged in the baseline and are',
    'not now',
  )

/** Nothing was judged, since all that was asked for rests on what the user can mend. */
function toMend(facts: GateFacts): string[] {
  const roles = [...new Set((facts.blocked ?? []).map(({ role }) => role))]
  const isOurs = facts.checks.some(({ verdict }) => verdict === 'harness-error')
  if (roles.length === 0 || isOurs || isJudgedAtAll(facts)) return []
  return [`Nothing was judged, since all of it rests on what the target does not do as ${roles.join(', ')}.`]
}

function ours(facts: GateFacts): string[] {
  const broken = about(
    facts.checks.filter(({ verdict }) => verdict === 'harness-error'),
    'ended in an error of Assay',
    'ended in an error of Assay',
  )
  return isJudgedAtAll(facts) || toMend(facts).length > 0 ? broken : [...broken, 'Nothing was judged.']
}

function isJudgedAtAll({ checks, shard }: GateFacts): boolean {
  const ran = checks.some(({ verdict }) => verdict !== 'disabled' && verdict !== 'not-applicable')
  // A shard may be smaller than what there is to share out.
  return checks.some(({ verdict }) => isJudged(verdict)) || (shard !== undefined && !ran)
}

function gaps({ roles, shard, complete }: GateFacts): string[] {
  // What a shard leaves to others is no gap.
  if (shard !== undefined) return complete ? [] : ['The shard was cut short.']
  if (roles.length === 0) return ['No role was tested.']
  return roles
    .filter(({ verified }) => !verified)
    .map(({ target, role }) => `Not everything that decides about ${target} as ${role} was judged.`)
}

/** Why the gate passes although not all is well. */
function tolerance({ checks, baseline, shard }: GateFacts): string[] {
  const waived = checks.filter(({ verdict }) => verdict === 'waived')
  const known = baseline ? checks.filter(({ verdict }) => verdict === 'fail') : []
  return [
    ...about(waived, 'fails and is', 'fail and are', 'waived'),
    ...about(known, 'fails', 'fail', 'and did so in the baseline'),
    ...(shard === undefined ? [] : [`This is shard ${shard}: the verdict comes with \`assay report\` of all shards.`]),
  ]
}

/** Most ids that one sentence names. */
const named = 5

function about(checks: readonly Pick<Change, 'id'>[], one: string, many: string, rest = ''): string[] {
  const ids = [...new Set(checks.map(({ id }) => id))]
  if (ids.length === 0) return []
  const more = ids.length > named ? ` and ${ids.length - named} more` : ''
  const words = [`${ids.slice(0, named).join(', ')}${more}`, ids.length === 1 ? one : many, rest]
  return [`${words.filter((word) => word !== '').join(' ')}.`]
}
