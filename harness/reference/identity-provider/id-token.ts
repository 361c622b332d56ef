import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import type { JsonObject } from '../../json.js'
import { mixing } from '../engine/at-once.js'
import { type Change, ruleAbout } from '../engine/rule.js'
import type { Kit } from '../kit.js'
import { base64Chain, selfSignedChain, withOtherSignature } from '../registry/own-assertion.js'
import type { Human } from './engine.js'

const mixedUp = mixing<string>()

/** An id_token while it is put together. */
export interface IdToken {
  readonly kit: Kit
  readonly clientId: string
  readonly sub: string
  /** When the human logged in, seconds since epoch. */
  readonly authTime: number | undefined
  /** The access token that comes with it. */
  readonly accessToken: string
  readonly nonce: string | undefined
  /** Of the latest login for the client; read by a fault alone. */
  readonly latestNonce: string | undefined
  /** `sub` of whoever logged in last; read by a fault alone. */
  readonly latestHuman: string | undefined
  readonly human: Human | undefined
  /** Seconds since epoch. */
  now: number
  claims: JsonObject
  /** Units of its times in a second. */
  unitsPerSecond: number
  alg: 'RS256' | 'PS256'
  header: Readonly<Record<string, unknown>>
  signedSoundly: boolean
}

const rule = ruleAbout<IdToken>()
const set = (token: IdToken, part: Partial<IdToken>): boolean => Object.assign(token, part) === token
const claim =
  (claims: (token: IdToken) => JsonObject) =>
  (token: IdToken): boolean =>
    set(token, { claims: { ...token.claims, ...claims(token) } })
const nothing: Change<IdToken> = () => () => true
const claiming =
  (claims: (token: IdToken) => JsonObject): Change<IdToken> =>
  () =>
    claim(claims)
const inHeader =
  (members: (token: IdToken) => Readonly<Record<string, unknown>> | Promise<Readonly<Record<string, unknown>>>) =>
  async (token: IdToken): Promise<boolean> =>
    set(token, { header: { ...token.header, ...(await members(token)) } })

/** Of this process; read by a fault alone. */
const start = randomUUID()

