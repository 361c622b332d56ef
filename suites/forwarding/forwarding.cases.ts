import { forwarding, forwardingMutated, forwardingOf } from '../../harness/check/delegation/forwarding.js'
import type { Asking, Delegation } from '../../harness/check/delegation/types.js'
import { certificate, claims, registry, unregistered } from '../../harness/mutations/mutation.js'
import { evidenceRoles } from '../support/roles.js'
import type { Coverage } from '../support/row.js'
import { checksWith } from '../support/row.js'
import { partiesToken } from '../support/values/answers.js'
import { otherCase } from '../support/values/letter-case.js'
import { status, unknownParty } from '../support/values/records.js'
import {
  aboutConsumer,
  behindChain,
  forwarded,
  otherAlgorithms,
  signedBy,
  underChainOf,
  wrongSignatures,
} from './forged.js'
import { unsoundCertificates } from './unsound-certificates.js'

/** Requests with a forwarded JWT that does not count, each of which is sent alone. */
export interface ForwardingRow extends Coverage {
  /** Completes the sentence "takes no …". */
  readonly title: string
  readonly asking: (delegation: Delegation, target: { readonly partyId: string }) => Promise<readonly Asking[]>
}

export const check = checksWith({ roles: evidenceRoles })

const withAud = (name: string, aud: readonly string[]): Asking => ({
  forwarded: forwardingMutated(claims(name, (own) => void Object.assign(own, { aud }))),
})

/** Forwarded JWTs by which a client gains nothing (L245–247, L267–268, L277). */
export const refused: readonly ForwardingRow[] = [
  {
    ...check('forwarding.audience', 'FWD-01', ['forward-ignores-aud', 'forward-takes-longer-aud', 'forward-folds-aud']),
    title: 'JWT that is addressed to another party than the forwarder',
    asking: async ({ fixtures: { provider, otherProvider }, stranger }) => [
      { forwarded: forwarding('for another ServiceProvider', { audience: otherProvider.partyId }) },
      { forwarded: forwarding('for a participant', { audience: (await stranger()).partyId }) },
      { forwarded: forwarding('for an id that begins with its own', { audience: `${provider.partyId}2` }) },
      { forwarded: forwarding('for its id in other letters', { audience: otherCase(provider.partyId) }) },
    ],
  },
  {
    ...check('forwarding.audience-itself', 'FWD-02', 'forward-takes-own-aud'),
    title: 'JWT that is addressed to itself',
    asking: async (_, { partyId }) => [{ forwarded: forwarding('for the target', { audience: partyId }) }],
  },
  {
    ...check('forwarding.own-jwt', 'FWD-03', ['forward-ignores-match', 'forward-reads-sub', 'forward-tries-every-key']),
    title: "JWT in the consumer's name that the forwarder made itself",
    asking: async ({ fixtures: { provider } }) =>
      forwarded(
        signedBy("in the consumer's name, signed by the forwarder", provider),
        aboutConsumer(provider),
        ...behindChain(provider),
      ),
  },
  {
    ...check('forwarding.audience-several', 'FWD-04', 'forward-takes-several-aud'),
    title: 'JWT that is addressed to the forwarder and somebody else',
    asking: async ({ fixtures: { provider, otherProvider } }, { partyId }) => [
      withAud('aud [forwarder, target]', [provider.partyId, partyId]),
      withAud('aud [forwarder, another ServiceProvider]', [provider.partyId, otherProvider.partyId]),
    ],
  },
  {
    ...check('forwarding.expired', 'FWD-05', 'forward-ignores-expiry'),
    title: 'JWT that expired minutes ago',
    asking: async () => [{ ageSeconds: 700 }],
  },
  {
    ...check('forwarding.from-future', 'FORWARD-LIFETIME', 'forward-accepts-future-iat', { level: 'strict' }),
    title: 'JWT that will be issued in five minutes',
    asking: async () => [{ ageSeconds: -300 }],
  },
  {
    ...check('forwarding.signature', 'FWD-06', [
      'forward-ignores-signature',
      'forward-accepts-empty-signature',
      'forward-honours-jwk',
      'forward-honours-jku',
      'forward-honours-x5u',
      'forward-verifies-with-registered-key',
    ]),
    title: 'JWT whose signature does not hold',
    asking: async ({ fixtures: { provider } }) => forwarded(...wrongSignatures, underChainOf(provider)),
  },
  {
    ...check('forwarding.algorithm', 'FWD-06', [
      'forward-accepts-alg-none',
      'forward-accepts-hs256-public-key',
      'forward-accepts-ps256',
    ]),
    title: 'JWT with alg none, PS256, or HS256 and the public key as the secret',
    asking: async () => forwarded(...otherAlgorithms),
  },
  {
    ...check('forwarding.chain', 'FWD-06', 'forward-ignores-chain'),
    title: 'JWT of a chain that leads to no trusted root',
    asking: async ({ spare }) => [{ consumer: await spare('untrusted chain', certificate('same-name-twin')) }],
  },
  {
    ...check(
      'forwarding.unsound-certificate',
      ['FORWARD-SIGNED', 'FWD-06', 'CRT-01', 'CRT-05', 'CRT-08', 'X5C-06'],
      [
        'forward-ignores-chain',
        'forward-accepts-expired-leaf',
        'forward-accepts-leaf-as-issuer',
        'forward-ignores-key-usage',
        'forward-trusts-last-certificate',
      ],
    ),
    title:
      'JWT of a registered certificate that has expired, is for other uses, or was issued by a participant or an untrusted CA',
    asking: unsoundCertificates,
  },
  {
    ...check('forwarding.status', 'FWD-07', 'forward-ignores-status'),
    title: 'JWT of a consumer that is suspended or unknown',
    asking: async ({ spare }) => [
      { consumer: await spare('Suspended', status('Suspended')) },
      { consumer: await spare('unknown', unknownParty) },
    ],
  },
  {
    ...check('forwarding.certificate', 'FWD-08', 'forward-ignores-match'),
    title: 'JWT signed with a certificate that is not registered for its issuer',
    asking: async (delegation) => [
      { consumer: await delegation.spare('unregistered certificate', unregistered()) },
      ...forwarded(signedBy("in the consumer's name, signed by a stranger", await delegation.stranger())),
    ],
  },
  {
    ...check('forwarding.claims', 'FWD-09', 'forward-ignores-claims'),
    title: 'JWT without iat or jti, or of another lifetime',
    asking: async () =>
      forwarded(
        claims('without iat', (own) => void delete own.iat),
        claims('without jti', (own) => void delete own.jti),
        claims('60 seconds long', (own) => void Object.assign(own, { exp: Number(own.iat) + 60 })),
        claims('an hour long', (own) => void Object.assign(own, { exp: Number(own.iat) + 3600 })),
        claims('20 seconds long', (own) => void Object.assign(own, { exp: Number(own.iat) + 20 })),
      ),
  },
  {
    ...check('forwarding.subject', 'FWD-12', [
      'forward-ignores-subject',
      'forward-takes-own-jwt',
      'forward-takes-known-subject',
    ]),
    title: 'JWT of another party than the one that is asked about',
    asking: async ({ fixtures: { provider }, stranger, spare }) => [
      { forwarded: forwardingOf('of a participant', await stranger()) },
      { forwarded: forwardingOf('of the forwarder for itself', provider) },
      { forwarded: forwardingOf('of a consumer with policies of its own', (await spare('sound')).value) },
    ],
  },
  {
    ...check('forwarding.one-of-several', 'FWD-13', [
      'forward-reads-first',
      'forward-reads-few',
      'forward-reads-three',
      'forward-pools-conditions',
    ]),
    title: 'bad JWT beside a good one',
    asking: async ({ fixtures }) => {
      const audience = fixtures.otherProvider.partyId
      return [
        {
          forwarded: {
            name: 'a good one and a bad one',
            value: async (mint) => [await mint(), await mint({ audience })],
          },
        },
        {
          forwarded: {
            name: 'a bad one and a good one',
            value: async (mint) => [await mint({ audience }), await mint()],
          },
        },
        {
          forwarded: {
            name: 'five good ones and a bad one',
            value: async (mint) => [
              ...(await Promise.all([1, 2, 3, 4, 5].map(() => mint()))),
              await mint({ audience }),
            ],
          },
        },
      ]
    },
  },
  {
    // No JWT of the consumer is good here: what is beside the bad one excuses nothing.
    ...check('forwarding.behind-others', 'FORWARD-CERT-MATCH', 'forward-reads-three', { level: 'must' }),
    title: "JWT in the consumer's name that the forwarder made itself behind good ones of another participant",
    asking: async ({ fixtures: { provider }, stranger }) => {
      const party = await stranger()
      const mutate = signedBy("in the consumer's name, signed by the forwarder", provider)
      return [3, 7].map((count): Asking => {
        const others = Array.from({ length: count })
        return {
          forwarded: {
            name: `${mutate.name}, behind ${count} of a participant`,
            value: async (mint) => [...(await Promise.all(others.map(() => mint({ party })))), await mint({ mutate })],
          },
        }
      })
    },
  },
]

