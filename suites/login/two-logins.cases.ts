import type { Coverage } from '../support/row.js'
import { twoHumans, userinfoSubject } from './answer.cases.js'
import { checkAtLogin } from './rows.js'

/** A code stolen from one login is worth nothing in another of the same client (RFC 7636 §1, §4.6; RFC 9700 §2.1.1). */
export const verifierOfNext: Coverage = checkAtLogin(
  'login.pkce-verifier-of-another',
  'OID-09',
  'takes-verifier-of-latest-code',
  { profile: 'standard' },
)

/** The nonce of a login comes back with the code of that login, whatever the client began meanwhile (OpenID Connect Core §3.1.2.1). */
export const ownNonce: Coverage = checkAtLogin('login.nonce-of-own-login', 'OID-10', 'keeps-nonce-by-client', {
  profile: 'standard',
})

/** A code is about the human who logged in for it, even if others came afterwards (OpenID Connect Core §3.1.3.3). */
export const ownHuman: Coverage = {
  ...twoHumans,
  id: 'login.human-of-own-login',
  profile: 'standard',
  detects: ['names-human-who-came-last'],
}

/** So is the code of a human who logs in at the same time as another. */
export const humansAtOnce: Coverage = {
  ...twoHumans,
  id: 'login.humans-side-by-side',
  profile: 'standard',
  detects: ['mixes-up-logins', 'names-first-human', 'names-human-who-came-last'],
}

/** So is an access token (OpenID Connect Core §5.3). */
export const ownUserinfo: Coverage = {
  ...userinfoSubject,
  id: 'login.userinfo-of-own-human',
  profile: 'standard',
  roles: ['IdentityProvider'],
  detects: ['tells-userinfo-of-latest'],
}

/** A session that is kept in a cookie has to be signed, or anybody writes one. */
export const written: Coverage = {
  ...twoHumans,
  id: 'login.session-written',
  requirements: ['LOGIN-HUMAN-AUTHENTICATED'],
  level: 'strict',
  detects: ['keeps-session-in-cookie', 'signs-session-without-name', 'takes-part-of-session-signature'],
}

/** A session gets a new name at a login; otherwise the giver of a cookie is logged in with it. */
export const fixed: Coverage = checkAtLogin(
  'login.session-fixed',
  'LOGIN-HUMAN-AUTHENTICATED',
  ['keeps-name-of-session', 'takes-name-of-session'],
  { level: 'strict' },
)
