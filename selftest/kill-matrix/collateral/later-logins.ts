import type { FaultName } from '../../../harness/faults/faults.js'
import type { Collateral, Reach } from './type.js'

export const laterLogins: Collateral = {
  checks: ['relying-party.verified-*', 'broker.verified-*', 'broker.second-provider-verified'],
  reason: 'one of the logins after another one is on such an id_token',
}

/** Faults about what a relying party verifies in a login: some later login of those checks shows each of them, too. */
const faults: readonly FaultName[] = [
  'accepts-expired-id-token',
  'accepts-hs256-id-token',
  'accepts-hs256-id-token-with-client-id',
  'accepts-hs256-id-token-with-unset-secret',
  'accepts-id-token-of-another-provider',
  'accepts-id-token-under-leaf',
  'accepts-id-token-without-aud',
  'accepts-id-token-without-exp',
  'accepts-id-token-without-iat',
  'accepts-id-token-without-iss',
  'accepts-id-token-without-sub',
  'accepts-missing-id-token',
  'accepts-missing-nonce',
  'accepts-missing-state',
  'accepts-nonce-of-another-login',
  'accepts-state-of-another-flow',
  'accepts-unregistered-id-token-certificate',
  'accepts-unsigned-id-token',
  'compares-beginning-of-nonce',
  'honours-id-token-jku',
  'honours-id-token-jwk',
  'ignores-state',
  'matches-id-token-issuer-by-name',
  'takes-beginning-of-state',
  'takes-part-of-id-token-audience',
  'takes-part-of-id-token-issuer',
  'takes-true-for-id-token-issuer',
  'tries-every-key-of-id-token',
  'trusts-last-certificate-of-id-token',
]

export const ofLaterLogins: Reach = Object.fromEntries(faults.map((fault) => [fault, laterLogins]))
