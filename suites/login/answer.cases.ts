import type { Coverage } from '../support/row.js'
import { atLogin, checkAtLogin } from './rows.js'

/** What many a client puts a signed or encrypted record of its own into: long, in both letter cases, and not fit for an address as it is. */
export const longValue = `Aa0-${'Zz9_yX~'.repeat(12)} 100% a+b&c=d?/#.`

/** JSON, as many a client has for its state: a page that carries it holds it only where it is escaped. */
export const inMarkup = `{"r":"/a?x=1&amp;y","q":'z'}`

/** Only the answer tells a client which of its logins it belongs to (RFC 6749 §4.1.2). */
export const state: Coverage = checkAtLogin(
  'login.state',
  'LOGIN-OIDC',
  ['omits-state', 'changes-state', 'trims-state', 'cuts-state', 'writes-state-into-page'],
  { level: 'strict' },
)

export const nonce: Coverage = checkAtLogin('login.nonce', 'OID-10', [
  'omits-nonce',
  'changes-nonce',
  'cuts-nonce',
  'lower-cases-nonce',
  'writes-nonce-into-page',
  'reads-nonce-as-number',
])

/** The nonce is that of the request (OpenID Connect Core §2). */
export const nonceLeft: Coverage = checkAtLogin(
  'login.nonce-left-over',
  'LOGIN-NONCE',
  'keeps-nonce-of-earlier-login',
  {
    level: 'strict',
  },
)

/** What some languages take for nothing at all. */
export const zeros: Coverage = checkAtLogin(
  'login.state-and-nonce-zero',
  'LOGIN-OIDC',
  ['omits-nonce', 'omits-state', 'omits-nonce-zero', 'omits-state-zero', 'reads-nonce-as-number'],
  { level: 'strict' },
)

export const forClient: Coverage = checkAtLogin(
  'login.id-token-for-client',
  'LOGIN-OIDC',
  'addresses-id-token-to-another',
  { level: 'must' },
)

/** A target that keeps its current client in one place mixes up those who come at once. */
export const forClientsAtOnce: Coverage = {
  ...forClient,
  id: 'login.id-token-side-by-side',
  detects: ['mixes-up-clients'],
  unsafe: 'race',
}

/** A clock, even one of milliseconds, gives two that come at once one name. */
export const jtisAtOnce: Coverage = {
  ...checkAtLogin(
    'login.id-token-jti-at-once',
    'JWT-JTI-NEW',
    ['names-id-token-by-second', 'names-id-token-by-client', 'omits-id-token-jti'],
    { level: 'strict' },
  ),
  unsafe: 'race',
}

/** One human has one `sub`, which a client can store (OpenID Connect Core §2). */
export const subject: Coverage = checkAtLogin(
  'login.subject',
  'LOGIN-OIDC',
  ['changes-subject', 'changes-subject-with-browser', 'long-subject'],
  { level: 'strict' },
)

/** Whom a code is about (OpenID Connect Core §2, §3.1.3.3). */
export const humanOf = (id: string, detects: NonNullable<Coverage['detects']>): Coverage =>
  checkAtLogin(id, 'LOGIN-OIDC', detects, { level: 'must' })

/** `sub` is never given to two (OpenID Connect Core §2). */
export const twoHumans: Coverage = {
  ...humanOf('login.two-humans', ['names-first-human']),
  // Humans of a broker come from its IdentityProviders, by rows of its own.
  roles: ['IdentityProvider'],
}

/** Without it a client cannot tell whether `max_age` was heeded (OpenID Connect Core §2). */
export const authTime: Coverage = checkAtLogin(
  'login.auth-time',
  'LOGIN-OIDC',
  ['omits-auth-time', 'says-zero-for-auth-time', 'says-fractions-for-auth-time'],
  { level: 'strict' },
)

/** By it a client knows that no other access token was put in the place of its own (OpenID Connect Core §3.1.3.8). */
export const atHash: Coverage = checkAtLogin('login.at-hash', 'LOGIN-OIDC', 'hashes-another-access-token', {
  level: 'strict',
})

/** A rule of signed JWTs about the id_token (ruling 21). */
export interface IdTokenRow extends Coverage {
  readonly title: string
}

const signed = (id: string, its: Omit<IdTokenRow, 'id' | 'cases' | 'level' | 'roles'>): IdTokenRow =>
  atLogin({ ...its, id, cases: [], level: 'strict' })

/** Nothing in an id_token contradicts the requirements of a row. */
export const idTokens: readonly IdTokenRow[] = [
  signed('login.id-token-algorithm', {
    title: 'signs its id_token with RS256, RS384 or RS512',
    requirements: ['JWT-ALG'],
    detects: ['signs-id-token-ps256'],
  }),
  signed('login.id-token-header', {
    title: 'puts nothing but alg, typ and x5c into the header of its id_token',
    requirements: ['JWT-HEADER-ONLY', 'JWT-TYP'],
    detects: ['adds-kid-to-id-token'],
  }),
  signed('login.id-token-chain', {
    title: 'sends its complete chain to a trusted root, leaf first, in x5c of its id_token',
    requirements: ['JWT-X5C-CHAIN', 'JWT-X5C-READABLE', 'JWT-X5C-COMPLETE'],
    detects: ['sends-id-token-leaf-only', 'sends-id-token-self-signed'],
  }),
  signed('login.id-token-signature', {
    title: 'signs its id_token with the key of the first certificate of x5c',
    requirements: ['JWT-SIGNED', 'JWS-COMPACT', 'KEY-SIZE'],
    detects: ['corrupts-id-token'],
  }),
  signed('login.id-token-names', {
    title: 'names itself as iss and the client as the only aud of its id_token',
    requirements: ['JWT-ISS', 'JWT-ISS-TYPE', 'ASSERTION-AUD', 'ASSERTION-SINGLE-AUD'],
    detects: ['names-another-issuer', 'addresses-id-token-to-two'],
  }),
  signed('login.id-token-lifetime', {
    title: 'signs its id_token for exactly 30 seconds',
    requirements: ['JWT-LIFETIME', 'JWT-TIME-UNIT', 'JWT-IAT', 'JWT-EXP'],
    detects: ['id-token-lives-60-seconds', 'id-token-in-milliseconds', 'omits-id-token-iat'],
  }),
  signed('login.id-token-jti', {
    title: 'gives each id_token a jti of its own',
    requirements: ['JWT-JTI-NEW', 'JWT-JTI', 'JWT-JTI-TYPE'],
    detects: ['omits-id-token-jti', 'names-id-token-by-client'],
  }),
]

/** By it a client knows an answer of one provider from that of another (RFC 9207 §2). */
export const answerIssuer: Coverage = checkAtLogin('login.answer-issuer', 'LOGIN-OIDC', 'names-another-in-answer', {
  level: 'strict',
})

/** Status 307 makes a browser send what was typed, the password too, to the client (RFC 9700 §4.12). */
export const sentOnByGet: Coverage = {
  ...checkAtLogin('login.form-kept', 'LOGIN-OIDC', 'carries-form-on', { level: 'strict' }),
  // A broker's humans type their password elsewhere.
  roles: ['IdentityProvider'],
}
