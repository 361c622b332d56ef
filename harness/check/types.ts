import type { Role } from '../../requirements/types.js'
import type { Outcome } from '../evidence/types.js'
import type { Json } from '../json.js'
import type { LedgerEntry, LedgerQuery, RegistryOutage, RevocationProgram } from '../lab/protocol.js'
import type { Mutation, Party } from '../mutations/types.js'
import type { Exchange } from '../wire/types.js'

/** A message that is ready to be minted and sent. Sending twice mints twice, except for a replay. */
export interface Message {
  readonly party: Party
  /** The entry of the recipe to what stands there. */
  readonly recipe: Readonly<Record<string, string>>
}

/** A message after it was sent. */
export interface Sent {
  readonly message: Message
  readonly outcome: Outcome
  readonly exchange: Exchange
  /** Compact serialization as sent. */
  readonly assertion: string
  /** The complete JSON body of the answer, where it is JSON. */
  readonly json?: Json
  readonly accessToken?: string
}

/** How a JWT that was used before is presented again. */
export interface Reuse {
  /** For example `with = appended to the signature`. */
  readonly name: string
  /** Re-encodes the compact serialization; sent as it was by default. */
  readonly reencode?: (compact: string) => string
  /** A mutation of entry `form` or `request` beside it. */
  readonly mutate?: Mutation
  /** Base URL of another node of the same target. */
  readonly at?: string
}

/** What a party of a check is like, where it is not the default. */
export interface PartyOptions {
  readonly mutate?: Mutation
  /** Seconds that `iat` lies in the past; 2 by default. */
  readonly ageSeconds?: number
}

/** Makes parties and messages for one check. Parties are registered with the lab's registry before anything is sent. */
export interface Client {
  /** The control and one mutated message per mutation, of the same party or, where the mutation concerns the party itself, of a twin. */
  prepare(...mutations: readonly Mutation[]): Promise<readonly [control: Message, ...mutated: Message[]]>
  /** One message of a new party. */
  message(options?: PartyOptions): Promise<Message>
  /** A further message (new `jti`, new times) of the party that sends `message`. */
  next(message: Message, options?: PartyOptions): Message
  /** The very JWT of `sent`, once more. */
  again(sent: Sent, reuse?: Reuse): Message
}

/** Judges what came of messages. Only facts recorded here make a verdict. */
export interface Judge {
  /** The conforming twin; ends the check as inconclusive unless an access token comes back. */
  grants(message: Message): Promise<Sent>
  /** Must not be granted. Allowed only after a `grants` whose recipe differs in exactly one entry. */
  refuses(message: Message, options?: { readonly noAnswerIsRefusal?: boolean; readonly timeoutMs?: number }): Promise<Sent>
  /** Must be granted; allowed only after a `grants` of the baseline in the same check. */
  accepts(message: Message, options?: { readonly timeoutMs?: number }): Promise<Sent>
  /** Whether it is granted is an observation of that name, never a verdict. */
  records(message: Message, observation: string): Promise<Sent>
  /** Sends the same bytes on `width` sockets released together; must not be granted more than once. Needs an earlier `grants`. */
  grantsAtMostOnce(message: Message, width: number): Promise<readonly Sent[]>
  /** A rule about what the target did. */
  rule(says: string, holds: boolean, seen: { readonly expected: string; readonly got: string }): void
  observes(name: string, value: Json, unit?: string): void
  /** Ends the check: it does not concern this target. */
  notApplicable(reason: string): never
  /** Ends the check: a setting of the target file is missing. */
  notTestable(reason: string): never
  /** Ends the check: nothing can be said. */
  inconclusive(reason: string): never
}

/** The lab as a check sees it. */
export interface Lab {
  ledger(query: LedgerQuery): Promise<readonly LedgerEntry[]>
  revocation(program: RevocationProgram): Promise<void>
  /** Programmes an answer for one party anew (only where the flip is the check). */
  reprogram(party: Party, change: Mutation): Promise<void>
  /** Something that concerns every party; needs `exclusive: true` in `covers`. Undone after the check. */
  outage(outage: RegistryOutage): Promise<void>
}

/** What is under test. */
export interface TargetUnderTest {
  readonly name: string
  readonly role: Role
  readonly partyId: string
  readonly baseUrl: string
  readonly tokenUrl: string
  readonly replicas: readonly string[]
  /** Ends and starts the target again; absent without `launch` or `restart`. */
  readonly restart?: () => Promise<void>
}
