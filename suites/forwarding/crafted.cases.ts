import { forwarding, forwardingOf } from '../../harness/check/delegation/forwarding.js'
import type { Asking } from '../../harness/check/delegation/types.js'
import { behind } from '../../harness/mutations/json-text.js'
import { identity, partyId } from '../../harness/mutations/mutation.js'
import { type NearMiss, otherNames, otherSpellings } from '../../harness/mutations/near-misses.js'
import { evidenceRoles } from '../support/roles.js'
import { checksWith } from '../support/row.js'
import { otherCase } from '../support/values/letter-case.js'
import type { ForwardingRow } from './forwarding.cases.js'

const check = checksWith({ roles: evidenceRoles })

/** Ids of others by which a reader may take them for the party that is asked about. */
const subjectNames: readonly NearMiss[] = [
  { name: 'in the other letter case', of: otherCase },
  ...otherNames,
  ...otherSpellings,
]

/** JWTs that a forwarder makes so that one reader takes them for its own and another one for the consumer's. */
export const crafted: readonly ForwardingRow[] = [
  {
    ...check('forwarding.duplicate-issuer', ['FORWARD-CERT-MATCH', 'JSN-03'], 'forward-looks-up-first-issuer'),
    title: 'JWT of the forwarder that names itself, and then the consumer, as iss and sub',
    // The other way round it is the forwarder's own JWT to who reads the last one, as is right.
    asking: async ({
      fixtures: {
        provider,
        subject: { partyId },
      },
    }) => {
      const mutate = behind('iss and sub of the consumer behind the own', 'payload', { iss: partyId, sub: partyId })
      return [{ forwarded: forwarding(mutate.name, { party: provider, mutate }) }]
    },
  },
  {
    ...check(
      'forwarding.chain-behind-own',
      ['FORWARD-CERT-MATCH', 'JWT-X5C-LEAF-FIRST', 'X5C-07'],
      ['forward-registers-any-of-x5c', 'forward-ignores-chain'],
    ),
    title: "JWT in the consumer's name that the forwarder signed, its own chain before the consumer's certificate",
    asking: async ({ fixtures: { provider, subject } }) => {
      const [leaf = Buffer.alloc(0)] = subject.certified.chain
      const { key, chain } = provider.certified
      const chains: Readonly<Record<string, readonly Buffer[]>> = {
        'the certificate of the consumer last': [...chain, leaf],
        'the certificate of the consumer second': [...chain.slice(0, 1), leaf, ...chain.slice(1)],
      }
      return Object.entries(chains).map(([name, both]): Asking => {
        const mutate = identity(`signed by the forwarder, ${name}`, (own) => {
          own.certified = { key, chain: both }
        })
        return { forwarded: forwarding(mutate.name, { mutate }) }
      })
    },
  },
  {
    ...check(
      'forwarding.subject-near-miss',
      ['FORWARD-SUBJECT', 'FWD-12'],
      [
        'forward-folds-subject',
        'forward-takes-longer-subject',
        'forward-spells-subject-alike',
        'forward-ignores-subject',
      ],
    ),
    title: 'JWT of a party whose id is nearly that of the party that is asked about',
    sends: subjectNames.length,
    asking: async ({ fixtures: { subject }, stranger }) => {
      const asked: Asking[] = []
      for (const { name, of } of subjectNames) {
        const party = await stranger(partyId(name, () => of(subject.partyId)))
        asked.push({ forwarded: forwardingOf(`of a party with its id ${name}`, party) })
      }
      return asked
    },
  },
  {
    ...check(
      'forwarding.audience-near-miss',
      ['FORWARD-AUD', 'ASSERTION-AUD-EXACT', 'AUD-10'],
      [
        'forward-trims-aud',
        'forward-takes-longer-aud',
        'forward-takes-aud-for-list',
        'forward-spells-aud-alike',
        'forward-ignores-aud',
      ],
    ),
    title: 'JWT for an id that is nearly that of the forwarder',
    sends: otherNames.length + otherSpellings.length,
    asking: async ({ fixtures: { provider } }) =>
      [...otherNames, ...otherSpellings].map(({ name, of }) => ({
        forwarded: forwarding(`for its id ${name}`, { audience: of(provider.partyId) }),
      })),
  },
]
