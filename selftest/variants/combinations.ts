import covertable from 'covertable'
import type { Role } from '../../requirements/types.js'

/** Variants of which a reference has one at most, since they change one rule. */
type Choice = readonly string[]

const ofTokenRequests: readonly Choice[] = [
  ['looks-up-by-path', 'asks-registry-again'],
  ['looks-up-first'],
  ['remembers-unknown-parties'],
  ['spares-failing-registry'],
  ['passes-on-limit-of-registry'],
  ['accepts-one-element-aud'],
  [
    'checks-no-revocation',
    'relies-on-ocsp',
    'relies-on-crl',
    'asks-for-revocation-briefly',
    'insists-on-revocation-status',
  ],
  ['accepts-active'],
  ['tolerates-nothing', 'tolerates-a-minute', 'honours-nbf'],
  ['wants-exact-key-usage'],
  ['accepts-missing-client-id'],
  ['takes-other-bodies'],
  ['accepts-any-typ'],
  ['accepts-missing-root'],
]
const ofTokens: readonly Choice[] = [['takes-tokens-once', 'one-live-token'], ['issues-access-signatures']]
const ofEvidence: readonly Choice[] = [
  ['answers-deny', 'answers-empty'],
  ['permits-in-part'],
  ['hands-out-conditions'],
  ['hands-out-all'],
  ['needs-no-forwarded-jwt', 'asks-for-no-forwarded-jwt'],
]
const lookingUpNobody = ofTokenRequests.filter(
  (choice) => !choice.some((name) => /look|registry|unknown-parties/.test(name)),
)

/** What each role may choose otherwise, where its target file need not say so. */
const choices: Readonly<Partial<Record<Role, readonly Choice[]>>> = {
  ServiceProvider: [
    ...ofTokenRequests,
    ...ofTokens,
    ['forwards-nothing'],
    ['names-consumer-by-jwt'],
    ['refuses-service-with-404'],
    ['takes-one-policy-alone'],
    ['begins-login-anew'],
    ['shows-long-pages'],
    // Both at once leave `relying-party.session-of-before` open: a look at the page of a human begins their login anew.
    ['keeps-state-of-browser', 'logs-in-by-itself'],
    ['signs-login-requests'],
    ['asks-userinfo-for-want-of-claims', 'wants-verified-mailbox', 'does-without-userinfo'],
  ],
  AuthorisationRegistry: [...ofTokenRequests, ...ofTokens, ...ofEvidence],
  EntitledParty: [...ofTokenRequests, ...ofTokens, ...ofEvidence],
  ParticipantRegistry: [
    ...lookingUpNobody,
    ...ofTokens,
    ['fingerprints-in-base64', 'fingerprints-in-base64url', 'fingerprints-with-colons'],
    ['certificates-as-pem', 'certificates-as-base64-of-pem', 'certificates-as-claims', 'extra-record-members'],
    ['reports-adhering-parties-only'],
    ['signs-parties-token-rs512'],
    ['queues-claims', 'takes-claims-once', 'makes-claim-members'],
  ],
  IdentityProvider: [
    ...ofTokenRequests,
    ['keeps-no-session'],
    ['needs-no-challenge'],
    ['lists-clients-in-cookie'],
    ['shows-long-pages'],
  ],
  IdentityBroker: [...ofTokenRequests, ['needs-no-challenge'], ['lists-clients-in-cookie'], ['shows-long-pages']],
}

/** Roles that choose anything. */
export const choosingRoles = Object.keys(choices) as readonly Role[]

/** Variants that are on together, so that every two that can go together are in one run at least. */
export const combinationsOf = (role: Role): readonly (readonly string[])[] =>
  covertable
    .make((choices[role] ?? []).map((choice) => ['', ...choice]))
    .map((row) => row.filter((name) => name !== ''))
    .filter((row) => row.length > 0)
