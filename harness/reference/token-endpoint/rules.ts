import type { NamesOf, Rule } from '../engine/rule.js'
import { algorithmRules } from './rules/algorithm.js'
import { audienceRules } from './rules/audience.js'
import { certificateRules } from './rules/certificate.js'
import { chainRules } from './rules/chain.js'
import { conductRules } from './rules/conduct.js'
import { formRules, uniquenessRules } from './rules/form/form.js'
import { headerRules } from './rules/header.js'
import { httpRules } from './rules/http.js'
import { identityRules } from './rules/identity.js'
import { parameterRules } from './rules/parameters.js'
import { lookupRules, ownRecordRules } from './rules/registry/lookup.js'
import { matchingRules } from './rules/registry/matching.js'
import { partiesTokenRules, tokenRecordRules } from './rules/registry/parties-token.js'
import { recordRules } from './rules/registry/record.js'
import { forgeryRules, jtiRules, replayRules } from './rules/replay.js'
import { replyRules } from './rules/reply.js'
import { revocationRules } from './rules/revocation.js'
import { keyRules, signatureRules } from './rules/signature.js'
import { periodRules, timeRules } from './rules/time.js'
import { x5cRules } from './rules/x5c.js'
import type { TokenRequest } from './token-request.js'

/** Everything up to the look-up: what the request alone shows, and what is cheap before what is not. */
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
  ...periodRules,
  ...jtiRules,
  ...chainRules,
  ...certificateRules,
  ...revocationRules,
]
const consultation = [...lookupRules, ...partiesTokenRules, ...tokenRecordRules]
const afterLookup = [...recordRules, ...matchingRules, ...replayRules, ...conductRules]

type Before = NamesOf<typeof beforeLookup>
type LookUp = NamesOf<typeof consultation> | NamesOf<typeof ownRecordRules>
type After = NamesOf<typeof afterLookup>

/** Name of a rule about token requests. */
export type TokenRule = Before | LookUp | After

/** The rules of one role, in the order in which they are applied. */
export interface RoleRules {
  readonly beforeLookup: readonly Rule<TokenRequest, Before>[]
  /** Finds the record of the party. */
  readonly lookup: readonly Rule<TokenRequest, LookUp>[]
  readonly afterLookup: readonly Rule<TokenRequest, After>[]
}

/** A ParticipantRegistry looks its clients up in its own data, everybody else at the registry (L205). */
export const rulesOf = (lookup: 'own data' | 'registry'): RoleRules => ({
  beforeLookup,
  lookup: lookup === 'registry' ? consultation : ownRecordRules,
  afterLookup,
})

/** Every rule about token requests and their answers, whichever role applies it. */
export const tokenEndpointRules = [...beforeLookup, ...consultation, ...afterLookup, ...replyRules]
