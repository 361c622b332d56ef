import type { KeyObject } from 'node:crypto'
import type { Level, Role } from '../../requirements/types.js'
import type { Outcome } from '../contracts/evidence.js'
import type { Json } from '../contracts/json.js'
import type { LedgerEntry, LedgerQuery, RegistryOutage, RevocationProgram } from '../contracts/lab-protocol.js'
import type { Outage } from '../contracts/outage.js'
import type { TargetClock } from '../contracts/target.js'
import type { Mutation, Party } from '../mutations/types.js'
import type { Exchange } from '../wire/types.js'
import type { AnswerKind, AnswersOfKind } from './answers/notes.js'

/** A message that is ready to be minted and sent. Sending twice mints twice, except for a replay. */
export interface Message {
  readonly party: Party
  /** The entry of the recipe to what stands there. */
  readonly recipe: Readonly<Record<string, string>>
}

/** The access token that a message carried. */
export interface Carried {
  readonly token: string
  /** The client assertion that it was issued on. */
  readonly assertion: string
  /** Seconds that it lives from its issue, as the target said; absent where no number can be read. */
  readonly expiresIn?: number
}

/** A message after it was sent. */
export interface Sent {
  readonly message: Message
  readonly outcome: Outcome
  readonly exchange: Exchange
  /** The JWT that it carried, as sent; empty where it carried none. */
  readonly assertion: string
  /** The complete JSON body of the answer, where it is JSON. */
  readonly json?: Json
  readonly accessToken?: string
  /** It was granted, though in an answer that is not quite JSON. */
  readonly blemished?: true
  /** Only of a call that needs an access token. */
  readonly carried?: Carried
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
  /** One message of a party that the target has never seen, even where it takes none but registered ones. */
  newcomer(): Promise<Message>
  /** A further message (new `jti`, new times) of the party that sends `message`. */
  next(message: Message, options?: PartyOptions): Message
  /** The very JWT of `sent`, once more. */
  again(sent: Sent, reuse?: Reuse): Message
}

/** How a refusal is judged. */
export interface RefusalOptions {
  readonly noAnswerIsRefusal?: boolean
  /** `false`: whether it is refused is judged elsewhere, so that a grant is noted alone. */
  readonly grantCounts?: boolean
  /** The JWT comes again, and may have run out by then: a refusal on that account counts, too. */
  readonly late?: boolean
  readonly timeoutMs?: number
  /**
   * A counterparty fails for as long as the check says so. Once the target has asked it, 503 is a refusal, with or
   * without `Retry-After`, and so is 429 where it passes that on; a refusal before that says nothing.
   */
  readonly unavailableIsRefusal?: boolean
  /** Whom they are asked about; the party of the message by default. */
  readonly about?: Party
  /**
   * Asked once it was granted or refused, before that is judged; a reason ends the check as not applicable. One that
   * explains a refusal alone is none where it was granted.
   */
  readonly unless?: (sent: Sent) => Promise<string | undefined>
}

/** How a message is recorded. */
export interface RecordOptions extends Pick<RefusalOptions, 'timeoutMs' | 'unavailableIsRefusal'> {
  /** A policy may make a verdict of it, so that a refusal of everybody has to be told apart. */
  readonly isRead?: boolean
}

/** What a rule saw, in words. */
export interface SeenByRule {
  readonly expected: string
  readonly got: string
  /** Where it is broken: which requirements of the check that breaks; all of them where absent. */
  readonly breaks?: readonly string[] | undefined
}

