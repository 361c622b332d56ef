import type { AnswersRow } from '../support/flows/heard.js'
import { evidenceRoles, loginRoles, lookingUp, machinesLookingUp } from '../support/roles.js'
import { type Coverage, check, type More } from '../support/row.js'

/** These come last. */
const last = (more: More): More => ({ ...more, last: true, slow: 180 })

/** The rules of every signed JWT that one answer shows (ruling 21). */
const ofSigned = [
  'JWT-SIGNED',
  'JWT-ALG',
  'JWT-HEADER-ONLY',
  'JWT-X5C-CHAIN',
  'JWT-LIFETIME',
  'JWT-JTI',
  'JWT-JTI-NEW',
] as const

/** With what else an answer shows of them. What the text leaves open, or is no more than strict, is left to other checks. */
const shown: readonly string[] = [...ofSigned, 'JWT-TIME-UNIT', 'JWT-IAT', 'JWT-EXP', 'JWT-ISS', 'KEY-SIZE']

/** What a server grants. */
export const tokens: readonly AnswersRow[] = [
  {
    ...check('answers.no-refresh-token', 'TOKEN-NO-REFRESH', 'issues-refresh-token-at-times', last({ level: 'must' })),
    title: 'issues no refresh token',
    kind: 'token',
    of: ['TOKEN-NO-REFRESH'],
    saidBy: ['token.', 'http.scope', 'http.grant-type', 'login.no-refresh', 'login.offline'],
  },
  {
    ...check('answers.token-of-one', 'TOKEN-BOUND-PARTY', 'gives-token-of-another-at-times', last({ level: 'must' })),
    title: 'gives no access token to two parties',
    kind: 'token',
    of: ['TOKEN-BOUND-PARTY'],
    saidBy: ['token.'],
  },
]

/** Clients that are new to it. */
export const neverLookedUp: Coverage = check(
  'answers.token-unasked',
  'REG-23',
  'skips-lookup-at-times',
  last({ level: 'must', roles: machinesLookingUp }),
)

/** Consumers that a service is for. */
export const unasked: Coverage = check(
  'answers.service-unasked',
  'SVC-04',
  'serves-unasked-at-times',
  last({ level: 'must', roles: ['ServiceProvider'] }),
)

/** What is between it and the servers that it calls. */
export const secrets: Coverage = check(
  'answers.secrets-of-its-own',
  'ERROR-NO-LEAK',
  ['tells-registry-token-in-refusal', 'tells-own-assertion-in-refusal'],
  last({ level: 'should', roles: lookingUp }),
)

/** What a server signs. */
export const idTokens: AnswersRow = {
  ...check('answers.id-tokens', ofSigned, 'corrupts-id-token-at-times', last({ level: 'strict', roles: loginRoles })),
  title: 'keeps to the rules of signed JWTs in each id_token',
  kind: 'id_token',
  of: shown,
  saidBy: ['login.id-token', 'login.each-time'],
}
/** Whom a login is for, and which one it is. */
export const ofLogin: AnswersRow = {
  ...check(
    'answers.id-token-of-login',
    ['OID-10', 'LOGIN-OIDC', 'LOGIN-NONCE'],
    'repeats-nonce-at-times',
    last({ level: 'must', roles: loginRoles }),
  ),
  title: 'gives each id_token to the client and with the nonce that asked for it',
  kind: 'id_token',
  of: ['LOGIN-NONCE', 'ASSERTION-AUD'],
  saidBy: ['login.nonce', 'login.state-and-nonce', 'login.id-token', 'login.each-time'],
}
export const partiesTokens: AnswersRow = {
  ...check(
    'answers.parties-tokens',
    'PARTIES-TOKEN-ISSUED',
    'corrupts-parties-token-at-times',
    last({ level: 'must', roles: ['ParticipantRegistry'] }),
  ),
  title: 'keeps to the rules of signed JWTs in each parties_token',
  kind: 'parties_token',
  of: [...shown, 'ASSERTION-AUD'],
  saidBy: ['lookup.each-'],
}
export const delegationTokens: AnswersRow = {
  ...check(
    'answers.delegation-tokens',
    ofSigned,
    'signs-evidence-wrongly-at-times',
    last({ level: 'strict', roles: evidenceRoles }),
  ),
  title: 'keeps to the rules of signed JWTs in each delegation_token',
  kind: 'delegation_token',
  of: [...shown, 'ASSERTION-AUD'],
  saidBy: ['delegation.signed-token'],
}
