import type { Message, RefusalOptions } from '../../harness/check/types.js'
import { insisting } from '../support/flows/insisting.js'
import type { Fixtures } from '../support/test.js'

/**
 * How a call of a consumer is judged that had a Permit before its AuthorisationRegistry failed. Who serves it without
 * having asked about that consumer remembers evidence, which is defensible while that is valid (SVC-07).
 */
export const unlessRemembered = (
  { judge, lab }: Pick<Fixtures, 'judge' | 'lab'>,
  { party }: Message,
): RefusalOptions => {
  const since = Date.now()
  return {
    ...insisting,
    unless: async ({ outcome }) => {
      const asked = await lab.ledger({ kinds: ['delegation'], subjects: [party.partyId], since })
      if (outcome.kind === 'granted' && asked.length === 0)
        judge.weighs('strict', 'It has not asked, so that it goes by evidence that it remembers.')
      return undefined
    },
  }
}
