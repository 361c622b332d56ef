import type { Json } from '../../harness/json.js'
import { claims } from '../../harness/mutations/mutation.js'
import type { ContextWith, Mutation, Need } from '../../harness/mutations/types.js'
import { lookingUp } from '../support/roles.js'
import type { Row } from '../support/row.js'

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

/** Of one request, as all that is found of it. */
export const besideOthers: Row = {
  id: 'audience.beside-others',
  title: 'an assertion for another participant beside sound ones of others',
  requirements: ['ASSERTION-AUD'],
  cases: [],
  level: 'must',
  detects: ['mixes-up-audiences'],
  mutate: aud('aud of another participant', ({ other }) => other.partyId, 'other'),
}

/** An `aud` that is not the target's Party Identifier (L256), or not one alone (L263). */
export const refused: readonly Row[] = [
  {
    id: 'audience.other-party',
    title: 'an assertion for another participant',
    requirements: ['ASSERTION-AUD'],
    cases: ['AUD-01'],
    detects: ['accepts-foreign-audience'],
    mutate: aud('aud of another participant', ({ other }) => other.partyId, 'other'),
  },
  {
    id: 'audience.missing',
    title: 'an assertion without aud',
    requirements: ['ASSERTION-AUD'],
    cases: ['AUD-02'],
    detects: ['accepts-missing-audience'],
    mutate: claims('without aud', (all) => {
      delete all.aud
    }),
  },
  {
    id: 'audience.two',
    title: 'an assertion for itself and another participant',
    requirements: ['ASSERTION-SINGLE-AUD'],
    cases: ['AUD-03'],
    detects: ['accepts-two-audiences'],
    mutate: [
      aud('aud [target, other]', ({ target, other }) => [target.partyId, other.partyId], 'other'),
      aud('aud [other, target]', ({ target, other }) => [other.partyId, target.partyId], 'other'),
    ],
  },
  {
    id: 'audience.repeated',
    title: 'an aud that names it twice',
    requirements: ['ASSERTION-AUD-COUNT'],
    cases: ['AUD-04'],
    detects: ['accepts-repeated-audience'],
    mutate: aud('aud [target, target]', ({ target }) => [target.partyId, target.partyId]),
  },
  {
    id: 'audience.empty',
    title: 'an aud that is empty or no identifier at all',
    requirements: ['ASSERTION-AUD'],
    cases: ['AUD-06'],
    detects: ['accepts-empty-audience'],
    mutate: ([[], '', null, {}, true, 1] as const).map((value) => aud(`aud ${JSON.stringify(value)}`, () => value)),
  },
  {
    id: 'audience.odd',
    title: 'its identifier nested in or mixed with other values',
    requirements: ['ASSERTION-AUD-COUNT'],
    cases: ['AUD-07'],
    detects: ['accepts-odd-audience'],
    mutate: [
      aud('aud [target, 5]', ({ target }) => [target.partyId, 5]),
      aud('aud [target, null]', ({ target }) => [target.partyId, null]),
      aud('aud [[target]]', ({ target }) => [[target.partyId]]),
      aud('aud {"0": target}', ({ target }) => ({ 0: target.partyId })),
    ],
  },
  {
    id: 'audience.own-or-any',
    title: "an aud that is the client's own identifier or a pattern",
    requirements: ['ASSERTION-AUD'],
    cases: ['AUD-14'],
    detects: ['accepts-foreign-audience'],
    mutate: [
      aud('aud of the client', ({ party }) => party.partyId),
      ...['*', '.*', '%'].map((pattern) => aud(`aud ${pattern}`, () => pattern)),
    ],
  },
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
]

/** What is only noted. */
export const recorded: readonly Row[] = [
  {
    id: 'audience.array-of-one',
    title: 'what it does with an aud that is an array of its identifier alone',
    requirements: ['ASSERTION-AUD-ARRAY'],
    cases: ['AUD-05'],
    mutate: aud('aud [target]', ({ target }) => [target.partyId]),
  },
]