/** What holds for an id_token (L242–259, ruling 21; OpenID Connect Core §2); each rule fills in its part. */
export const idTokenRules = [
  rule(
    'id token',
    'iss is this provider',
    claim(({ kit }) => ({ iss: kit.partyId })),
    {
      'names-another-issuer': claiming(({ kit }) => ({ iss: `${kit.partyId}-other` })),
    },
  ),
  rule(
    'id token',
    'sub is the human',
    claim(({ sub }) => ({ sub })),
    {
      'changes-subject': claiming(() => ({ sub: randomUUID() })),
      'forgets-subjects': claiming(({ sub }) => ({ sub: hashOf(`${start} ${sub}`) })),
      'names-human-who-came-last': claiming(({ sub, latestHuman }) => ({ sub: latestHuman ?? sub })),
      'long-subject': claiming(({ sub }) => ({ sub: sub.padEnd(256, 'x') })),
    },
  ),
  rule(
    'id token',
    'auth_time is when the human logged in, where that was asked for',
    claim(({ authTime }) => (authTime === undefined ? {} : { auth_time: authTime })),
    {
      'omits-auth-time': nothing,
      'says-zero-for-auth-time': claiming(({ authTime }) => (authTime === undefined ? {} : { auth_time: 0 })),
      'says-fractions-for-auth-time': claiming(({ authTime }) =>
        authTime === undefined ? {} : { auth_time: authTime - 0.5 },
      ),
      'says-now-for-auth-time': claiming(({ authTime, now }) => (authTime === undefined ? {} : { auth_time: now })),
    },
  ),
  rule(
    'id token',
    'at_hash is that of the access token',
    claim(({ accessToken }) => ({ at_hash: hashOf(accessToken) })),
    { 'hashes-another-access-token': claiming(() => ({ at_hash: hashOf(randomUUID()) })) },
  ),
  rule(
    'id token',
    'aud is the client',
    claim(({ clientId }) => ({ aud: clientId })),
    {
      'addresses-id-token-to-another': claiming(({ kit }) => ({ aud: kit.partyId })),
      'mixes-up-clients': () => async (token) => {
        const aud = await mixedUp(token.kit, token.clientId, token.clientId)
        return claim(() => ({ aud }))(token)
      },
      'addresses-id-token-to-two': claiming(({ kit, clientId }) => ({ aud: [clientId, kit.partyId] })),
    },
  ),
  rule(
    'id token',
    'it has a jti of its own',
    claim(() => ({ jti: randomUUID() })),
    { 'omits-id-token-jti': nothing },
  ),
  rule(
    'id token',
    'it has an iat',
    claim(({ now }) => ({ iat: now })),
    {
      'dates-id-token-by-login': () => (token) => {
        const then = token.authTime ?? token.now
        return set(token, { now: then, claims: { ...token.claims, iat: then } })
      },
      'omits-id-token-iat': nothing,
    },
  ),
  rule(
    'id token',
    'it lives for 30 seconds',
    claim(({ now }) => ({ exp: now + 30 })),
    {
      'id-token-lives-60-seconds': claiming(({ now }) => ({ exp: now + 60 })),
    },
  ),
  rule('id token', 'its times are seconds', (token) => set(token, { unitsPerSecond: 1 }), {
    'id-token-in-milliseconds': () => (token) => set(token, { unitsPerSecond: 1000 }),
  }),
  rule(
    'id token',
    'nonce is the one that was sent',
    claim(({ nonce }) => (nonce === undefined ? {} : { nonce })),
    {
      'omits-nonce': nothing,
      'cuts-nonce': claiming(({ nonce }) => (nonce === undefined ? {} : { nonce: nonce.slice(0, 32) })),
      'lower-cases-nonce': claiming(({ nonce }) => (nonce === undefined ? {} : { nonce: nonce.toLowerCase() })),
      'keeps-nonce-by-client': claiming(({ latestNonce }) => (latestNonce === undefined ? {} : { nonce: latestNonce })),
      'omits-nonce-zero': claiming(({ nonce }) => (nonce === undefined || nonce === '0' ? {} : { nonce })),
      'reads-nonce-as-number': claiming(({ nonce }) =>
        nonce === undefined ? {} : { nonce: /^\d+$/.test(nonce) ? Number(nonce) : nonce },
      ),
      'changes-nonce': claiming(() => ({ nonce: randomBytes(16).toString('base64url') })),
    },
  ),
  rule('id token', 'it holds only what was asked for', () => true, {
    'passes-on-unasked-claims': claiming(({ human }) => human?.claims ?? {}),
    'renames-unasked-claims': claiming(({ human }) => ({ user: { known_as: human?.claims.name ?? '' } })),
    'passes-on-upstream-token': claiming(({ human }) => ({ proof: human?.tokens?.idToken ?? '' })),
    'passes-on-upstream-access-token': claiming(({ human }) => ({ session: human?.tokens?.accessToken ?? '' })),
  }),
  rule('id token', 'it is signed with RS256', (token) => set(token, { alg: 'RS256' }), {
    'signs-id-token-ps256': () => (token) => set(token, { alg: 'PS256' }),
  }),
  rule(
    'id token',
    'the header holds the whole chain',
    inHeader(({ kit }) => ({ x5c: base64Chain(kit.chain) })),
    {
      'sends-id-token-leaf-only': () => inHeader(({ kit }) => ({ x5c: base64Chain(kit.chain.slice(0, 1)) })),
      'sends-id-token-self-signed': () => inHeader(async ({ kit }) => ({ x5c: await selfSignedChain(kit.key) })),
    },
  ),
  rule(
    'id token',
    'the header holds only alg, typ and x5c',
    inHeader(() => ({ typ: 'JWT' })),
    {
      'adds-kid-to-id-token': () => inHeader(() => ({ typ: 'JWT', kid: 'own' })),
    },
  ),
  rule('id token', 'its signature is left alone', (token) => set(token, { signedSoundly: true }), {
    'corrupts-id-token': () => (token) => set(token, { signedSoundly: false }),
  }),
]

/** Left half of the SHA-256 of a token (OpenID Connect Core §3.1.3.6). */
const hashOf = (token: string): string =>
  createHash('sha256').update(token).digest().subarray(0, 16).toString('base64url')

/** Signs what the rules filled in. */
export async function signIdToken({
  kit,
  alg,
  header,
  claims,
  unitsPerSecond,
  signedSoundly,
}: IdToken): Promise<string> {
  const times = Object.entries(claims)
    .filter(([name]) => ['iat', 'exp', 'auth_time'].includes(name))
    .map(([name, value]) => [name, Number(value) * unitsPerSecond] as const)
  const signed = await new SignJWT({ ...claims, ...Object.fromEntries(times) })
    .setProtectedHeader({ alg, ...header })
    .sign(kit.key)
  return signedSoundly ? signed : withOtherSignature(signed)
}
