import type { Role } from '../../requirements/types.js'
import type { DocumentKind } from './document-kinds.js'
import type { InterfaceSettings } from './interface.js'
import type { GivenWaiver } from './results.js'
import type { ParsedTarget } from './target-file/schema.js'

/** One waiver of a target, and where its id stands in the file. */
export interface Waiver extends Omit<GivenWaiver, 'target'> {
  /** `file:line:column: path`, to begin a sentence with. */
  readonly place: string
}

export type Section<K extends keyof ParsedTarget> = Readonly<NonNullable<ParsedTarget[K]>>

/** A target as every other part sees it: validated, with defaults, every file name absolute, every URL without slash at its end. */
export interface TargetConfig {
  /** Folder of the target file; commands run there. */
  readonly folder: string
  /** SHA-256 of the target's document as written, before values from the environment, lower-case hex. */
  readonly digest: string
  /** Values from the environment that no report, log or artefact may hold. */
  readonly secrets: readonly string[]
  readonly name: string
  readonly version?: string | undefined
  /** Absent for a launched target until `chooseBaseUrl`, and for a ServiceConsumer. */
  readonly baseUrl?: string | undefined
  /** Absent = the one that the kit issues. */
  readonly partyId?: string | undefined
  readonly roles: readonly Role[]
  readonly replicas: readonly string[]
  readonly tls: { readonly ca?: string | undefined; readonly insecure: boolean }
  readonly launch?: LaunchSettings | undefined
  readonly restart?: Section<'restart'> | undefined
  readonly provision?: Section<'provision'> | undefined
  /** Name or file of the preset on which its interface settings stand. */
  readonly preset: string
  readonly interface: InterfaceSettings
  /** Dotted paths of interface settings that do not come from the default preset. */
  readonly overrides: readonly string[]
  readonly certificates: { readonly keyUsage: readonly string[] }
  readonly participants: Section<'participants'>
  readonly trust?: Section<'trust'> | undefined
  readonly service?: Section<'service'> | undefined
  readonly trigger?: Section<'trigger'> | undefined
  readonly documents: readonly NamedDocument[]
  readonly write: Section<'write'>
  readonly login?: Section<'login'> | undefined
  readonly clock: TargetClock
  /** Requests in a second at most, of all checks together; without a bound where absent. */
  readonly pace?: number | undefined
  readonly lab: LabAddresses
  /** Files and folders that `assay watch` looks at. */
  readonly watched: readonly string[]
  readonly waivers: readonly Waiver[]
  /** Dotted paths of every setting that the target file gives. */
  readonly given: readonly string[]
}

/** A document that the target file names. */
export interface NamedDocument {
  readonly kind: DocumentKind
  /** Below the base URL where the target serves it, else a file. */
  readonly path: string
  readonly served: boolean
}

/** Times that a target takes, seconds. */
export interface TargetClock {
  /** How long it may go by an answer of the registry that it looked up before. */
  readonly registryCacheSeconds: number
  /** How long a ServiceProvider may go by evidence that it was given before. */
  readonly evidenceCacheSeconds: number
  /** How long an authorization code lives at most; the ten minutes of RFC 6749 §4.1.2 by default. */
  readonly codeLifetimeSeconds: number
  /** The longest `Retry-After` that is waited for. */
  readonly patienceSeconds: number
}

/** How Assay starts the target. */
export interface LaunchSettings {
  readonly command: string
  readonly env: Readonly<Record<string, string>>
  readonly readyTimeoutSeconds: number
  /** How long what answers may answer as if nothing were served yet; five where the target file says nothing of its start. */
  readonly warmSeconds: number
}

/** Where the lab listens for one target; the shape of `WorldSettings` (`harness/contracts/lab-protocol.ts`). */
export interface LabAddresses {
  readonly host: string
  readonly tls: boolean
  readonly ports: { readonly https: number; readonly http: number }
  readonly publicUrls: { readonly https: string | null; readonly http: string | null }
  readonly ownOrigins?: 'must' | 'may' | undefined
}
