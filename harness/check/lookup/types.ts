import type { LookUpForm, RegistrySettings } from '../../contracts/interface.js'
import type { Mutation, Party } from '../../mutations/types.js'
import type { HttpRequest } from '../../wire/types.js'
import type { Message, Sent } from '../types.js'
import type { PartyRecord } from './record.js'

/** What a look-up asks about. */
export interface Subject {
  /** For example `a party in good standing`. */
  readonly name: string
  readonly partyId: string
  /** Whether the answer has to be the record of a party that adheres. */
  readonly adhering: boolean
}

/** How a look-up names the party. */
export interface LookupForm {
  readonly name: string
  /** By which settings its answer is read. */
  readonly answer: LookUpForm
  /** Path and query below the base URL. */
  readonly target: (partyId: string, settings: RegistrySettings) => string
}

/** How a look-up shows who asks. */
export interface Credential {
  readonly name: string
  /** Headers, made from the access token of the caller, or from the client assertion that it was issued on. */
  readonly headers: (accessToken: string, assertion: string) => readonly (readonly [string, string])[]
}

/** What differs from a look-up by the first form that there is, with the caller's own access token. */
export interface LookupOptions {
  readonly form?: LookupForm
  readonly credential?: Credential
  /** Another HTTP request in its place. */
  readonly request?: { readonly name: string; readonly value: (request: HttpRequest) => HttpRequest }
  /** What is another conforming form about the assertion on which the access token is got. */
  readonly authenticating?: Mutation
  /** Whether the caller's last access token serves again. */
  readonly keepsToken?: true
}

/** A party that the kit asks a target to register. */
export interface Registered {
  readonly partyId: string
  /** For example `Suspended`. */
  readonly status: string
  /** With each certificate that it registers. */
  readonly parties: readonly Party[]
}

/** Looks parties up at a ParticipantRegistry. Granted: the record of an adhering party came, however its token is signed. */
export interface Lookups {
  readonly settings: RegistrySettings
  /** The forms that there are, the one by query first. */
  readonly forms: readonly LookupForm[]
  /** DER of the roots that the target trusts. */
  readonly roots: () => Promise<readonly Buffer[]>
  /** A party of the kit in good standing; another one with each call, as far as there are. */
  party(): Promise<Party>
  /** The party of the kit with two registered certificates and with claims, once with each of them. */
  partyWithTwoCertificates(): Promise<readonly [Party, Party]>
  /** The party of the kit that has this status. */
  partyWithStatus(status: string): Promise<Party>
  /** Every party of the kit whose certificates any registry takes; none where the target has participants of its own. */
  ofKit(): readonly Registered[]
  /** Whether a participant of the target file has this id. */
  isGiven(partyId: string): boolean
  /** A party that the target has never heard of. */
  stranger(): Promise<Party>
  message(caller: Party, subject: Subject, options?: LookupOptions): Message
  /** The record in an answer; `undefined` when there is no `parties_token` in it. */
  read(sent: Pick<Sent, 'json' | 'message'>): PartyRecord | undefined
  /** The `parties_token` of an answer. */
  token(sent: Pick<Sent, 'json' | 'message'>): string | undefined
}
