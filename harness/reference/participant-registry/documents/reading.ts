import { global } from '../../engine/fault.js'
import { refuse } from '../../engine/refusal.js'
import { ruleAbout } from '../../engine/rule.js'
import type { KitParty } from '../../kit.js'

/** A call for a document. */
export interface Reading {
  /** Whose it is: the participant that an access token was issued for. */
  owner: KitParty | undefined
  readonly parties: readonly KitParty[]
}

const rule = ruleAbout<Reading, 'claims'>()

/** Who may read documents (L203). */
export const readingRules = [
  rule(
    'claims',
    'a reader of documents has authenticated',
    ({ owner }) => owner !== undefined || refuse(401, 'access_denied', 'an access token is missing'),
    {
      'serves-claims-to-anybody': global('serves claims without an access token', () => (reading) => {
        reading.owner ??= reading.parties[0]
        return true
      }),
    },
  ),
]
