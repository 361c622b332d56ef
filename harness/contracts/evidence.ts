import type { Level, Profile, Role } from '../../requirements/types.js'
import type { Json } from './json.js'
import type { LedgerEntry } from './lab-protocol.js'

/** What a message asks for; an access token where nothing else is said. */
export type Sought =
  | 'an access token'
  | 'an authorization code'
  | 'a login'
  | 'a permit'
  | 'the service'
  | 'a record'
  | 'a document'
  | 'stored claims'

/** What came of one message, judged by its form alone. */
export type Outcome =
  /** What was sought came back. */
  | { readonly kind: 'granted' }
  /** A complete answer without it; `why` where something like it came. */
  | { readonly kind: 'refused'; readonly status: number; readonly why?: string }
  /** The target asked for patience (429, or 503 with `Retry-After`) and still did after the bounded wait. */
  | { readonly kind: 'deferred'; readonly status: number }
  /** `stuck`: pages came, but none on which the human of a login could go on. */
  | { readonly kind: 'no-answer'; readonly why: string; readonly stuck?: true }

/** One thing that a check established, in order. Verdicts are computed from these alone. */
export type Fact =
  /** The conforming twin was sent. */
  | { readonly kind: 'control'; readonly message: number; readonly outcome: Outcome; readonly sought?: Sought }
  /** A message that must be refused. `alive` is the control after a missing answer. */
  | {
      readonly kind: 'refusal'
      readonly message: number
      readonly outcome: Outcome
      readonly noAnswerIsRefusal: boolean
      readonly alive?: boolean
      /** Names of the values without which it is refused; absent in the default guise. */
      readonly guise?: string
      readonly sought?: Sought
    }
  /** A message that must be granted. */
  | {
      readonly kind: 'acceptance'
      readonly message: number
      readonly outcome: Outcome
      readonly alive?: boolean
      readonly sought?: Sought
    }
  /** A message whose outcome is only recorded. */
  | {
      readonly kind: 'record'
      readonly message: number
      readonly outcome: Outcome
      /** Somebody failed meanwhile whom the target needs, so that it need not have answered. */
      readonly excused?: true
      readonly sought?: Sought
    }
  /** A rule that the recorded conduct of the target obeys or not. */
  | {
      readonly kind: 'rule'
      readonly says: string
      readonly holds: boolean
      readonly expected: string
      readonly got: string
      /** Where it is broken: ids of the requirements whose words that breaks; all of the check where absent. */
      readonly breaks?: readonly string[]
      /** Names of the values without which it is obeyed; absent in the default guise. */
      readonly guise?: string
    }
  /** The check was played in that guise too; which values a message that was refused or granted still had. */
  | { readonly kind: 'guise'; readonly name: string; readonly values: readonly string[]; readonly why?: string }
  /** A violation in this check weighs no more than that, for the reason given (ruling 15). */
  | { readonly kind: 'weight'; readonly level: Level; readonly reason: string }
  | { readonly kind: 'observation'; readonly name: string; readonly value: Json; readonly unit?: string }
  /** A hook or fixture is missing; names the setting. */
  | { readonly kind: 'not-testable'; readonly reason: string }
  | { readonly kind: 'not-applicable'; readonly reason: string }
  | { readonly kind: 'disabled'; readonly reason: string }
  /** Nothing can be said, although the check ran. */
  | { readonly kind: 'inconclusive'; readonly reason: string }
  | { readonly kind: 'harness-error'; readonly reason: string }

/** A JWT as evidence: decoded, the signature as a digest. Members that could not be decoded hold the text. */
export interface RecordedJwt {
  readonly header: Json
  readonly payload: Json
  /** SHA-256 of the signature part, lower-case hex, and its length in characters. */
  readonly signature: { readonly sha256: string; readonly length: number }
  /** `x5c`, as far as it can be read. */
  readonly chain: readonly RecordedCertificate[]
}

export interface RecordedCertificate {
  readonly subject: string
  readonly issuer: string
  readonly serial: string
  readonly notBefore: string
  readonly notAfter: string
  /** For example `RSA 2048`. */
  readonly key: string
  readonly keyUsage: readonly string[]
  /** SHA-256 of the DER, lower-case hex. */
  readonly sha256: string
}

/** One message of a check with all its exchanges (more than one after a retry that was allowed). */
export interface RecordedMessage {
  readonly label: string
  /** Entry of the recipe to the name of what stands there; `conforming` where nothing was changed. */
  readonly recipe: Readonly<Record<string, string>>
  /** The one entry in which it differs from its control. Absent for the control itself. */
  readonly difference?: { readonly entry: string; readonly control: string; readonly mutated: string }
  readonly party: string
  readonly assertion?: RecordedJwt
  /** The JWT in a member of the answer to a look-up or to a request for evidence, which the exchange holds as a digest. */
  readonly answered?: RecordedJwt & { readonly member: string }
  readonly exchanges: readonly RecordedExchange[]
}

/** An exchange with every secret replaced by a digest. */
export interface RecordedExchange {
  readonly startedAt: string
  readonly durationMs: number
  readonly request: {
    readonly method: string
    readonly url: string
    readonly headers: readonly (readonly [string, string])[]
    readonly body: string
  }
  readonly response?: {
    readonly status: number
    readonly headers: Readonly<Record<string, string | readonly string[]>>
    readonly body: string
    readonly truncated: boolean
  }
  readonly noAnswer?: { readonly kind: string; readonly message: string }
}

/** What a check is, apart from any run. */
export interface CheckDescription {
  readonly id: string
  readonly title: string
  readonly requirements: readonly string[]
  readonly cases: readonly string[]
  readonly level: Level
  readonly profile: Profile
  /** Names of the faults that must turn this check red. */
  readonly detects: readonly string[]
}

/** A picture of the browser, a file beside the evidence. */
export interface RecordedScreenshot {
  /** What it shows, for people. */
  readonly label: string
  /** PNG file, relative to `results.json`. */
  readonly file: string
}

/** What a check sent to the target by HTTP clients of ours, in all guises; a browser loads pages beside it. */
export interface Traffic {
  readonly requests: number
  /** Bytes of the longest request. */
  readonly largest: number
}

/** What a launched target printed while a check was carried out, without secrets and control characters; at most 4 KB. */
export interface RecordedOutput {
  /** The last ones. */
  readonly lines: readonly string[]
  /** How many stood before them. */
  readonly omitted?: number
  /** Checks of the same target that ran meanwhile, so that lines may be about them. */
  readonly beside?: number
}

/** The evidence file of one check: `evidence/<target>/<role>/<check id>.json`. */
export interface Evidence extends CheckDescription {
  readonly version: 1
  /** Id of its run; absent in evidence of older versions. */
  readonly run?: string
  readonly target: string
  readonly role: Role
  readonly startedAt: string
  readonly durationMs: number
  readonly facts: readonly Fact[]
  readonly messages: readonly RecordedMessage[]
  /** What the lab saw of the target about the parties of this check. */
  readonly ledger: readonly LedgerEntry[]
  readonly traffic?: Traffic
  /** Why the check came to nothing at first, where all that stands here is from a second look. */
  readonly firstLook?: string
  /** Only of checks that used a browser, in order. */
  readonly screenshots?: readonly RecordedScreenshot[]
  /** Only of a target that Assay launched, where it printed something. */
  readonly printed?: RecordedOutput
}
