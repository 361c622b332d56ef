import type { CallOptions } from '../../harness/check/consumer/types.js'
import type { GuiseValue } from '../../harness/guises/types.js'
import { partyId } from '../../harness/mutations/mutation.js'
import type { Mutation } from '../../harness/mutations/types.js'
import {
  afterRestartAt,
  type ConductRow,
  type RenewedRow,
  renewedAfterAt,
  renewedAfterPleaAt,
  renewedAfterRefusalAt,
  requirementsAfterFailure,
  rowsAt,
} from '../client/client.cases.js'
import { type Coverage, checksWith } from '../support/row.js'
import { tokenForms, transferForms } from '../support/values/answer-forms.js'

/** What a provider of the lab does wrong. */
export type Behaviour = NonNullable<CallOptions['behaviour']>

export const consumer = <T extends object>(its: T): T & { readonly roles: NonNullable<Coverage['roles']> } => ({
  ...its,
  roles: ['ServiceConsumer'],
})

export const checkOfConsumer = checksWith({ roles: ['ServiceConsumer'] })

/** What a ServiceConsumer sends to the provider that it calls. */
export const towardsProvider: readonly ConductRow[] = rowsAt('provider', ['ServiceConsumer'])

/** Providers that tell the consumer to address somebody else. */
export const telling: readonly (Coverage & { readonly title: string; readonly behaviour: Behaviour })[] = [
  ...(
    [
      ['consumer.told-audience-401', 401],
      ['consumer.told-audience-400', 400],
    ] as const
  ).map(([id, status]) => ({
    id,
    title: `addresses the provider that it calls, although that answers its assertion with ${status} and another audience`,
    behaviour: `token: ${status} that tells another audience` as const,
  })),
  {
    id: 'consumer.told-audience-by-service',
    title: 'addresses the provider that it calls, although its service answers with 401 and another audience',
    behaviour: 'service: 401 that tells another audience, at first' as const,
  },
].map((row) =>
  consumer({
    ...row,
    requirements: ['ASSERTION-AUD'],
    cases: ['CLI-04'],
    detects: ['follows-told-audience', 'addresses-url'] as const,
  }),
)

const atTokenEndpoint = 'sends its assertion to no other host where the token endpoint answers'
const atService = 'sends its access token to no other host where the service answers'

/** A consumer that folds or trims the name of a provider addresses nobody (L256). The text shows no form of a name (L25). */
export const inBothCases: Coverage & { readonly like: Mutation } = {
  ...checkOfConsumer(
    'consumer.audience-as-it-stands',
    'ASSERTION-AUD',
    ['addresses-in-small-letters', 'addresses-url'],
    { level: 'should' },
  ),
  like: partyId('id with capital letters and a dot', ({ partyId: own }) => `${own}.Unit-B.`),
}

/** What a provider does that may have a consumer authenticate once more. */
export const failures: readonly Behaviour[] = [
  'token: status 500',
  'token: reset before the answer',
  'token: redirect 307',
  'token: redirect 302',
]

/** An assertion is no less sound because the one before it led to nothing. */
export const afterFailure = checkOfConsumer(
  'consumer.after-failure',
  requirementsAfterFailure(towardsProvider),
  [
    'lives-60-seconds-after-failure',
    'lives-60-seconds-after-redirect',
    'lives-60-seconds-after-silence',
    'authenticates-by-query-after-error',
  ],
  { level: 'must', slow: 180 },
)

/** What a provider says by a clock that is wrong. */
export const byWrongClock: readonly Behaviour[] = [
  'token: 401 by a clock an hour ahead',
  'token: 401 by a clock an hour behind',
]

/** The text does not say whose clock counts; who goes by that of an answer signs for any time that somebody likes. */
export const ownClock = checkOfConsumer('consumer.own-clock', ['JWT-TIME-UNIT', 'CLI-05'], 'takes-time-of-server', {
  level: 'should',
})

/** Failures of a provider after which a consumer may authenticate once more. */
export const renewedAfter: readonly RenewedRow[] = [
  ...renewedAfterAt(
    { error: 'consumer.new-assertion-after-error', reset: 'consumer.new-assertion-after-reset' },
    { roles: ['ServiceConsumer'], slow: 180 },
  ),
  renewedAfterPleaAt('consumer.new-assertion-after-plea', { roles: ['ServiceConsumer'], slow: 180 }),
  renewedAfterRefusalAt('consumer.new-assertion-after-refusal', { roles: ['ServiceConsumer'], slow: 180 }),
]
export const failingProvider: Readonly<Record<RenewedRow['failing'], readonly Behaviour[]>> = {
  error: ['token: status 500'],
  plea: ['token: 503 that asks to come again', 'token: 429 that asks to come again'],
  reset: ['token: reset before the answer'],
  refusal: ['token: status 401', 'token: status 400', 'token: status 403'],
}

