import type { AnswerGuise, LedgerEntry } from '../../contracts/lab-protocol.js'
import type { Triggered } from '../../contracts/steward.js'
import type { ProviderBehaviourName } from '../../lab/provider/provider-behaviour.js'
import type { Mutation } from '../../mutations/types.js'

/** A ServiceProvider of the lab that only this check knows. */
export interface Provider {
  readonly partyId: string
  readonly baseUrl: string
  /** What the ledger files its requests under. */
  readonly scope: string
}

/** What a ServiceConsumer did after one trigger. */
export interface ConsumerCall {
  readonly provider: Provider
  readonly tokenRequests: readonly LedgerEntry[]
  readonly serviceCalls: readonly LedgerEntry[]
  /** Requests at the place to which the provider lured it. */
  readonly lured: readonly LedgerEntry[]
  readonly triggered: Triggered
  /** From the trigger to its end, milliseconds. */
  readonly durationMs: number
  /** Whether the trigger was still going on when Assay gave it up. */
  readonly outlived: boolean
  /** From the end of the trigger to the last request, milliseconds; 0 where that came before. */
  readonly lateMs: number
}

/** How the consumer is made to call. */
export interface CallOptions {
  /** What the provider does; conforming by default. */
  readonly behaviour?: ProviderBehaviourName
  /** What is out of the ordinary about a new provider. */
  readonly like?: Mutation
  /** A provider that it called before, which has forgotten every access token; a new one by default. */
  readonly at?: Provider
  /** Nobody is to be called there, so that no call is awaited for long. */
  readonly unserved?: true
  /** Another conforming form of what the provider answers. */
  readonly answered?: AnswerGuise
  /** The trigger does not wait for those before it. */
  readonly besideOthers?: true
  /** A new provider lives at the origin of that one, below a path. */
  readonly nextTo?: Provider
}

/** Makes the ServiceConsumer under test call ServiceProviders of this check. */
export interface Consumer {
  /** Ends the check as inconclusive unless the consumer sends a token request, or calls a service that goes wrong. */
  call(options?: CallOptions): Promise<ConsumerCall>
  /** Whatever comes of it; only after a `call`, which shows that the trigger works. */
  tries(options?: CallOptions): Promise<ConsumerCall>
}
