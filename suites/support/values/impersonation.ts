import { identity } from '../../../harness/mutations/mutation.js'

/** Everything of another party but its key. */
export const nameAndChainOfAnother = identity(
  "another party's name and chain, own key",
  (names, { party, other }) => {
    const { partyId, certified } = other
    Object.assign(names, { iss: partyId, sub: partyId, client_id: partyId })
    names.certified = { key: party.certified.key, chain: certified.chain }
  },
  'other',
)
