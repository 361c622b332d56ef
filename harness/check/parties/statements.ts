import { participantStates } from '../../contracts/target-file/participants.js'
import type { Mutation, Party } from '../../mutations/types.js'

/** A participant of the target file, with what the file says of it where it is no sound client. */
export interface GivenParty extends Party {
  readonly is?: string
}

/** What the target file would have to say of a participant for it to carry a mutation; nothing where no word does. */
export function stateFor(mutation: Mutation): string | undefined {
  if ((mutation.entry !== 'record' && mutation.entry !== 'certificate') || mutation.like) return undefined
  if (mutation.entry === 'certificate' && mutation.registered === false) return undefined
  const name = mutation.entry === 'certificate' ? mutation.kind : mutation.name
  return states.get(name)
}

/** By the name of a record's mutation, or the kind of a certificate. */
const states: ReadonlyMap<string, string> = new Map([
  ['status Suspended', 'suspended'],
  ['status Inactive', 'inactive'],
  ['status Revoked', 'revoked'],
  ['status Pending', 'pending'],
  ['unknown party', 'unknown'],
  ['expired-leaf', 'certificate expired'],
  ['revoked-on-crl', 'certificate revoked'],
  ['revoked-by-ocsp', 'certificate revoked'],
  ['first certificate', participantStates.second],
  ['second certificate', participantStates.second],
])

/** The participant that carries a mutation, by what the target file says of those that there are. */
export function partyWith(mutation: Mutation, state: string, all: readonly GivenParty[]): GivenParty | undefined {
  const stated = all.find(({ is = '' }) => is === state || (state === participantStates.second && is.startsWith(state)))
  if (!stated || mutation.name !== 'first certificate') return stated
  return all.find(({ partyId, is }) => partyId === stated.partyId && is === undefined)
}

/** What one more given identity would open, in a sentence. */
export const lacking = (state: string): string =>
  `The target file names \`participants\`, none of which is this: give one with "is: ${state === participantStates.second ? `${state}did:example:consumer` : state}".`

/** What a verdict rests on. */
export const restsOn = ({ partyId, is = '' }: GivenParty): string =>
  `It rests on the target file, which says of ${partyId}: ${is}.`
