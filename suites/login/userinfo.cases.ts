import type { Coverage } from '../support/row.js'
import { madeOfRequest } from '../support/values/unissued-tokens.js'
import { checkAtLogin } from './rows.js'

export const userinfo: Coverage = checkAtLogin('login.userinfo', 'LOGIN-OIDC', [], { level: 'should' })

/** Only an access token gives access to what is known of a human (OpenID Connect Core §5.3.1). */
export const userinfoClosed: Coverage = checkAtLogin(
  'login.userinfo-closed',
  'LOGIN-OIDC',
  [
    'tells-userinfo-without-token',
    'tells-userinfo-for-any-token',
    'tells-userinfo-for-codes',
    'tells-userinfo-for-id-tokens',
    ...madeOfRequest,
  ],
  { level: 'strict' },
)

/** It always has one, and a client takes nothing of it otherwise (OpenID Connect Core §5.3.2). */
export const userinfoSubject: Coverage = checkAtLogin(
  'login.userinfo-subject',
  'LOGIN-OIDC',
  ['tells-userinfo-of-another', 'omits-userinfo-subject'],
  { level: 'strict' },
)

/** A browser sends its cookies to every caller that makes it call, so that they give no access (OpenID Connect Core §5.3.1). */
export const userinfoByCookie: Coverage = checkAtLogin(
  'login.userinfo-by-cookie',
  'LOGIN-OIDC',
  ['tells-userinfo-by-cookie', 'tells-userinfo-without-token', 'tells-userinfo-for-any-token'],
  { level: 'strict' },
)

/** A client learns about the human of its access token (OpenID Connect Core §5.3). */
export const userinfoOfToken: Coverage = checkAtLogin(
  'login.userinfo-beside-cookie',
  'LOGIN-OIDC',
  'prefers-session-at-userinfo',
  { level: 'strict' },
)

/** A human is known to a client by `sub` alone, however much it asks for (OpenID Connect Core §2, §5.7). */
export const subjectOfScopes: Coverage = checkAtLogin(
  'login.subject-of-scopes',
  'LOGIN-OIDC',
  ['changes-subject-with-email', 'tells-another-subject-with-email', 'changes-subject', 'tells-userinfo-of-another'],
  { level: 'strict' },
)
