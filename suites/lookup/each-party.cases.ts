import { adhering, notAdhering } from '../../harness/check/lookup/forms.js'
import type { Lookups, Subject } from '../../harness/check/lookup/types.js'
import type { Party } from '../../harness/mutations/types.js'
import { type Coverage, checksWith } from '../support/row.js'

const check = checksWith({ roles: ['ParticipantRegistry'] })

/** A party about which an answer may be made in another way than about most. */
export interface OfParty extends Coverage {
  /** Completes "keeps to the rules of parties_token about …". */
  readonly title: string
  readonly subject: (lookups: Lookups, caller: Party) => Promise<Subject>
}

/** What is said about these parties is signed as what is said about any other. */
export const ofParties: readonly OfParty[] = [
  {
    ...check('lookup.answer-about-caller', 'PARTIES-TOKEN-ISSUED', 'omits-parties-token-audience-for-itself', {
      level: 'must',
    }),
    title: 'the party that looks itself up',
    subject: async (_, { partyId }) => adhering(partyId),
  },
  {
    ...check('lookup.answer-about-suspended', 'PARTIES-TOKEN-ISSUED', 'corrupts-parties-token-of-inactive', {
      level: 'must',
    }),
    title: 'a party that is suspended',
    subject: async (lookups) =>
      notAdhering('a party with status Suspended', (await lookups.partyWithStatus('Suspended')).partyId),
  },
  {
    ...check('lookup.answer-about-two-certificates', 'PARTIES-TOKEN-ISSUED', 'adds-kid-for-several-certificates', {
      level: 'must',
    }),
    title: 'a party with two certificates',
    subject: async (lookups) => adhering((await lookups.partyWithTwoCertificates())[0].partyId),
  },
]
