import type { Profile, Role } from '../../requirements/types.js'
import type { SettingLine } from './errors.js'
import type { InterfaceSettings } from './interface.js'
import type { Json } from './json.js'
import type { Counterparties, CounterpartyAddress } from './lab-protocol.js'
import type { Human } from './login.js'
import type { Shard } from './plan.js'
import type { Policy } from './results.js'
import type { ServiceUnderTest } from './service.js'
import type { NamedDocument, TargetClock, TargetConfig, Waiver } from './target.js'

/** A choice where the interface text is silent, or a name other than the text's own; one entry of `assumptions` in the results. */
export interface Assumption {
  /** Dotted path of the setting in the target file, or what was observed. */
  readonly id: string
  readonly value: Json
  readonly source: 'default' | 'target file' | 'observed'
}

/** A participant of the target file; file names are absolute. */
export interface GivenParticipant {
  readonly partyId: string
  readonly key: string
  readonly chain: string
  /** What the target file says of it, where it is no sound client. */
  readonly is?: string | undefined
}

/** What only some checks rest on. */
export type Capability = 'lookup' | 'delegation' | 'service' | 'login'

/** What a target does not do as it should even for conforming parties, so that checks which rest on it say nothing; a sentence each. */
export type Blocked = Readonly<Partial<Record<Capability, string>>>

/** What a run is to be: all that the runner has to know for loading its checks, while lab and targets are still being started. */
export interface RunOrder {
  readonly id: string
  readonly seed: number
  readonly seedChosen: boolean
  /** Every check of the suite at every role, run or not, by `checkName`: the place in it says how Party Identifiers begin. */
  readonly checks: readonly string[]
  readonly shard?: Shard
  /** ISO 8601, UTC. */
  readonly startedAt: string
  readonly profile: Profile
  readonly strict: boolean
  /** How the operator reads the text whose policy decides. */
  readonly policy?: Policy
  readonly only: readonly string[]
  /** Only conforming messages and single wrong ones, one at a time. */
  readonly safe?: boolean
  /** Guises that every check which has something refused is played in, each the names of values; those of the profile when absent. */
  readonly guises?: readonly (readonly string[])[]
  /** Whether a check runs for which humans log in at a relying party. */
  readonly logins: boolean
  readonly workers: number
  /** Preflight tries no other messages than conforming ones. */
  readonly brief?: true
  /** Where results and reports go. */
  readonly out: string
  /** Temporary folder of the run: keys, kits, this file. */
  readonly folder: string
  readonly targets: readonly { readonly name: string; readonly roles: readonly Role[] }[]
}

/** One run as every process of it sees it. Written once, after preflight, into the run's own folder; gone with it. */
export interface RunFile extends RunOrder {
  readonly control: { readonly url: string; readonly token: string }
  /** Restarts targets on behalf of workers. */
  readonly steward: { readonly url: string; readonly token: string }
  /** Folder of the key pool. */
  readonly keys: string
  readonly targets: readonly RunTarget[]
}

/** One target of a run. */
export interface RunTarget {
  readonly name: string
  readonly version?: string
  readonly roles: readonly Role[]
  /** Name of its world in the lab. */
  readonly world: string
  readonly partyId: string
  readonly baseUrl: string
  readonly replicas: readonly string[]
  readonly settings: InterfaceSettings
  /** PEM file of the root of its TLS certificate. */
  readonly tls: { readonly ca?: string; readonly insecure: boolean }
  readonly keyUsage: readonly string[]
  readonly clock: TargetClock
  /** How long it may answer as if nothing were served yet, since we have just started it. */
  readonly warmSeconds?: number
  /** Values of its target file that no report may hold. */
  readonly secrets?: readonly string[]
  /** Requests in a second at most. */
  readonly pace?: number
  /** Clock of the target minus ours, milliseconds. */
  readonly clockOffsetMs?: number
  /** Whether a new access token of a client ends its older ones. */
  readonly oneLiveToken?: boolean
  /** Whether it refuses a client once some wrong messages came in its name. */
  readonly locksOut?: boolean
  /** Whether it takes the relying parties of its kit alone, as its target file says. */
  readonly registeredAlone?: true
  /** Whether a human who is logged in gets a page all the same, for each relying party at least. */
  readonly pagesEachLogin?: boolean
  /** Roles in which a ServiceProvider that forwarded nothing yet got no evidence. */
  readonly wantsForwarded?: readonly Role[]
  /** Roles in which logins at the target as a relying party need no browser. */
  readonly plainLogins?: readonly Role[]
  /** Roles in which a browser has shown the pages of logins. */
  readonly pagesSeen?: readonly Role[]
  /** A page of a ServiceProvider that shows only to a human who is logged in that they are. */
  readonly personalPage?: string
  /** Names of the values of guises that the target grants in each of its roles. */
  readonly guises?: Readonly<Partial<Record<Role, readonly string[]>>>
  /** Names of those with which it permits what is asked of it, in each role that gives evidence. */
  readonly guisesOfEvidence?: Readonly<Partial<Record<Role, readonly string[]>>>
  /** Settings that mend some of what preflight could not get. */
  readonly proposed?: readonly SettingLine[]
  /** What preflight could not get in each of its roles. */
  readonly blocked?: Readonly<Partial<Record<Role, Blocked>>>
  /** How long after the end of its trigger the ServiceConsumer made its last request in preflight, milliseconds. */
  readonly consumerLateMs?: number
  /** Folder of the world's throwaway PKI. */
  readonly authority: string
  /** PEM file: the certificate chain issued to the target, leaf first. */
  readonly chain: string
  /** The lab's Participant Registry. */
  readonly registry: CounterpartyAddress
  /** The lab's other counterparties. */
  readonly counterparties: Counterparties
  /** The target file's own participants; empty where the lab makes them. */
  readonly participants: readonly GivenParticipant[]
  /** PEM files of the roots of what the target signs (`trust.roots`); where empty, the roots of its participants or of the lab count. */
  readonly trustRoots: readonly string[]
  /** Where the lab's relying parties receive answers. */
  readonly redirectUri: string
  /** Test users that the kit names. */
  readonly humans: readonly Human[]
  /** Where the target file names one. */
  readonly service?: ServiceUnderTest
  /** Base URL of the lab's plain HTTP listener, as the target reaches it. */
  readonly httpUrl: string
  /** Folder of the fixture parties' keys; set for a ParticipantRegistry. */
  readonly fixtures: string
  readonly restartable: boolean
  /** Documents that are judged, and endpoints that take claims; only those that the target file names. */
  readonly documents: readonly NamedDocument[]
  readonly write: TargetConfig['write']
  /** Whether its target file says how a ServiceConsumer is made to call. */
  readonly triggerable: boolean
  readonly configDigest: string
  readonly waivers: readonly Waiver[]
  readonly assumptions: readonly Assumption[]
}
