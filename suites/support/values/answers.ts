import type { DelegationTokenName } from '../../../harness/mutations/delegation-token.js'
import { registry } from '../../../harness/mutations/mutation.js'
import {
  type PartiesTokenMutation,
  type PartiesTokenName,
  partiesTokens,
} from '../../../harness/mutations/parties-token.js'
import { type Nearness, nearNames, type PartiesTokenClaim } from '../../../harness/mutations/parties-token-names.js'
import type { Mutation } from '../../../harness/mutations/types.js'

/** The registry answers look-ups of this party with that defect of `parties_token`. */
export const partiesToken = (name: PartiesTokenName): Mutation => registry(name, { token: name })

/** The registry answers look-ups of this party with a name in `parties_token` that is nearly the right one. */
export const nearlyNamedToken = (claim: PartiesTokenClaim, nearness: Nearness): readonly Mutation[] =>
  nearNames(claim, nearness).map((token) => registry(token, { token }))

/** JWTs of a registry under a certificate of another party, whose id is nearly that of the registry. */
export const nearlyCertified: readonly (PartiesTokenName & DelegationTokenName)[] = [
  'certificate of an id with a character behind it',
  'certificate of an id with a character before it',
]

/**
 * Errors that a registry answers beside the usual ones, with a body in JSON that says nothing. No row has many: code
 * that calls nobody for a while who fails some five times in a row (a circuit breaker) is right.
 */
export const otherErrors = {
  'of the request': ['status 400', 'status 403', 'status 405', 'status 410'],
  'of a gateway': ['status 429', 'status 501', 'status 502', 'status 504'],
} as const

/** Look-ups of this party that come shortly after one another are answered at the same moment. */
export const answeredTogether: Mutation = registry('together with others', { transport: 'together with others' })

/** Every defect of `parties_token` that serves a catalogue case. */
export const partiesTokensFor = (id: string): readonly Mutation[] =>
  Object.entries<PartiesTokenMutation>(partiesTokens)
    .filter(([, { cases }]) => cases.includes(id))
    .map(([name]) => partiesToken(name as PartiesTokenName))
