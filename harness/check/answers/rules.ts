import type { Json } from '../../contracts/json.js'
import { refreshTokensIn } from '../../judge/refresh-tokens.js'
import { decodeJwt, memberOf, sha256 } from '../../wire/decode.js'
import type { AnswerProblem, Belonging } from './notes.js'

/** That an answer holds a refresh token. */
export const refreshed = (json: Json): readonly AnswerProblem[] =>
  refreshTokensIn(json).filled === 0 ? [] : [{ requirement: 'TOKEN-NO-REFRESH', says: 'a refresh token' }]

/** That an id_token has not the nonce of the request from which its code came. */
export function otherNonce(payload: Json, expected: string | undefined): readonly AnswerProblem[] {
  const nonce = memberOf(payload, 'nonce') ?? null
  const says = `nonce is ${JSON.stringify(nonce)}, not that of the request`
  return expected === undefined || nonce === expected ? [] : [{ requirement: 'LOGIN-NONCE', says }]
}

/** Seconds by which a measured clock may be wrong. */
const unsureSeconds = 5

/**
 * That a JWT had expired before it was asked for: one that is kept and served again, longer than it lives (L259).
 * @param askedMs When it was asked for by the clock of the target, milliseconds since epoch.
 */
export function outlived(payload: Json, askedMs: number): readonly AnswerProblem[] {
  const exp = memberOf(payload, 'exp')
  const late = typeof exp === 'number' ? Math.round(askedMs / 1000 - exp) : 0
  const says = `exp lies ${late} s before the request that it answers`
  return late > unsureSeconds ? [{ requirement: 'JWT-LIFETIME', says }] : []
}

/** That an access token is for the party alone whose assertion the request carries. */
export function ofOwner(token: string, holder: string | undefined): readonly Belonging[] {
  const says = `an access token for ${holder} that another party was given, too`
  return holder === undefined ? [] : [{ requirement: 'TOKEN-BOUND-PARTY', what: sha256(token), holder, says }]
}

/** That a `sub` is of that human alone, whomever an id_token is for (OpenID Connect Core §2). */
export function ofHuman(sub: string, holder: string): Belonging {
  const says = 'a sub that another human was given, too'
  return { requirement: 'BROKER-SUBJECT', what: sha256(sub), holder: sha256(holder), says }
}

/** That a `jti` is of that JWT alone; one that is served again is no other. */
export function named(token: string): readonly Belonging[] {
  const jti = memberOf(decodeJwt(token).payload, 'jti')
  const says = 'a jti that another one has, too'
  return typeof jti === 'string' ? [{ requirement: 'JWT-JTI-NEW', what: sha256(jti), holder: sha256(token), says }] : []
}
