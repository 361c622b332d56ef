import type { Json } from '../../harness/contracts/json.js'
import { conforming } from '../../harness/guises/values.js'
import { claims } from '../../harness/mutations/mutation.js'
import type { ContextWith, Mutation, Need } from '../../harness/mutations/types.js'
import { lookingUp } from '../support/roles.js'
import type { Row } from '../support/row.js'
import { row } from '../support/row.js'
import { soundInCapitals } from '../support/values/capitals.js'

const aud = <N extends Need = never>(
  name: string,
  value: (context: ContextWith<N>) => Json,
  ...needs: readonly N[]
): Mutation =>
  claims(
    name,
    (all, context: ContextWith<N>) => {
      all.aud = value(context)
    },
    ...needs,
  )

const idOf = ({ partyId }: { readonly partyId: string }): string => partyId

/** Of one request, as all that is found of it. */
export const besideOthers: Row = row(
  'audience.beside-others',
  'ASSERTION-AUD',
  ['mixes-up-audiences', 'shares-verdict-on-audience'],
  { level: 'must', unsafe: 'race' },
).sends(
  'an assertion for another participant beside sound ones of its client and of others',
  aud('aud of another participant', ({ other }) => other.partyId, 'other'),
)

/** An `aud` that is not the target's Party Identifier (L256), or not one alone (L263). */
export const refused: readonly Row[] = [
  row('audience.other-party', 'AUD-01', 'accepts-foreign-audience').sends(
    'an assertion for another participant',
    aud('aud of another participant', ({ other }) => other.partyId, 'other'),
  ),
  row(
    'audience.with-more',
    'ASSERTION-AUD',
    ['accepts-foreign-audience', 'takes-audience-elsewhere', 'ignores-case-of-claim-names'],
    { level: 'must' },
  ).sends('an assertion for another participant of which a further claim names the target', [
    ...['audience', 'azp', 'resource', 'recipient', 'Aud'].map((name) =>
      claims(
        `aud of another participant, ${name} the target`,
        (all, { target, other }) => void Object.assign(all, { aud: other.partyId, [name]: target.partyId }),
        'other',
      ),
    ),
    ...soundInCapitals('aud of another participant', (_, { other }) => ({ aud: other.partyId }), 'other'),
  ]),
  row('audience.missing', 'AUD-02', 'accepts-missing-audience').sends(
    'an assertion without aud',
    claims('without aud', (all) => {
      delete all.aud
    }),
  ),
  row('audience.three', 'ASSERTION-SINGLE-AUD', 'accepts-three-audiences', { level: 'must' }).sends(
    'an assertion for itself and two others',
    [
      aud('aud [target, other, client]', ({ target, other, party }) => [target, other, party].map(idOf), 'other'),
      aud('aud [other, target, client]', ({ target, other, party }) => [other, target, party].map(idOf), 'other'),
      aud('aud [other, client, target]', ({ target, other, party }) => [other, party, target].map(idOf), 'other'),
    ],
  ),
  row('audience.two', 'AUD-03', 'accepts-two-audiences').sends('an assertion for itself and another participant', [
    aud('aud [target, other]', ({ target, other }) => [target.partyId, other.partyId], 'other'),
    aud('aud [other, target]', ({ target, other }) => [other.partyId, target.partyId], 'other'),
  ]),
  row('audience.repeated', 'AUD-04', 'accepts-repeated-audience').sends(
    'an aud that names it twice',
    aud('aud [target, target]', ({ target }) => [target.partyId, target.partyId]),
  ),
  row('audience.empty', 'AUD-06', 'accepts-empty-audience').sends(
    'an aud that is empty or no identifier at all',
    ([[], '', null, {}, true, 1] as const).map((value) => aud(`aud ${JSON.stringify(value)}`, () => value)),
  ),
  row('audience.odd', 'AUD-07', 'accepts-odd-audience').sends('its identifier nested in or mixed with other values', [
    aud('aud [target, 5]', ({ target }) => [target.partyId, 5]),
    aud('aud [target, null]', ({ target }) => [target.partyId, null]),
    aud('aud [[target]]', ({ target }) => [[target.partyId]]),
    aud('aud {"0": target}', ({ target }) => ({ 0: target.partyId })),
  ]),
  row('audience.own-or-any', 'AUD-14', 'accepts-foreign-audience').sends(
    "an aud that is the client's own identifier or a pattern",
    [
      aud('aud of the client', ({ party }) => party.partyId),
      ...['*', '.*', '%'].map((pattern) => aud(`aud ${pattern}`, () => pattern)),
    ],
  ),
  {
    id: 'audience.registry',
    title: 'an assertion that was made for the Participant Registry',
    requirements: ['ASSERTION-AUD'],
    cases: ['AUD-14', 'AUD-15'],
    // For a ParticipantRegistry it would be conforming.
    roles: lookingUp,
    detects: ['accepts-foreign-audience'],
    mutate: aud('aud of the registry', ({ registryId }) => registryId, 'registryId'),
  },
  // Whom it asks itself is nobody whom its clients address.
  row('audience.evidence-registry', 'AUD-14', ['accepts-audience-of-evidence-registry', 'accepts-foreign-audience'], {
    roles: ['ServiceProvider'],
  }).sends(
    'an assertion that was made for the AuthorisationRegistry which it asks',
    aud('aud of the AuthorisationRegistry', ({ evidenceRegistryId }) => evidenceRegistryId),
  ),
  row('audience.identity-provider', 'AUD-14', ['accepts-audience-of-identity-provider', 'accepts-foreign-audience'], {
    roles: ['IdentityBroker'],
  }).sends(
    'an assertion that was made for an IdentityProvider at which its humans log in',
    ['first', 'second'].map((which, at) =>
      aud(`aud of the ${which} IdentityProvider`, ({ identityProviderIds }) => identityProviderIds[at] ?? ''),
    ),
  ),
]

/** What is only noted. */
export const recorded: readonly Row[] = [
  row('audience.array-of-one', 'AUD-05').sends(
    'what it does with an aud that is an array of its identifier alone',
    conforming('aud=in a list'),
  ),
]
