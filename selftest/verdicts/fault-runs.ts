import type { FaultName } from '../../harness/faults/faults.js'
import type { Role } from '../../requirements/types.js'

/** A reference with these faults, separated by `+`. */
export type FaultRun = readonly [role: Role, faults: string]

/** A reference with another conforming conduct. */
export type VariantRun = readonly [role: Role, variant: string]

const run = (role: Role, ...faults: readonly FaultName[]): FaultRun => [role, faults.join('+')]

/** Faults that are played at two commits in the quick profile, so many of different topics in one run; the first ten are those of `--quick`. */
export const faultRuns: readonly FaultRun[] = [
  run('ServiceProvider', 'accepts-two-audiences', 'accepts-replay'),
  run('AuthorisationRegistry', 'skips-signature', 'accepts-expired'),
  run('ParticipantRegistry', 'omits-status', 'signs-parties-token-ps256'),
  run('ServiceConsumer', 'authenticates-by-query', 'lives-60-seconds'),
  run('IdentityProvider', 'accepts-any-redirect-uri', 'accepts-used-code'),
  run('IdentityBroker', 'ignores-nonce', 'accepts-unsigned-id-token'),
  run('EntitledParty', 'ignores-status', 'accepts-alg-none'),
  run('ServiceProvider', 'serves-without-token', 'ignores-deny'),
  run('AuthorisationRegistry', 'ignores-access-subject', 'permits-unknown-operator'),
  run('ServiceProvider', 'trusts-self-signed', 'refuses-rs384'),
  run('ServiceProvider', 'answers-get', 'omits-no-store', 'ignores-client-id'),
  run('ServiceProvider', 'accepts-empty-signature', 'accepts-missing-exp', 'accepts-odd-jti'),
  run('ServiceProvider', 'accepts-extra-header', 'honours-jwk', 'takes-first-claim'),
  run('ServiceProvider', 'skips-lookup', 'ignores-crl', 'accepts-expired-leaf'),
  run('ServiceProvider', 'ignores-parties-token-signature', 'grants-on-registry-error'),
  run('ServiceProvider', 'login-opens-service', 'accepts-missing-state'),
  run('ServiceProvider', 'accepts-unsigned-evidence', 'ignores-conditions-at-service'),
  run('EntitledParty', 'answers-other-grants', 'matches-audience-loosely', 'ignores-key-usage'),
  run('EntitledParty', 'answers-get-delegation', 'signs-evidence-ps256'),
  run('EntitledParty', 'crashes-on-bad-input', 'issues-refresh-token', 'limits-body'),
  run('AuthorisationRegistry', 'serves-evidence-without-token', 'omits-policy-sets'),
  run('AuthorisationRegistry', 'forward-ignores-signature', 'any-of-needs-all'),
  run('AuthorisationRegistry', 'matches-by-subject', 'caches-status', 'addresses-url'),
  run('ParticipantRegistry', 'answers-lookup-without-token', 'matches-prefixes'),
  run('ParticipantRegistry', 'fingerprints-sha1', 'omits-parties-token-audience', 'numbers-claims'),
  run('ParticipantRegistry', 'stores-claims-for-anybody', 'names-subject', 'accepts-missing-iat'),
  run('ServiceConsumer', 'signs-ps256', 'omits-own-jti'),
  run('ServiceConsumer', 'sends-leaf-only', 'sends-token-in-query', 'follows-redirects'),
  run('IdentityProvider', 'accepts-wrong-verifier', 'omits-nonce', 'signs-id-token-ps256'),
  run('IdentityProvider', 'accepts-unsigned-request-object', 'takes-any-password', 'tells-userinfo-without-token'),
  run('IdentityBroker', 'sends-plain-challenge', 'accepts-id-token-for-another', 'accepts-expired-id-token'),
  run('IdentityBroker', 'passes-on-upstream-token', 'ignores-response-issuer', 'reuses-nonce'),
]

/** Conforming conduct that is played at two commits in the quick profile. */
export const variantRuns: readonly VariantRun[] = [
  ['ServiceProvider', 'looks-up-by-path,checks-no-revocation'],
  ['ServiceProvider', 'remembers-content,accepts-one-element-aud'],
  ['ServiceProvider', 'forwards-nothing,refuses-service-with-404'],
  ['ServiceProvider', 'takes-tokens-once,pleads-for-patience'],
  ['EntitledParty', 'looks-up-first,tolerates-nothing'],
  ['AuthorisationRegistry', 'answers-deny'],
  ['AuthorisationRegistry', 'signs-evidence'],
  ['ParticipantRegistry', 'certificates-as-claims'],
  ['ParticipantRegistry', 'fingerprints-in-base64'],
  ['IdentityProvider', 'asks-for-consent,logs-in-in-two-steps'],
]
