import { identity, registry, signature } from '../../harness/mutations/mutation.js'
import type { Mutation } from '../../harness/mutations/types.js'
import { longestWait } from '../registry/flows.cases.js'
import { evidenceRoles, lookingUp } from '../support/roles.js'
import type { Coverage, Row } from '../support/row.js'
import { check, row } from '../support/row.js'
import { partiesToken } from '../support/values/answers.js'
import { unregistered } from './certificates.cases.js'

/** What was found of one request on a connection says nothing of the next. */
export const onSameConnection: Row = row('state.connection', 'JWT-SIGNED', 'keeps-verdict-by-connection', {
  level: 'must',
}).sends('a signature that does not hold on the connection that a sound one came by', [
  signature('by a foreign key', (signing, { foreignKey }) => {
    signing.key = foreignKey
  }),
  identity(
    "another party's name and chain, own key",
    (names, { party, other }) => {
      const { partyId, certified } = other
      Object.assign(names, { iss: partyId, sub: partyId, client_id: partyId })
      names.certified = { key: party.certified.key, chain: certified.chain }
    },
    'other',
  ),
])

const transport = (name: string): Mutation => registry(name, { transport: name })

/** A client that the registry vouched for a moment ago, and about which nothing can be heard any more. */
export const registryFails: Coverage & { readonly answers: readonly Mutation[] } = {
  ...check(
    'state.registry-failing',
    ['REGISTRY-FAIL-CLOSED', 'RGT-02', 'RGT-03', 'RGT-06', 'PTK-01'],
    ['grants-known-when-registry-fails', 'grants-known-on-wrong-signature'],
    { level: 'strict', roles: lookingUp, slow: 180 },
  ),
  answers: [
    ...['status 500', 'status 401', 'reset before the answer', 'HTML'].map(transport),
    partiesToken('signature corrupted'),
  ],
}

export const registryFailsLater: typeof registryFails = {
  ...registryFails,
  id: 'state.registry-failing-after-cache',
  profile: 'deep',
  waits: longestWait,
  slow: longestWait + 120,
}

export const forwardedAsAssertion: Coverage = check(
  'state.forwarded-as-assertion',
  ['ASSERTION-AUD', 'FWD-10'],
  'takes-forwarded-as-assertion',
  { level: 'must', roles: evidenceRoles },
)

export const forwardedUntrusted: Coverage = check(
  'state.forwarded-under-untrusted-certificate',
  ['FORWARD-SIGNED', 'FWD-06', 'X5C-05'],
  ['forward-keeps-chain-by-subject', 'forward-keeps-chain-by-serial', 'forward-keeps-chain-by-key'],
  { roles: evidenceRoles },
)

/** A forwarded JWT under a certificate that only resembles the registered one of its maker. */
export const forwardedUnregistered: Coverage & { readonly certificates: readonly Mutation[] } = {
  ...check(
    'state.forwarded-under-unregistered-certificate',
    ['FORWARD-CERT-MATCH', 'FWD-08'],
    ['forward-keeps-match-by-subject', 'forward-keeps-match-by-serial', 'forward-keeps-match-by-key'],
    { roles: evidenceRoles },
  ),
  certificates: unregistered,
}

export const otherQuestion: Coverage = check(
  'state.permit-of-another-question',
  'DELEGATION-RESPONSE',
  ['keeps-permit-by-subject', 'keeps-permit-by-resource'],
  { level: 'strict', roles: evidenceRoles },
)

export const assertionAsForwarded: Coverage = check(
  'state.assertion-as-forwarded',
  ['FORWARD-AUD', 'FWD-02'],
  'forward-takes-consumed',
  { roles: evidenceRoles },
)
