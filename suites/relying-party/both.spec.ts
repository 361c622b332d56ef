import { inOrder } from '../support/order.js'
import type { Coverage } from '../support/row.js'
import { covers, type Fixtures, test } from '../support/test.js'
import { signsAnewAfter, signsWellAfter } from './after-failure.js'
import { answerRows } from './answer.cases.js'
import { afterFailureAt, renewedAfter, towardsIdentityProvider } from './assertions.cases.js'
import { asksForOpenId, beginsAnew, drawsAtRandom, hashesVerifier, keepsVerifier, neverAgain } from './begun.js'
import { keepsHumansApart } from './failing-userinfo.js'
import { foreignAnswers } from './foreign-answers.js'
import { idTokenRows } from './id-token.cases.js'
import {
  endsLogin,
  endsLoginOfAnother,
  hidesTokens,
  keepsAudience,
  keepsToItself,
  signsAnew,
  signsWell,
  takesAnyCode,
  takesAnyTokenAnswer,
  takesSecondHuman,
  tellsNothing,
} from './logins.js'
import { atBroker, atServiceProvider } from './rows.js'

/** Playwright takes each title once in a file. */
const titleFor = (title: string, { roles }: Coverage): string =>
  roles?.includes('IdentityBroker') ? `${title}, as a broker` : title

/** What both kinds of relying party are asked for: one flow, and a check of it for each. */
function atBoth(
  title: string,
  serviceProvider: Omit<Coverage, 'roles'>,
  broker: Pick<Coverage, 'id'> & Partial<Coverage>,
  flow: (tools: Fixtures) => Promise<void>,
): void {
  for (const coverage of [
    { ...serviceProvider, roles: ['ServiceProvider'] as const },
    { ...serviceProvider, ...broker, roles: ['IdentityBroker'] as const },
  ])
    test(titleFor(title, coverage), covers(coverage), flow)
}

const rows = [...idTokenRows, ...answerRows]
const answers = atServiceProvider(rows.filter(({ needs }) => needs !== 'userinfo'))

for (const row of inOrder([...answers, ...atBroker(rows)]))
  test(titleFor(`ends a login ${row.title}`, row), covers(row), ({ relyingParty, judge, lab, target }) =>
    endsLogin(row, { relyingParty, judge, lab, target }),
  )

for (const row of inOrder(towardsIdentityProvider))
  test(titleFor(row.title, row), covers(row), ({ relyingParty, judge, lab, lookups, target }) =>
    signsWell(row, { relyingParty, judge, lab, lookups, target }),
  )

for (const row of inOrder(renewedAfter))
  test(titleFor(`${row.title}, at an IdentityProvider`, row), covers(row), ({ relyingParty, judge, lab, target }) =>
    signsAnewAfter(row, { relyingParty, judge, lab, target }),
  )

for (const row of inOrder(afterFailureAt))
  test(
    titleFor('keeps to the rules of its assertions after an IdentityProvider has failed', row),
    covers(row),
    ({ relyingParty, judge, lab, lookups, target }) =>
      signsWellAfter(row, { relyingParty, judge, lab, lookups, target }),
  )

atBoth(
  'signs a new assertion with a new jti for every login',
  {
    id: 'login-client.new-assertion',
    requirements: ['JWT-JTI-NEW', 'LOGIN-ASSERTION'],
    cases: ['OID-20', 'CLI-06'],
    detects: ['reuses-own-assertion'],
  },
  { id: 'broker-client.new-assertion', requirements: ['BROKER-ASSERTION', 'JWT-JTI-NEW'], cases: ['BRK-07'] },
  signsAnew,
)

atBoth(
  'addresses its assertions to the IdentityProvider, whatever audience an answer of it tells',
  {
    id: 'login-client.told-audience',
    requirements: ['ASSERTION-AUD', 'LOGIN-ASSERTION'],
    cases: ['OID-20', 'CLI-04'],
    detects: ['follows-told-audience', 'addresses-url'],
  },
  { id: 'broker-client.told-audience', requirements: ['BROKER-ASSERTION', 'ASSERTION-AUD'], cases: ['BRK-07'] },
  keepsAudience,
)

for (const { status, asServiceProvider, asBroker } of [
  { status: 307, asServiceProvider: 'login-client.redirect-307', asBroker: 'broker-client.redirect-307' },
  { status: 308, asServiceProvider: 'login-client.redirect-308', asBroker: 'broker-client.redirect-308' },
] as const)
  atBoth(
    `sends its assertion to no other host where the token endpoint answers ${status}`,
    {
      id: asServiceProvider,
      requirements: ['LOGIN-ASSERTION', 'ASSERTION-RECEIVER'],
      cases: [],
      level: 'should',
      detects: ['follows-token-redirects'],
    },
    { id: asBroker, requirements: ['BROKER-ASSERTION', 'ASSERTION-RECEIVER'] },
    ({ relyingParty, judge }) =>
      keepsToItself({ entry: 'token answer', name: `token-redirect-${status}` }, { relyingParty, judge }),
  )

atBoth(
  'begins each login with a request of OpenID Connect',
  {
    id: 'relying-party.scope',
    requirements: ['LOGIN-OIDC'],
    cases: [],
    level: 'strict',
    profile: 'standard',
    detects: ['leaves-openid-out'],
  },
  { id: 'broker.scope' },
  asksForOpenId,
)

// A code is printable ASCII of any length (RFC 6749 §4.1.2, Appendix A.11).
atBoth(
  'redeems a code in whatever form it is written',
  {
    id: 'relying-party.any-code',
    requirements: ['LOGIN-OIDC'],
    cases: [],
    level: 'strict',
    profile: 'standard',
    detects: ['decodes-code-again', 'cuts-code'],
  },
  { id: 'broker.any-code' },
  takesAnyCode,
)

