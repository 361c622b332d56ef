import { type FaultName, faults } from '../../faults/faults.js'
import { startRules } from '../participant.js'
import { ownAssertionRules } from '../registry/own-assertion.js'
import type { FaultsOf, Rule } from './rule.js'
import { algorithmRules } from './rules/algorithm.js'
import { audienceRules } from './rules/audience.js'
import { certificateRules } from './rules/certificate.js'
import { chainRules } from './rules/chain.js'
import { conductRules } from './rules/conduct.js'
import { formRules, uniquenessRules } from './rules/form.js'
import { headerRules } from './rules/header.js'
import { httpRules } from './rules/http.js'
import { identityRules } from './rules/identity.js'
import { lookupRules, ownRecordRules } from './rules/lookup.js'
import { matchingRules } from './rules/matching.js'
import { parameterRules } from './rules/parameters.js'
import { partiesTokenRules, tokenRecordRules } from './rules/parties-token.js'
import { recordRules } from './rules/record.js'
import { forgeryRules, jtiRules, replayRules } from './rules/replay.js'
import { replyRules } from './rules/reply.js'
import { revocationRules } from './rules/revocation.js'
import { keyRules, signatureRules } from './rules/signature.js'
import { timeRules } from './rules/time.js'
import { x5cRules } from './rules/x5c.js'
import type { TokenRequest } from './token-request.js'

/** Everything up to the look-up: what can be told from the request alone, and what is cheap before what is not. */
const beforeLookup = [
  ...httpRules,
  ...parameterRules,
  ...formRules,
  ...uniquenessRules,
  ...forgeryRules,
  ...algorithmRules,
  ...x5cRules,
  ...signatureRules,
  ...keyRules,
  ...headerRules,
  ...identityRules,
  ...audienceRules,
  ...timeRules,
  ...jtiRules,
  ...chainRules,
  ...certificateRules,
  ...revocationRules,
]
const consultation = [...lookupRules, ...partiesTokenRules, ...tokenRecordRules]
const afterLookup = [...recordRules, ...matchingRules, ...replayRules, ...conductRules]

/** The rules of one role, in the order in which they are applied. */
export interface RoleRules {
  readonly beforeLookup: readonly Rule<TokenRequest>[]
  /** Finds the record of the party. */
  readonly lookup: readonly Rule<TokenRequest>[]
  readonly afterLookup: readonly Rule<TokenRequest>[]
}

/** A ParticipantRegistry looks its clients up in its own data, everybody else at the registry (L205). */
export const rulesOf = (lookup: 'own data' | 'registry'): RoleRules => ({
  beforeLookup,
  lookup: lookup === 'registry' ? consultation : ownRecordRules,
  afterLookup,
})

const everyRule = [...startRules, ...ownAssertionRules, ...beforeLookup, ...consultation, ...afterLookup, ...replyRules]

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
