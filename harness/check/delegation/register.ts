import type { LabClient } from '../../lab/channel/client.js'
import type { DelegationFixtures } from '../../target/kit/delegation-fixtures.js'
import { soundRecord } from '../parties/parties.js'

/**
 * Registers the parties that fixture policies name at the lab's registry, in good standing. The check that uses a
 * spare one registers it itself.
 */
export const registerDelegationFixtures = (
  { provider, otherProvider, subject, otherwise, entitledParty }: DelegationFixtures,
  lab: LabClient,
): Promise<void> =>
  lab.register(
    [provider, otherProvider, subject, ...otherwise.values(), ...(entitledParty ? [entitledParty] : [])].map(
      (party) => ({
        partyId: party.partyId,
        record: soundRecord(party),
      }),
    ),
  )
