import type { FaultPlan } from '../engine/fault-plan.js'
import type { Answer, Received } from '../engine/received.js'
import type { Participant } from '../participant/participant.js'
import type { IssuedTokens } from './issued-tokens.js'

/** Something that a participant serves beside its token endpoint. */
export interface Resource {
  /** Whether it answers requests for a path (without the query). */
  readonly serves: (path: string) => boolean
  /** Never throws for anything that a client can send. */
  readonly answer: (received: Received) => Promise<Answer>
}

/** What a resource works with. */
export interface ResourceTools {
  readonly participant: Participant
  readonly plan: FaultPlan
  /** Access tokens that its token endpoint issued, each with the faults of its request. */
  readonly tokens: IssuedTokens
  /** Names of other conforming conduct (`ASSAY_REFERENCE_VARIANT`), separated by commas. */
  readonly variants: string | undefined
}
