import { lookUpForms, type RegistrySettings } from '../../contracts/interface.js'
import type { Credential, LookupForm, Subject } from './types.js'

/** Look-up by query parameter (L207), percent-encoded. */
export const byQuery: LookupForm = {
  name: 'by query',
  answer: 'byQuery',
  target: (partyId, { partiesPath, partyIdParameter }) =>
    queryTarget(partiesPath, partyIdParameter, encodeURIComponent(partyId)),
}

/** Look-up by path (L208), percent-encoded. */
export const byPath: LookupForm = {
  name: 'by path',
  answer: 'byPath',
  target: (partyId, { partyPath }) => partyPath.replace('{party_id}', () => encodeURIComponent(partyId)),
}

/** The forms that there are at a target: both, where the target file says of none that it does not exist. */
export const formsOf = (settings: RegistrySettings): readonly LookupForm[] =>
  lookUpForms.filter((form) => settings[form]).map((form) => ({ byQuery, byPath })[form])

/** A path with a query parameter, which may hold others already. */
export const queryTarget = (path: string, name: string, value: string): string =>
  `${path}${path.includes('?') ? '&' : '?'}${encodeURIComponent(name)}=${value}`

/** The access token that the caller got itself, as RFC 6750 §2.1 has it. */
export const ownToken: Credential = {
  name: "the caller's",
  headers: (accessToken) => [['authorization', `Bearer ${accessToken}`]],
}

/** A party that has to be reported as adhering. */
export const adhering = (partyId: string): Subject => ({ name: 'a party in good standing', partyId, adhering: true })

/** Something of which no party may be reported as adhering. */
export const notAdhering = (name: string, partyId: string): Subject => ({ name, partyId, adhering: false })
