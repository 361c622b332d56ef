import { type FaultName, faults } from '../faults/faults.js'
import { everyDelegationRule } from './delegation/rules.js'
import type { FaultsOf } from './engine/rule.js'
import {
  codeRules,
  flowRules,
  idTokenRules,
  redirectRules,
  requestRules,
  sessionRules,
  userinfoRules,
} from './identity-provider/provider.js'
import { arrivalRules, humanRules, mistakeRules } from './identity-provider/rules/human.js'
import { startRules } from './participant/participant.js'
import { documentRules } from './participant-registry/documents/resource.js'
import { lookUpRules } from './participant-registry/rules.js'
import { ownAssertionRules } from './registry/own-assertion.js'
import { tokenAnswerRules } from './registry/token-answer.js'
import { departureRules } from './relying-party/departure-rules.js'
import { relyingPartyRules } from './relying-party/relying-party.js'
import { reachRules, visitRules } from './service-consumer/rules.js'
import { serviceRules } from './service-provider/service.js'
import { bearerRules } from './token-endpoint/bearer-rules.js'
import { tokenEndpointRules } from './token-endpoint/rules.js'

const everyRule = [
  ...reachRules,
  ...visitRules,

  ...startRules,
  ...ownAssertionRules,
  ...tokenAnswerRules,
  ...serviceRules,
  ...tokenEndpointRules,
  ...bearerRules,
  ...everyDelegationRule,
  ...lookUpRules,
  ...documentRules,
  ...requestRules,
  ...redirectRules,
  ...flowRules,
  ...codeRules,
  ...idTokenRules,
  ...userinfoRules,
  ...humanRules,
  ...mistakeRules,
  ...arrivalRules,
  ...sessionRules,
  ...departureRules,
  ...relyingPartyRules,
]

type Implemented = FaultsOf<typeof everyRule>
type Missing = Exclude<FaultName, Implemented>
type Unknown = Exclude<Implemented, FaultName>

/** Does not compile while a fault has no rule, or a rule a fault that `harness/faults` does not list. */
const complete: [Missing, Unknown] extends [never, never] ? true : { missing: Missing; unknown: Unknown } = true

/** For each fault the names of the rules that it removes or replaces; one each, which the self-test proves. */
export const rulesByFault = (): ReadonlyMap<FaultName, readonly string[]> =>
  new Map(
    (complete ? (Object.keys(faults) as FaultName[]) : []).map((fault) => [
      fault,
      everyRule.filter((rule) => fault in rule.faults).map(({ name }) => name),
    ]),
  )
