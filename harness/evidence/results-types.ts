import type { Level, Profile, Status } from '../../requirements/types.js'
import type { Json } from '../json.js'

/** What a check, or a requirement through its checks, came to. */
export const checkVerdicts = [
  'pass',
  'fail',
  'finding',
  'inconclusive',
  'not-testable',
  'not-applicable',
  'disabled',
  'harness-error',
  'waived',
] as const
export type CheckVerdict = (typeof checkVerdicts)[number]

/** What a role of a target came to. */
export const roleVerdicts = ['certified', 'certified-with-findings', 'not-certified', 'not-fully-verified'] as const
export type RoleVerdict = (typeof roleVerdicts)[number]

/** `results.json`: one run, the single source of every report; the shape of `results.schema.json`. */
export interface Results {
  readonly version: 1
  /** `false`: the run was cut short; then no role is certified. */
  readonly complete: boolean
  /** What decides the exit code in CI. */
  readonly gate: 'pass' | 'fail'
  readonly run: RunResult
  readonly suite: SuiteIdentity
  readonly targets: readonly TargetResult[]
  readonly requirements: readonly RequirementResult[]
  readonly checks: readonly CheckResult[]
  readonly assumptions: readonly Assumption[]
}

/** When and how the run was made. Times are ISO 8601, UTC. */
export interface RunResult {
  readonly id: string
  readonly startedAt: string
  readonly finishedAt: string
  readonly durationMs: number
  readonly workers?: number
  /** `I/N` of the command line. */
  readonly shard?: string
  readonly profile?: Profile
  readonly strict?: boolean
  readonly seed?: number
  /** After a merge: how many shards there are, and which of them were merged. */
  readonly shards?: { readonly total?: number; readonly present?: readonly number[] }
}

/** Which Assay judged, by which requirements. */
export interface SuiteIdentity {
  readonly name: string
  readonly version: string
  readonly commit?: string
  readonly requirementsDigest: string
}

/** One target with a verdict per role. */
export interface TargetResult {
  readonly name: string
  readonly version?: string
  readonly baseUrl?: string
  readonly partyId: string
  /** Clock of the target minus ours. */
  readonly clockOffsetMs?: number
  readonly configDigest?: string
  readonly roles: readonly RoleResult[]
}

export interface RoleResult {
  readonly role: string
  readonly verdict: RoleVerdict
  readonly profile?: Profile
}

/** One row per requirement, target and role that it binds. */
export interface RequirementResult {
  readonly id: string
  /** `targets[].name` */
  readonly target: string
  readonly role: string
  readonly level: Level
  readonly status?: Status
  readonly verdict: CheckVerdict
  /** Ids of the checks of this target and role. */
  readonly checks: readonly string[]
  readonly text?: string
  readonly clauses?: readonly string[]
  readonly remedy?: string
  /** Why it is not tested, where it is not. */
  readonly reason?: string
}

/** One check; unique by target, role and id. */
export interface CheckResult {
  readonly id: string
  readonly target: string
  readonly role: string
  readonly title: string
  readonly requirements: readonly string[]
  /** Ids of the catalogue. */
  readonly cases?: readonly string[]
  readonly level?: Level
  readonly profile?: Profile
  /** Names of the faults that must turn this check red. */
  readonly detects?: readonly string[]
  readonly verdict: CheckVerdict
  /** One sentence for a person: what was expected and what came. */
  readonly reason?: string
  readonly durationMs: number
  /** Evidence file, relative to `results.json`. */
  readonly evidence?: string
  readonly waiver?: Waiver
  readonly observations?: readonly Observation[]
}

export interface Waiver {
  readonly reason?: string
  readonly owner?: string
  readonly link?: string
  readonly expires?: string
}

/** Something measured or seen that no verdict depends on. */
export interface Observation {
  readonly name: string
  readonly value: Json
  readonly unit?: string
}

/** A choice where the interface text is silent. */
export interface Assumption {
  readonly id: string
  readonly value: Json
  readonly source: 'default' | 'target file' | 'observed'
}