atBoth(
  'redeems a code whatever form the answer has',
  {
    id: 'relying-party.token-forms',
    requirements: ['LOGIN-OIDC'],
    cases: [],
    level: 'should',
    profile: 'standard',
    detects: [],
  },
  { id: 'broker.token-forms' },
  takesAnyTokenAnswer,
)

// What every login needs anew (OpenID Connect Core §3.1.2.1, RFC 7636 §7.1).
atBoth(
  'begins each login with new values',
  {
    id: 'relying-party.fresh-values',
    requirements: ['LOGIN-NONCE'],
    cases: [],
    level: 'strict',
    detects: ['reuses-nonce', 'reuses-code-verifier', 'keeps-nonce-of-browser', 'keeps-code-verifier-of-browser'],
  },
  { id: 'broker.fresh-values' },
  beginsAnew,
)

atBoth(
  'begins no login of the whole run with a value of another',
  {
    id: 'relying-party.values-of-run',
    requirements: ['LOGIN-NONCE'],
    cases: [],
    level: 'strict',
    detects: ['has-few-code-verifiers'],
    last: true,
  },
  { id: 'broker.values-of-run' },
  neverAgain,
)

// What protects a login cannot be guessed (RFC 6749 §10.10, §10.12; RFC 7636 §7.1).
atBoth(
  'begins each login with values that nobody can guess',
  {
    id: 'relying-party.guessable-values',
    requirements: ['LOGIN-NONCE'],
    cases: [],
    level: 'strict',
    detects: [
      'counts-states',
      'sends-short-state',
      'reads-state-off-clock',
      'hashes-time-to-states',
      'hashes-time-to-nonces',
      'counts-nonces',
      'sends-short-nonce',
      'reuses-nonce',
      'counts-code-verifiers',
      'has-short-code-verifier',
      'reuses-code-verifier',
    ],
  },
  { id: 'broker.guessable-values' },
  drawsAtRandom,
)

// Nobody who sees the request may learn the verifier; without a method it is plain (RFC 7636 §4.3).
atBoth(
  'sends the hash of its PKCE verifier',
  {
    id: 'relying-party.plain-challenge',
    requirements: ['LOGIN-CHALLENGE'],
    cases: [],
    level: 'should',
    detects: ['sends-plain-challenge', 'omits-challenge-method'],
  },
  { id: 'broker.plain-challenge' },
  hashesVerifier,
)

// Nor does anything else in the request tell it (RFC 7636 §7.1).
atBoth(
  'tells its PKCE verifier in no request',
  {
    id: 'relying-party.verifier-in-request',
    requirements: ['LOGIN-CHALLENGE'],
    cases: [],
    level: 'should',
    detects: [
      'takes-state-for-code-verifier',
      'hashes-nonce-to-code-verifier',
      'shows-code-verifier-in-state',
      'writes-state-twice-to-code-verifier',
    ],
  },
  { id: 'broker.verifier-in-request' },
  keepsVerifier,
)

// Addresses are kept in histories and logs (RFC 6750 §5.3, RFC 9700 §4.2.4).
atBoth(
  'puts no token into an address',
  {
    id: 'relying-party.token-in-address',
    requirements: ['LOGIN-TOKEN-ADDRESS'],
    cases: [],
    level: 'should',
    detects: ['puts-id-token-into-address', 'puts-access-token-into-address'],
  },
  { id: 'broker.token-in-address' },
  hidesTokens,
)

atBoth(
  'tells no secret of a login that it refuses',
  {
    id: 'relying-party.told-in-refusal',
    requirements: ['LOGIN-TOKEN-ADDRESS'],
    cases: [],
    level: 'should',
    detects: ['tells-verifier-in-refusal'],
  },
  { id: 'broker.told-in-refusal' },
  tellsNothing,
)

atBoth(
  'ends a login on the answer that another browser got',
  {
    id: 'relying-party.answer-of-another',
    requirements: ['LOGIN-STATE'],
    cases: ['OID-13'],
    detects: ['takes-answer-of-another-browser'],
  },
  { id: 'broker.answer-of-another', requirements: ['BROKER-MIX-UP'], cases: [], level: 'strict' },
  endsLoginOfAnother,
)

for (const { title, serviceProvider, broker, flow } of foreignAnswers) atBoth(title, serviceProvider, broker, flow)

// A window is that of the human who logged in there last.
atBoth(
  'takes a second human in the same browser for themselves',
  {
    id: 'relying-party.second-human',
    requirements: ['LOGIN-HUMAN'],
    cases: [],
    level: 'strict',
    detects: ['keeps-human-of-browser'],
  },
  {
    id: 'broker.second-human',
    requirements: ['BROKER-SUBJECT'],
    detects: ['keeps-human-of-browser', 'takes-everybody-for-one-human', 'knows-humans-by-their-service-provider'],
  },
  takesSecondHuman,
)

// It is about the human of its own access token (OpenID Connect Core §5.3.2).
atBoth(
  'takes nobody for the human before where userinfo fails',
  {
    id: 'relying-party.own-human-where-userinfo-fails',
    requirements: ['LOGIN-HUMAN'],
    cases: [],
    level: 'must',
    profile: 'standard',
    exclusive: true,
    detects: ['keeps-userinfo-of-login-before'],
  },
  { id: 'broker.subjects-where-userinfo-fails', requirements: ['BROKER-SUBJECT'] },
  keepsHumansApart,
)
