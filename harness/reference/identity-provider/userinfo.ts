import type { JsonObject } from '../../contracts/json.js'
import { mixing } from '../engine/at-once.js'
import { global } from '../engine/fault.js'
import type { Answer } from '../engine/received.js'
import { type Change, ruleAbout } from '../engine/rule.js'
import type { Human, LoggedIn } from './human.js'
import type { AccessToken, Store } from './store.js'

/** A request for userinfo on its way through the rules. */
export interface UserinfoCall {
  /** The header in which the access token comes. */
  authorization: string | undefined
  readonly store: Pick<Store, 'tokens' | 'codes' | 'latestToken' | 'firstHuman'>
  readonly find: (sub: string) => Human | undefined
  /** Who is logged in with the browser that calls; read by faults alone. */
  readonly inBrowser: LoggedIn | undefined
  /** Counts in place of the access token, which only a fault sees to. */
  taken?: AccessToken
  /** Replaces the answer, which only a fault does. */
  instead: (claims: JsonObject) => JsonObject
}

const rule = ruleAbout<UserinfoCall, 'userinfo'>()

const bearing = ({ store }: UserinfoCall): string => `Bearer ${store.latestToken}`

/** Takes some access tokens for the one that was issued last. */
const takingForLatest =
  (isTaken: (token: string, store: UserinfoCall['store']) => boolean): Change<UserinfoCall> =>
  () =>
  (call) => {
    const [, token] = /^Bearer (.+)$/.exec(call.authorization ?? '') ?? []
    if (token !== undefined && isTaken(token, call.store)) call.authorization = bearing(call)
    return true
  }

/** Tells a browser whom its cookie names, where its access token is known or where it is not. */
const tellingBrowsers =
  (isKnown: boolean): Change<UserinfoCall> =>
  () =>
  (call) => {
    const { authorization, store, inBrowser } = call
    const token = store.tokens.get(authorization?.replace(/^Bearer /, '') ?? '')
    if (inBrowser && (token !== undefined) === isKnown)
      call.taken = { sub: inBrowser.sub, scope: 'openid', ended: false }
    return true
  }

/** Of the JWTs that are about here, an id_token alone says which authorization request it is for. */
const isIdToken = (token: string): boolean => Buffer.from(token.split('.')[1] ?? '', 'base64url').includes('"nonce"')

/** Tells more of a human than was asked for. */
const telling =
  (more: (human: Human) => JsonObject): Change<UserinfoCall> =>
  () =>
  (call) => {
    call.instead = (claims) => {
      const human = call.find(String(claims.sub))
      return { ...(human && more(human)), ...claims }
    }
    return true
  }

const mixedUp = mixing<string>()

/** Who gets userinfo (OpenID Connect Core §5.3.1). */
export const userinfoRules = [
  rule('userinfo', 'it is given for the access token that comes with the request', () => true, {
    'tells-userinfo-without-token': global(
      'tells a caller without an access token who logged in last',
      () => (call) => {
        call.authorization ??= bearing(call)
        return true
      },
    ),
    'tells-userinfo-for-any-token': global(
      'takes an access token that it never issued for the one that it issued last',
      takingForLatest((token, { tokens }) => !tokens.get(token)),
    ),
    'tells-userinfo-for-codes': global(
      'takes an authorization code for the access token that it issued last',
      takingForLatest((token, { codes }) => codes.has(token)),
    ),
    'tells-userinfo-for-id-tokens': global(
      'takes an id_token for the access token that it issued last',
      takingForLatest((token) => isIdToken(token)),
    ),
    'tells-userinfo-of-latest': global(
      'takes every access token that it issued for the latest',
      takingForLatest((token, { tokens }) => tokens.get(token) !== undefined),
    ),
  }),
  rule('userinfo', 'the cookies that come with the request do not count', () => true, {
    'tells-userinfo-by-cookie': global(
      'tells a browser without an access token of its own who is logged in with it',
      tellingBrowsers(false),
    ),
    'prefers-session-at-userinfo': global(
      'tells a browser who is logged in with it, whatever access token comes along',
      tellingBrowsers(true),
    ),
  }),
  rule('userinfo', 'it names the human of the id_token', () => true, {
    'tells-userinfo-of-another': global('tells another sub at userinfo than in the id_token', () => (call) => {
      call.instead = (claims) => ({ ...claims, sub: `${claims.sub}-other` })
      return true
    }),
    'tells-another-subject-with-email': global('tells another sub at userinfo where scope has email', () => (call) => {
      const token = call.store.tokens.get(call.authorization?.replace(/^Bearer /, '') ?? '')
      if (token?.scope.includes('email')) call.instead = (claims) => ({ ...claims, sub: `${claims.sub}@mail.example` })
      return true
    }),
    'omits-userinfo-subject': global('leaves sub out of userinfo', () => (call) => {
      call.instead = ({ sub: _, ...claims }) => claims
      return true
    }),
  }),
  rule('userinfo', 'it tells what is known of that human', () => true, {
    'tells-claims-of-first-human': global(
      'tells at userinfo what is known of the human who logged in first, beside the sub of another',
      () => (call) => {
        const { claims: ofFirst = {} } = call.find(call.store.firstHuman ?? '') ?? {}
        call.instead = (claims) =>
          Object.fromEntries(Object.entries(claims).map(([name, own]) => [name, ofFirst[name] ?? own]))
        return true
      },
    ),
  }),
  rule('userinfo', 'several may be asked about at once', () => true, {
    'mixes-up-claims': global(
      'tells at userinfo what is known of another human who is asked about at the same time, beside the sub of the one',
      (right) => async (call) => {
        const own = call.authorization ?? ''
        const other = await mixedUp(call.store, own, own)
        const { claims: ofOther = {} } =
          call.find(call.store.tokens.get(other.replace(/^Bearer /, ''))?.sub ?? '') ?? {}
        if (other !== own) call.instead = (claims) => ({ ...claims, ...ofOther, sub: claims.sub ?? null })
        return right(call)
      },
    ),
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

/** The claims that each scope opens beside `sub` (OpenID Connect Core §5.4). */
const claimsOf: Readonly<Record<string, string>> = { profile: 'name', email: 'email' }

/** Tells what the access token of a call is good for (RFC 6750 §3). */
export function userinfoAnswer({ authorization, store, find, taken, instead }: UserinfoCall): Answer {
  const token = taken ?? store.tokens.get(/^Bearer (\S+)$/i.exec(authorization ?? '')?.[1] ?? '')
  const human = token && !token.ended ? find(token.sub) : undefined
  if (!token || !human) return refusal(authorization)
  const opened = new Set(token.scope.split(' ').map((scope) => claimsOf[scope]))
  const told = Object.entries(human.claims).filter(([name]) => opened.has(name))
  const body = instead({ sub: human.sub, ...Object.fromEntries(told) })
  return { status: 200, headers: { 'cache-control': 'no-store' }, body }
}

function refusal(authorization: string | undefined): Answer {
  const says = authorization === undefined ? 'no access token came' : 'the access token is not known'
  const error = { error: 'invalid_token', error_description: says }
  const challenge = authorization === undefined ? 'Bearer' : `Bearer error="invalid_token", error_description="${says}"`
  return { status: 401, headers: { 'www-authenticate': challenge, 'cache-control': 'no-store' }, body: error }
}
