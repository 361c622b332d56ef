import { machinesLookingUp } from '../support/roles.js'
import { check } from '../support/row.js'
import { covers, test } from '../support/test.js'
import { ruleBoundToClient } from '../support/whose/bound-party.js'
import { namingAnother } from '../support/whose/granted-to.js'

/** Where it looks up nobody but the party that signed, its token may still be another's: what that opens shows it. */
const lookedUp = check(
  'token.names-another',
  'TOKEN-BOUND-PARTY',
  [
    'looks-up-claimed-client',
    'looks-up-issuer-in-capitals',
    'looks-up-first-issuer',
    'binds-token-to-repeated-client-id',
  ],
  { level: 'must', roles: machinesLookingUp, slow: 180 },
)

test(
  'looks up no other party that a token request names beside the one that signed, and issues no token for it',
  covers(lookedUp),
  async ({ client, judge, lab, target }) => {
    const { partyId } = (await client.message()).party
    await namingAnother({ client, judge }, partyId, (sent) =>
      ruleBoundToClient({ judge, lab, target }, sent, [partyId]),
    )
  },
)
