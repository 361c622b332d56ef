import { HarnessError } from '../../contracts/errors.js'
import type { Json, JsonObject } from '../../contracts/json.js'
import type { AnswerGuise, RegistryAnswer } from '../../contracts/lab-protocol.js'
import type { ProviderReport } from '../../mutations/id-token.js'
import type { Speaker } from '../../mutations/signed-token.js'
import type { Counterparty } from '../counterparty/counterparty.js'
import { furtherForm } from '../counterparty/further.js'
import { misbehaviourNamed } from '../misbehaviour/misbehaviour.js'
import type { WorldState } from '../storage/state.js'
import { entryOf, recordOf } from './record.js'

/** Has the registry answer so about a party of the lab, until a check that runs alone is over. */
const program = async (
  { parties }: WorldState,
  { partyId, identity }: Counterparty,
  members: (speaker: Speaker) => JsonObject,
  answer?: RegistryAnswer,
): Promise<void> => {
  const { speaker } = await identity()
  const record = recordOf(speaker, members(speaker))
  parties.set(partyId, { program: { partyId, record, ...(answer && { answer }) }, lookups: 0 })
}

/** Has the registry hold a further certificate of a party of the lab beside its own. */
export const list = (state: WorldState, party: Counterparty, further: Speaker): Promise<void> =>
  program(state, party, (speaker) => ({ certificates: [entryOf(speaker), entryOf(further)] }))

/** Has the registry hold the further certificates that answers of these forms are signed with. */
export async function listForms(
  parties: readonly Counterparty[],
  programs: readonly { readonly guise?: AnswerGuise }[],
): Promise<void> {
  const forms = programs.flatMap(({ guise }) => furtherForm(guise) ?? [])
  await Promise.all(parties.flatMap(({ further }) => forms.map(further.use)))
}

/** A record with the further certificates that the registry holds of a party of the lab now. */
export async function withForms(
  { counterparties }: WorldState,
  { partyId, record }: { readonly partyId: string; readonly record: JsonObject },
): Promise<JsonObject> {
  const party = Object.values(counterparties).find((one) => one.partyId === partyId)
  const further = (await party?.further.listed()) ?? []
  if (further.length === 0) return record
  return { ...record, certificates: [...(record.certificates as readonly Json[]), ...further.map(entryOf)] }
}

/** Has the registry say of a party of the lab what a wrong id_token of it needs. */
export const report = (state: WorldState, party: Counterparty, says: ProviderReport): Promise<void> => {
  if ('status' in says) return program(state, party, () => says)
  if ('transport' in says && misbehaviourNamed(says.transport) === undefined)
    throw new HarnessError(`the lab has no misbehaviour "${says.transport}" of the registry`)
  return program(state, party, () => ({}), says)
}

/** The registry knows nothing of parties of the lab but what it says of its own accord. */
export const unlist = ({ parties, counterparties }: WorldState): void => {
  for (const { partyId } of Object.values(counterparties)) parties.delete(partyId)
}
