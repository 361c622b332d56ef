import type { Level, Profile, Status } from '../../requirements/types.js'
import type { Json } from './json.js'

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
  /** Why the gate passes or fails, a sentence each. */
  readonly gateReasons?: readonly string[]
  readonly run: RunResult
  readonly suite: SuiteIdentity
  readonly targets: readonly TargetResult[]
  readonly requirements: readonly RequirementResult[]
  readonly checks: readonly CheckResult[]
  readonly assumptions: readonly Assumption[]
  /** Waivers of the target files, and what each came to. */
  readonly waivers?: readonly WaiverResult[]
  /** What changed against the results that `--baseline` names. */
  readonly baseline?: BaselineResult
  /** By which policy of a scheme operator the verdicts stand; without one, they are the suite's own. */
  readonly policy?: Policy
}

/** How a scheme operator reads the text, as far as it differs from how Assay does. */
export interface Policy {
  readonly name: string
  /** SHA-256 of what the policy file says, lower-case hex. */
  readonly digest: string
  /** Whether rules of level `strict` decide; as in the run where absent. */
  readonly strict?: boolean
  readonly requirements: readonly PolicyRule[]
}

/** What a policy says of one requirement. */
export interface PolicyRule {
  readonly id: string
  readonly level?: Level | 'off'
  /** Name of one of its readings. */
  readonly reading?: string
  readonly reason: string
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
  /** The seed was given, not drawn; shards of one run then share it. */
  readonly seedChosen?: boolean
  /** Ids of `--only`. */
  readonly only?: readonly string[]
  /** Only conforming messages and single wrong ones, one at a time (`--safe`). */
  readonly safe?: boolean
  /** After a merge: how many shards there are, and which of them were merged. */
  readonly shards?: { readonly total?: number; readonly present?: readonly number[] }
}

/** Which Assay judged, by which requirements. */
export interface SuiteIdentity {
  readonly name: string
  readonly version: string
  readonly commit?: string
  /** SHA-256 of the code that ran, lower-case hex; absent in results of an earlier Assay. */
  readonly build?: string
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
  /** Times in which it was gone although nobody had ended it. */
  readonly outages?: readonly OutageResult[]
  /** What it did not do even for conforming parties, so that checks which rest on it say nothing. */
  readonly blocked?: readonly BlockedResult[]
}

/** What could not be had of a target in one role, in a sentence that says what to do. */
export interface BlockedResult {
  readonly role: string
  readonly sentence: string
}

/** A time in which a target was gone. */
export interface OutageResult {
  /** ISO 8601, UTC. */
  readonly at: string
  /** Until it answered again; absent where it never did. */
  readonly durationMs?: number
  /** How its process ended, or how else it is known. */
  readonly how: string
  /** Assay started it again. */
  readonly startedAgain?: boolean
  /** What it printed last, without secrets; only of a process that Assay launched. */
  readonly lastOutput?: string
  /** The message after which it ended again when that was sent alone. */
  readonly killer?: { readonly check: string; readonly message: string }
}

export interface RoleResult {
  readonly role: string
  readonly verdict: RoleVerdict
  readonly profile?: Profile
  /** How many of the checks that concern the role came to each verdict; none that came to no check. */
  readonly counts?: Readonly<Partial<Record<CheckVerdict, number>>>
}

/** One row per requirement, target and role that it binds. */
export interface RequirementResult {
  readonly id: string
  /** `targets[].name` */
  readonly target: string
  readonly role: string
  readonly level: Level
  /** The suite's own level, where a policy gives another. */
  readonly suiteLevel?: Level
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
  /** The suite's own level, where a policy gives another. */
  readonly suiteLevel?: Level
  readonly profile?: Profile
  /** Names of the faults that must turn this check red. */
  readonly detects?: readonly string[]
  readonly verdict: CheckVerdict
  /** One sentence for a person: what was expected and what came. */
  readonly reason?: string
  /** Of `requirements` those whose words were broken, where not all of them were. */
  readonly breaks?: readonly string[]
  readonly durationMs: number
  /** Evidence file, relative to `results.json`. */
  readonly evidence?: string
  /** The shard of a run in shards to which it belongs, from 1. */
  readonly shard?: number
  readonly waiver?: Waiver
  readonly observations?: readonly Observation[]
  /** Guises that it was played in beside the default one. */
  readonly guises?: readonly GuiseResult[]
  /** Why its first look came to nothing, where it was carried out once more, alone. */
  readonly firstLook?: string
}

/** A check in another conforming form of its messages and of the world around them. */
export interface GuiseResult {
  /** Names of all values of the guise, with commas between them. */
  readonly name: string
  /** Those that a judged message still had, as `<dimension>=<value>`. */
  readonly values: readonly string[]
  /** Why nothing was judged in it. */
  readonly why?: string
}

export interface Waiver {
  readonly reason?: string
  readonly owner?: string
  readonly link?: string
  readonly expires?: string
}

/** What a waiver came to: `undecided` where its check was not judged in this run. */
export type WaiverState = 'used' | 'expired' | 'needless' | 'undecided'

/** A waiver of a target file: for a while the gate tolerates that a check fails. */
export interface GivenWaiver {
  /** `targets[].name` */
  readonly target: string
  /** Id of the check. */
  readonly id: string
  readonly reason: string
  readonly owner: string
  readonly link: string
  /** Last day on which it holds, `YYYY-MM-DD`, UTC. */
  readonly expires: string
}

export interface WaiverResult extends GivenWaiver {
  readonly state: WaiverState
}

/** One check whose verdict is another than before. */
export interface Change {
  readonly target: string
  readonly role: string
  readonly id: string
  /** Absent where the results of that time do not hold the check. */
  readonly before?: CheckVerdict
  readonly now?: CheckVerdict
}

/** What changed between two results, by the stable ids of checks and assumptions. */
export interface Comparison {
  /** Failing before and now, waived ones left out. */
  readonly failing: readonly Change[]
  /** Failing now and not before, waived ones left out. */
  readonly newlyFailing: readonly Change[]
  /** Failing before, waived or not, and judged otherwise now. */
  readonly newlyPassing: readonly Change[]
  /** Judged before, not judged now. */
  readonly lostCoverage: readonly Change[]
  readonly changedAssumptions: readonly { readonly id: string; readonly before?: Json; readonly now?: Json }[]
}

/** The comparison with a baseline, and which run that was. */
export interface BaselineResult extends Comparison {
  /** `run.id` */
  readonly run: string
  readonly startedAt: string
  /** `suite.version` */
  readonly suite: string
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
