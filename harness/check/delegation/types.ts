import type { DelegationSettings } from '../../contracts/interface.js'
import type { Json, JsonObject } from '../../contracts/json.js'
import type { Mutation, Party } from '../../mutations/types.js'
import type { DelegationFixtures } from '../../target/kit/delegation-fixtures.js'
import type { Policy } from '../../target/kit/policies.js'
import type { HttpRequest } from '../../wire/types.js'
import type { Message, Sent } from '../types.js'
import type { SpareUse } from './spares.js'

/** Something with the words by which a recipe names it. */
export interface Named<T> {
  readonly name: string
  readonly value: T
}

/** Who asks for evidence: one of the ServiceProviders of the fixture policies, or the consumer for itself. */
export type Caller = 'provider' | 'other provider' | 'consumer'

/** What the context of a request is; `text` where it cannot be made from a value, such as two members of one name. */
export interface Context {
  readonly name: string
  /** As the last reader sees it; `undefined` leaves the member out. */
  readonly value: Json | undefined
  readonly text?: string
}

/** What a JWT that is forwarded may be made with; what is left out is as the interface text has it. */
export interface Forwarded {
  readonly mutate?: Mutation
  /** Who made it; the consumer by default. */
  readonly party?: Party
  /** Party Identifier that it is addressed to; that of the caller by default. */
  readonly audience?: string
}

/** The JWTs that go with a request; `mint` makes one. */
export type Forwarding = Named<(mint: (what?: Forwarded) => Promise<string>) => Promise<Json>>

/** What evidence is asked for, made from what a policy is about. */
export interface About extends Named<(policy: Policy) => Policy> {
  /** The part of it that the evidence has to permit to count as a permit; all of it by default. */
  readonly judged?: (policy: Policy) => Policy
}

/** What of a request for evidence is not as usual. Each member is one entry of its recipe. */
export interface Asking {
  /** `provider` by default. A consumer forwards nothing. */
  readonly caller?: Caller | Named<Party>
  /** Whom evidence is asked about and whose JWT is forwarded; the subject of the policies by default. */
  readonly consumer?: Named<Party>
  /** What evidence is asked for; what the policy is about by default. */
  readonly about?: About
  /** Names the place where the service is consumed by default: the calling ServiceProvider, or the one of the policies. */
  readonly context?: Context
  readonly forwarded?: Forwarding
  /** Seconds that `iat` of the forwarded JWT lies in the past; 2 by default. */
  readonly ageSeconds?: number
  /** `Authorization` header from the caller's access token, or from its client assertion; `undefined` leaves it out. */
  readonly token?: Named<(accessToken: string, assertion: string) => string | undefined>
  /** Each request of that caller carries the same access token, as long as that is fresh; a new one by default. */
  readonly keepsToken?: true
  /** Another body than that. */
  readonly body?: Named<(body: JsonObject) => string | Buffer>
  /** Another HTTP request around the body. */
  readonly request?: Named<(request: HttpRequest) => HttpRequest>
}

/** Requests for evidence at the target, as messages that seek a permit. */
export interface Delegation {
  readonly fixtures: DelegationFixtures
  /** Whether the target is tested as AuthorisationRegistry and as EntitledParty in this run. */
  readonly bothRoles: boolean
  readonly settings: DelegationSettings
  /** Whether a ServiceProvider that forwarded nothing yet got no evidence, as preflight saw. */
  readonly wantsForwarded: boolean
  /** The fixture policy of that id. Throws `HarnessError` where there is none. */
  policy(id: string): Policy
  /** A request for evidence under the fixture policy of that id. Throws `HarnessError` where there is none. */
  ask(policy: string, asking?: Asking): Message
  /** A request whose forwarded JWT is minted now, so that something can be done with it before. */
  minted(policy: string, asking: Asking): Promise<{ readonly jwt: string; readonly message: Message }>
  /** Forwards the very JWT of `sent` once more, by another caller or for another policy where one is named; otherwise as it was. */
  again(sent: Sent, use: string, otherwise?: { readonly caller?: Caller; readonly policy?: string }): Message
  /** The evidence in an answer, in the names of the interface text; undefined where there is none. */
  evidence(sent: Sent): Json | undefined
  /** Whether the evidence in an answer says which resources its policies are about. */
  saysWhatAbout(sent: Sent): boolean
  /** The signed token in an answer; undefined where the evidence is plain. */
  token(sent: Sent): string | undefined
  /** DER of the roots that the target trusts. */
  roots(): Promise<readonly Buffer[]>
  /** A participant that no policy names, registered as the mutation has it; `control` is whom it may be like. */
  stranger(mutate?: Mutation, control?: Party): Promise<Party>
  /** A consumer of its own with an unconditional policy, registered as the mutation has it. Every use has another one. */
  spare(use: SpareUse, mutate?: Mutation): Promise<Named<Party>>
  /** A token request of `client` with a JWT that `party` made for `audience`, in the place of its client assertion. */
  presenting(client: Party, made: { readonly party: Party; readonly audience: string }, name: string): Message
  /** A token request of `client` with a JWT that exists already in the place of its client assertion. */
  presentingJwt(client: Party, jwt: string): Message
}