export const afterRestart = afterRestartAt('consumer.new-assertion-after-restart', { roles: ['ServiceConsumer'] })

/** Few values in turn are new to one check, and not to the run. */
export const throughout = checkOfConsumer('consumer.new-jti-throughout', 'JWT-JTI-NEW', 'deals-own-jti-in-turn', {
  level: 'must',
  last: true,
})

/** Providers that send the consumer elsewhere. */
export const redirecting: readonly (Coverage & { readonly title: string; readonly behaviour: Behaviour })[] = (
  [
    ['consumer.redirect-token-307', 'token: redirect 307', `${atTokenEndpoint} 307`],
    ['consumer.redirect-token-308', 'token: redirect 308', `${atTokenEndpoint} 308`],
    ['consumer.redirect-token-302', 'token: redirect 302', `${atTokenEndpoint} 302`],
    ['consumer.redirect-service-302', 'service: redirect 302', `${atService} 302`],
    ['consumer.redirect-service-307', 'service: redirect 307', `${atService} 307`],
  ] as const
).map(([id, behaviour, title]) =>
  consumer({
    id,
    title,
    behaviour,
    requirements: ['ASSERTION-RECEIVER'],
    cases: [],
    level: 'should' as const,
    detects: ['follows-redirects'] as const,
  }),
)

/** Providers that give no access token. */
export const withoutToken: readonly (Coverage & {
  readonly title: string
  readonly behaviours: readonly Behaviour[]
})[] = (
  [
    ['consumer.without-token-error', ['token: status 500'], 'that answers 500', 'calls-service-without-token'],
    [
      'consumer.without-token-no-member',
      ['token: no access token'],
      'whose answer holds no access token',
      'calls-service-without-token',
    ],
    ['consumer.without-token-no-json', ['token: no JSON'], 'that answers with a page', 'calls-service-without-token'],
    [
      'consumer.without-token-refusal',
      ['token: 400 with an access token', 'token: 302 with an access token', 'token: 500 with an access token'],
      'that refuses it with an access token',
      'takes-token-of-refusal',
    ],
  ] as const
).map(([id, behaviours, which, fault]) =>
  consumer({
    id,
    title: `does not call the service of a provider ${which}, and goes on with others`,
    behaviours,
    requirements: ['SERVICE-CALL', 'ROBUST-CLIENT'],
    cases: [],
    level: 'should' as const,
    detects: [fault] as const,
  }),
)

/** Conforming forms of what a provider answers (RFC 6749 §1.4, §5.1; RFC 9112 §6, §7.1). */
export const takingAnswers: readonly (Coverage & { readonly title: string; readonly forms: readonly GuiseValue[] })[] =
  [
    {
      ...checkOfConsumer('consumer.token-forms', 'SERVICE-CALL', ['wants-bearer-as-written', 'wants-expires-in'], {
        level: 'should',
      }),
      title: 'calls the service with an access token of any form, and whatever stands beside it',
      forms: tokenForms,
    },
    {
      ...checkOfConsumer('consumer.answer-transfers', 'SERVICE-CALL', 'wants-content-length', { level: 'should' }),
      title: 'calls the service whichever way an answer is transferred',
      forms: transferForms,
    },
  ]

/** Providers that a consumer waits for until it gives them up. */
export const givenUp: readonly (Coverage & { readonly title: string; readonly behaviour: Behaviour })[] = [
  {
    ...checkOfConsumer(
      'consumer.silent-provider',
      'ROBUST-CLIENT',
      ['waits-for-ever', 'waits-for-ever-beside-others'],
      { level: 'should' },
    ),
    title: 'that does not answer',
    behaviour: 'token: silent',
  },
  {
    ...checkOfConsumer('consumer.endless-answer', 'ROBUST-CLIENT', 'reads-without-end', {
      level: 'should',
      unsafe: 'large',
    }),
    title: 'whose answer never ends',
    behaviour: 'token: endless body',
  },
]

/** A consumer that keeps what belongs to one call in one place for all. A provider can use what is for another one there. */
export const assertionsAtOnce = checkOfConsumer(
  'consumer.side-by-side',
  'ASSERTION-AUD',
  ['addresses-last-called', 'addresses-url'],
  { level: 'must', profile: 'standard', exclusive: true, unsafe: 'race' },
)

export const tokensAtOnce = checkOfConsumer('consumer.tokens-side-by-side', 'SERVICE-CALL', 'shows-token-given-last', {
  level: 'should',
  exclusive: true,
  unsafe: 'race',
})

/** Who makes a jti of provider and second has the same one for each of them. */
export const renewedAtOnce = checkOfConsumer(
  'consumer.new-assertion-at-once',
  ['JWT-JTI-NEW', 'CLI-06'],
  'shares-own-assertion-at-once',
  { level: 'must', profile: 'standard', exclusive: true, unsafe: 'race' },
)

/** How many calls are made at the same time. */
export const callsAtOnce = 4
