import type { DelegationSettings } from '../../contracts/interface.js'
import type { Tree } from '../../mutations/conditions.js'
import type { ServiceMutation } from '../../mutations/evidence.js'
import type { HttpRequest } from '../../wire/types.js'
import type { Message, Sent } from '../types.js'

/** How a call of the service is made, where it is not by default. */
export interface CallOptions {
  readonly mutate?: ServiceMutation
  /** Each call of that consumer carries the same access token, as long as that is fresh; a new one by default. */
  readonly keepsToken?: true
  /** Seconds that `iat` of the client assertion lies in the past; 2 by default. */
  readonly ageSeconds?: number
}

/** A tree that the target decided otherwise than its conditions say. */
export interface Misjudged {
  readonly index: number
  readonly granted: boolean
}

/** Calls of the target's service, as messages that seek it. The lab's AuthorisationRegistry answers per consumer. */
export interface Service {
  /** Whether the preset has evidence signed (`interface.delegation.answer`). */
  readonly signsEvidence: boolean
  /** Where a request for evidence names the ServiceProvider (`interface.delegation.context.place`); absent where it has no context. */
  readonly contextPlace?: string
  /** How the members of a request for evidence are named. */
  readonly names: Pick<DelegationSettings, 'requestField' | 'memberCase'>
  /** Party Identifier of another ServiceProvider, which conditions name. */
  readonly otherProvider: string
  /** HTTP method of its calls (`service.method`). */
  readonly method: string
  /** A call of what is served at the other path, in the place of another one; absent where the target file names none (`service.other`). */
  readonly elsewhere?: { readonly identifier: string; readonly change: (request: HttpRequest) => HttpRequest }
  /** Whether the target file says what shows that a call was granted (`service.granted.bodyContains`). */
  readonly marked: boolean
  /** Seed of the run. */
  readonly seed: number
  /** The control and one mutated call per mutation: of the same consumer or, where the mutation concerns what is said about it, of a twin. */
  prepare(...mutations: readonly ServiceMutation[]): Promise<readonly [control: Message, ...mutated: Message[]]>
  /** One call of a new consumer. */
  message(options?: CallOptions): Promise<Message>
  /** A further call of the consumer that makes `message`. A mutation of the evidence has to be programmed: `reprogram`. */
  next(message: Message, options?: CallOptions): Message
  /** What is said about that consumer from now on; returns its next call. */
  reprogram(message: Message, mutate: ServiceMutation, options?: Omit<CallOptions, 'mutate'>): Promise<Message>
  /** Waits until the client assertion that was sent with `sent` has expired, with some seconds to spare. */
  outlive(sent: Sent): Promise<void>
  /** Whether a tree holds for the ServiceProvider under test, by the reference evaluator. */
  holds(tree: Tree): boolean
  /**
   * Lets the target decide the trees, some at a time and unrecorded, until it decides one wrongly, twice, the second
   * time alone; returns that one. Ends the check as inconclusive where a call that is made alone gets no answer.
   */
  misjudged(trees: readonly Tree[]): Promise<readonly Misjudged[]>
}
