import type { JsonObject } from '../../json.js'
import { global } from '../engine/fault.js'
import { type Change, ruleAbout } from '../engine/rule.js'
import type { Human } from './engine.js'

/** A request for userinfo on its way to the engine. */
export interface UserinfoCall {
  headers: Readonly<Record<string, string>>
  /** The access token that was issued last; read by a fault alone. */
  readonly latest: string | undefined
  /** Whether it issued an access token; read by a fault alone. */
  readonly hasIssued: (token: string) => boolean
  /** Whether a text is a code that was handed out; read by a fault alone. */
  readonly isCode: (text: string) => boolean
  /** All that is known of a human; read by faults alone. */
  readonly known: (sub: string) => Human | undefined
  /** What is told in the place of what the engine tells, which only a fault sees to. */
  instead?: (claims: JsonObject) => JsonObject
}

const rule = ruleAbout<UserinfoCall>()

/** Takes some access tokens for the one that was issued last. */
const takingForLatest =
  (isTaken: (token: string, call: UserinfoCall) => boolean): Change<UserinfoCall> =>
  () =>
  (call) => {
    const [, token] = /^Bearer (.+)$/.exec(call.headers.authorization ?? '') ?? []
    if (token !== undefined && isTaken(token, call))
      call.headers = { ...call.headers, authorization: `Bearer ${call.latest}` }
    return true
  }

/** Of the JWTs that are about here, an id_token alone says which authorization request it is for. */
const isIdToken = (token: string): boolean => Buffer.from(token.split('.')[1] ?? '', 'base64url').includes('"nonce"')

/** Tells more of a human than the engine. */
const telling =
  (more: (human: Human) => JsonObject): Change<UserinfoCall> =>
  () =>
  (call) => {
    call.instead = (claims) => {
      const human = call.known(String(claims.sub))
      return { ...(human && more(human)), ...claims }
    }
    return true
  }

/** Whom userinfo is told to (OpenID Connect Core §5.3.1); the engine looks at the access token. */
export const userinfoRules = [
  rule('userinfo', 'it is told for the access token that comes with the request', () => true, {
    'tells-userinfo-without-token': global(
      'tells whoever asks without an access token who logged in last',
      () => (call) => {
        call.headers = { authorization: `Bearer ${call.latest}`, ...call.headers }
        return true
      },
    ),
    'tells-userinfo-for-any-token': global(
      'takes an access token that it never issued for the one that it issued last',
      takingForLatest((token, { hasIssued }) => !hasIssued(token)),
    ),
    'tells-userinfo-for-codes': global(
      'takes an authorization code for the access token that it issued last',
      takingForLatest((token, { isCode }) => isCode(token)),
    ),
    'tells-userinfo-for-id-tokens': global(
      'takes an id_token for the access token that it issued last',
      takingForLatest((token) => isIdToken(token)),
    ),
    'tells-userinfo-of-latest': global(
      'takes every access token that it issued for the latest',
      takingForLatest((token, { hasIssued }) => hasIssued(token)),
    ),
  }),
  rule('userinfo', 'it names the human of the id_token', () => true, {
    'tells-userinfo-of-another': global('tells another sub at userinfo than in the id_token', () => (call) => {
      call.instead = (claims) => ({ ...claims, sub: `${claims.sub}-other` })
      return true
    }),
    'omits-userinfo-subject': global('leaves sub out of userinfo', () => (call) => {
      call.instead = ({ sub: _, ...claims }) => claims
      return true
    }),
  }),
  rule('userinfo', 'it tells only what was asked for', () => true, {
    'tells-unasked-claims-at-userinfo': global(
      'tells everything that it knows of the human at userinfo',
      telling(({ claims }) => ({ ...claims })),
    ),
    'tells-upstream-token-at-userinfo': global(
      'tells the access token of another provider at userinfo',
      telling(({ tokens }) => ({ session: tokens?.accessToken ?? '' })),
    ),
  }),
]
