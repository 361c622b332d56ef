import type { Speaker } from '../../mutations/signed-token.js'
import type { Counterparty } from '../counterparty/counterparty.js'
import type { WorldState } from '../storage/state.js'
import { entryOf, recordOf } from './record.js'

/** Has the registry hold a further certificate of a party of the lab beside its own, until a check that runs alone is over. */
export const list = async (
  { parties }: WorldState,
  { partyId, identity }: Counterparty,
  further: Speaker,
): Promise<void> => {
  const { speaker } = await identity()
  const record = recordOf(speaker, { certificates: [entryOf(speaker), entryOf(further)] })
  parties.set(partyId, { program: { partyId, record }, lookups: 0 })
}

/** Has the registry call a party of the lab suspended, until a check that runs alone is over. */
export const suspend = async ({ parties }: WorldState, { partyId, identity }: Counterparty): Promise<void> => {
  const { speaker } = await identity()
  const record = recordOf(speaker, { status: 'Suspended' })
  parties.set(partyId, { program: { partyId, record }, lookups: 0 })
}

/** The registry knows nothing of parties of the lab but what it says of its own accord. */
export const unlist = ({ parties, counterparties }: WorldState): void => {
  for (const { partyId } of Object.values(counterparties)) parties.delete(partyId)
}
