import type { LabClient } from '../../lab/client.js'
import type { DelegationFixtures } from '../../target/delegation-fixtures.js'
import type { RegistrySettings } from '../../target/interface.js'
import { spelledRecord } from '../../wire/members.js'
import { type Registrable, soundRecord } from '../parties.js'

/**
 * Tells the lab's registry of the parties that fixture policies name, in good standing. The spare ones are registered by whoever uses one.
 * @param target What its own chain file says it is: the entitled party, where the kit names no other.
 */
export const registerDelegationFixtures = (
  { provider, otherProvider, subject, entitledParty }: DelegationFixtures,
  lab: LabClient,
  recordFields: RegistrySettings['recordFields'],
  target: Registrable,
): Promise<void> =>
  lab.register(
    [provider, otherProvider, subject, entitledParty ?? target].map((party) => ({
      partyId: party.partyId,
      record: spelledRecord(soundRecord(party), recordFields),
    })),
  )