/** Judges what came of messages: `granted` = what the message sought came back. Only facts recorded here make a verdict. */
export interface Judge {
  /** The conforming twin; ends the check as inconclusive unless it is granted. */
  grants(message: Message): Promise<Sent>
  /** Must not be granted. Allowed only after a `grants` whose recipe differs in exactly one entry. */
  refuses(message: Message, options?: RefusalOptions): Promise<Sent>
  /**
   * What has to be granted so that the check concerns the target, sent as patiently as a control. Ends the check as not
   * applicable, with that reason, where it is refused, and as inconclusive where nothing was answered.
   */
  applies(message: Message, observation: string, reason: string): Promise<Sent>
  /** Must be granted, once minted and `ready`; allowed only after a `grants` in the same check whose recipe differs in one entry at most. */
  accepts(
    message: Message,
    options?: { readonly timeoutMs?: number; readonly ready?: () => Promise<void> },
  ): Promise<Sent>
  /**
   * Whether it is granted is an observation of that name, never a verdict. Needs no control: a rule may be judged by
   * it. A check that does not concern the target comes to nothing where this got no answer.
   */
  records(message: Message, observation: string, options?: RecordOptions): Promise<Sent>
  /** Mints it, waits for `ready` where that is given, sends it and keeps it; what came of it is left to a rule. */
  tries(message: Message, label: string, ready?: () => Promise<void>): Promise<Sent>
  /** Sends what may be granted once only on `width` sockets released together; must not be granted more than once. Needs an earlier `grants`. */
  grantsAtMostOnce(message: Message, width: number): Promise<readonly Sent[]>
  /** Sends `count` new messages of the party of `message`, some at a time, and keeps nothing but how many of them were granted. */
  flood(message: Message, count: number): Promise<number>
  /** A rule about what the target did. */
  rule(says: string, holds: boolean, seen: SeenByRule): void
  observes(name: string, value: Json, unit?: string): void
  /** What is violated in this check weighs no more than that, for a reason that a report tells. */
  weighs(level: Level, reason: string): void
  /** Ends the check: it does not concern this target. */
  notApplicable(reason: string): never
  /** Ends the check: a setting of the target file is missing. */
  notTestable(reason: string): never
  /** Ends the check: nothing can be said. */
  inconclusive(reason: string): never
}

/** The lab as a check sees it. What is changed here stands in the recipe of every message that is made afterwards. */
export interface Lab {
  /** The Participant Registry that the target asks. */
  readonly registry: { readonly partyId: string; readonly baseUrl: string }
  /** Whether the target asks the lab's registry, so that it reaches the lab. */
  readonly observed: boolean
  /** Why parties are not new to the target and its look-ups say nothing, as a clause; absent where they are and do. */
  readonly outOfHands?: string
  /** Ends the check where the target asks another registry. */
  ledger(query: LedgerQuery): Promise<readonly LedgerEntry[]>
  /** Who was asked about in the whole run, also where the ledger has forgotten it. Ends the check where the target's registry is none of the lab. */
  subjects(kind: LedgerEntry['kind']): Promise<readonly string[]>
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
  readonly publicKey: KeyObject
  /** DER of its certificate and of those above it. */
  readonly chain: readonly Buffer[]
  readonly replicas: readonly string[]
  /** Form of the identifiers that it is judged with, where the target file or its preset names one (`interface.partyId.form`). */
  readonly partyIdForm?: string
  /** Claims that client assertions carry beside those of the text (`interface.token.claims`). */
  readonly furtherClaims: readonly string[]
  /** Names of the parameter that names the client: that of the text, and that of the settings (`interface.token.parameterNames`). */
  readonly clientIdNames: readonly string[]
  /** Media types of a body with parameters: that of RFC 6749, and that of the settings (`interface.token.encoding`). */
  readonly parameterTypes: readonly string[]
  /** Seconds by which messages are dated back, because its clock is behind ours; less than none where it is ahead. */
  readonly datedBack: number
  /** Its clock minus ours, milliseconds; 0 where its answers do not tell. */
  readonly clockOffsetMs: number
  /** Times that the target takes, seconds (`clock` of the target file). */
  readonly clock: TargetClock
  /** The times up to now in which it was gone although nobody had ended it; waits while it is. */
  readonly outages: () => Promise<readonly Outage[]>
  /** What its answers of a kind were like in the whole run up to now; nothing where there was none. */
  readonly answers: (kind: AnswerKind) => AnswersOfKind | undefined
  /** Ends and starts the target again; absent without `launch` or `restart`. */
  readonly restart?: () => Promise<void>
}