export const effect = check('forwarding.effect', 'FWD-01', 'ignores-forwarded', { level: 'strict' })
export const bodyNames = check('forwarding.named-in-body', 'FWD-11', 'forward-trusts-body')
export const revoked = check('forwarding.revoked', 'FWD-06', 'forward-accepts-revoked')
export const revocationObserved = check('forwarding.revocation-observed', 'FWD-06', 'forward-ignores-revocation', {
  level: 'strict',
})
export const asAssertion = check('forwarding.as-assertion', 'FWD-10', 'forward-as-assertion')
export const forwardedOn = check('forwarding.by-another', 'FWD-01', [
  'forward-ignores-aud',
  'forward-remembers-verdict',
])
/** What the registry answers when the party of a forwarded JWT is looked up: nothing that says that it is Active (L276, L277). */
export const unanswered = {
  ...check(
    'forwarding.registry-failure',
    ['FORWARD-STATUS', 'FWD-07', 'RGT-02', 'PTK-01', 'PTK-02'],
    [
      'forward-grants-on-registry-error',
      'forward-accepts-unsigned-parties-token',
      'forward-ignores-parties-token-signature',
    ],
  ),
  answers: [
    partiesToken('signature corrupted'),
    partiesToken('alg none'),
    registry('status 500', { transport: 'status 500' }),
  ],
}
export const many = check('forwarding.many', 'FWD-14', [], { unsafe: 'large' })
export const reencoded = check('forwarding.re-encoded', 'FWD-15')
export const listOfOne = check('forwarding.audience-list-of-one', 'FWD-04', [], { level: 'should' })
export const repeated = check('forwarding.repeated', 'POS-22', 'forward-once')
export const aged = check('forwarding.aged', 'POS-22', 'forward-refuses-aged')
export const consumed = check('forwarding.consumed', 'POS-23', 'forward-refuses-consumed')
export const severalServers = check('forwarding.several-servers', 'POS-24', 'forward-once')
