import type { JsonObject } from '../../contracts/json.js'
import type { FaultName } from '../../faults/faults.js'
import type { Received } from '../engine/received.js'
import { type Rulebook, ruleAbout } from '../engine/rule.js'
import type { KitPolicy } from '../kit.js'
import type { Participant } from '../participant/participant.js'
import type { Issued } from '../token-endpoint/issued-tokens.js'
import type { Node } from './conditions.js'
import type { Forwarded } from './forwarded.js'

/** What a request asks to be permitted. */
export interface Asked {
  readonly resource: {
    readonly type: string
    readonly identifiers: readonly string[]
    readonly attributes?: readonly string[] | undefined
  }
  readonly actions: readonly string[]
  /** Key-value pairs (L185); absent where the request has none. */
  readonly context?: JsonObject | undefined
}

/** What came of one thing that was asked for. */
export interface Decided {
  readonly asked: Asked
  /** The policies that are about it. */
  readonly policies: readonly KitPolicy[]
  /** Absent where no policy permits or denies it. */
  effect?: 'Permit' | 'Deny'
  /** Conditions that the ServiceProvider is to evaluate. */
  conditions?: JsonObject | undefined
}

/** The rules of parts of a request that occur several times, with the faults of the request. */
export interface PartRules {
  readonly forwarded: Rulebook<Forwarded>
  readonly candidate: Rulebook<Candidate>
  readonly conditions: Rulebook<Node>
}

/** A request for evidence on its way through the rules (L203, L223); each rule fills in what later ones need. */
export class EvidenceRequest {
  readonly received: Received
  readonly participant: Participant
  readonly faults: ReadonlySet<FaultName>
  readonly partRules: PartRules
  /** Seconds since epoch. */
  readonly now = Math.floor(Date.now() / 1000)

  /** What the caller's access token stands for; only a fault changes it. */
  issued: Issued | undefined
  /** What was issued last; read by a fault alone. */
  readonly latest: Issued | undefined
  /** The body without what was forwarded. */
  body: JsonObject = {}
  /** Some member of the body stands twice. */
  repeated = false
  policyIssuer = ''
  subject = ''
  asked: readonly (readonly Asked[])[] = []
  forwarded: readonly string[] = []
  decided: Decided[][] = []
  evidence: JsonObject = {}
  /** Body of the answer. */
  answer: JsonObject = {}
  /** The cookie that the answer sets, which only a fault does. */
  cookie: string | undefined

  constructor(given: Pick<EvidenceRequest, 'received' | 'participant' | 'faults' | 'partRules' | 'issued' | 'latest'>) {
    this.received = given.received
    this.participant = given.participant
    this.faults = given.faults
    this.partRules = given.partRules
    this.issued = given.issued
    this.latest = given.latest
  }

  /** Party that asks: the one that authenticated. */
  get caller(): string {
    return this.issued?.partyId ?? this.subject
  }
}

/** A policy that permits what is asked, if its conditions do not stand against it. */
export interface Candidate {
  readonly request: EvidenceRequest
  readonly policy: KitPolicy
  readonly asked: Asked
  /** What conditions are held against. */
  context: JsonObject
  handedOut: JsonObject | undefined
}

/** Makes rules about requests for evidence. */
export const rule = ruleAbout<EvidenceRequest, 'http' | 'client' | 'form' | 'forwarded' | 'policy' | 'evidence'>()
