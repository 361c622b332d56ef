import type { NamesOf, Rule } from '../engine/rule.js'
import { conditionRules, type Node } from './conditions.js'
import type { Forwarded } from './forwarded.js'
import type { Candidate, EvidenceRequest } from './request.js'
import { askingRules } from './rules/asking.js'
import { candidateRules } from './rules/candidate.js'
import { evidenceRules } from './rules/evidence.js'
import { forwardedRules } from './rules/forwarded.js'
import { forwardingRules } from './rules/forwarding.js'
import { effectRules } from './rules/policy-effects.js'
import { partRules } from './rules/policy-parts.js'
import { selectionRules } from './rules/policy-selection.js'

const requestRules = [
  ...askingRules,
  ...forwardingRules,
  ...selectionRules,
  ...partRules,
  ...effectRules,
  ...evidenceRules,
]

/** Name of a rule about requests for evidence. */
export type RequestRule = NamesOf<typeof requestRules>
/** Name of a rule about forwarded JWTs. */
export type ForwardedRule = NamesOf<typeof forwardedRules>
/** Name of a rule about policies that permit. */
export type CandidateRule = NamesOf<typeof candidateRules>

/** The rules of requests for evidence and of their parts, each list in the order in which it is applied. */
export interface DelegationRules {
  readonly request: readonly Rule<EvidenceRequest, RequestRule>[]
  readonly forwarded: readonly Rule<Forwarded, ForwardedRule>[]
  readonly candidate: readonly Rule<Candidate, CandidateRule>[]
  readonly conditions: readonly Rule<Node>[]
}

/** How an AuthorisationRegistry or EntitledParty answers by itself. */
export const delegationRules: DelegationRules = {
  request: requestRules,
  forwarded: forwardedRules,
  candidate: candidateRules,
  conditions: conditionRules,
}

/** Every rule about requests for evidence. */
export const everyDelegationRule = [...requestRules, ...forwardedRules, ...candidateRules, ...conditionRules]
