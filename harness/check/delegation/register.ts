import type { LabClient } from '../../lab/channel/client.js'
import type { DelegationFixtures } from '../../target/kit/delegation-fixtures.js'
import { type Registrable, soundRecord } from '../parties/parties.js'

/**
 * Registers the parties that fixture policies name at the lab's registry, in good standing. The check that uses a
 * spare one registers it itself.
 * @param target The target by its own chain file: the entitled party, where the kit names no other.
 */
export const registerDelegationFixtures = (
  { provider, otherProvider, subject, entitledParty }: DelegationFixtures,
  lab: LabClient,
  target: Registrable,
): Promise<void> =>
  lab.register(
    [provider, otherProvider, subject, entitledParty ?? target].map((party) => ({
      partyId: party.partyId,
      record: soundRecord(party),
    })),
  )
