import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { SignJWT } from 'jose'
import { global } from '../engine/fault.js'
import { ruleAbout } from '../engine/rule.js'
import type { Kit, RegistryAddress } from '../kit.js'
import { selfSigned } from './self-signed.js'

/** A client assertion of the reference role itself while it is put together. */
export interface OwnAssertion {
  readonly kit: Kit
  /** Whom the assertion is sent to. */
  readonly server: RegistryAddress
  /** Where it is sent to. */
  readonly tokenUrl: string
  /** The assertion that was sent last. */
  readonly previous: string | undefined
  /** The audience that the server's last refusal told of. */
  readonly told: string | undefined
  alg: 'RS256' | 'PS256'
  header: Record<string, unknown>
  sub: string
  aud: string
  /** Seconds. */
  lifetime: number
  /** How many of its units of time make a second. */
  unitsPerSecond: number
  /** What is added to each of its times, which only a fault sees to. */
  beyond: number
  jti: string | undefined
  signedSoundly: boolean
  repeated: string | undefined
  sentBy: 'POST' | 'GET'
  /** Whether it is sent on wherever the registry's token endpoint redirects to, which only a fault sees to. */
  followsRedirects: boolean
  /** What is sent beside it, which only a fault adds to. */
  beside: Readonly<Record<string, string>>
  /** How the server failed the last time, which only a fault heeds. */
  readonly failed: Failed | undefined
  /** By how many seconds the clock of the server was ahead the last time, which only a fault heeds. */
  readonly ahead: number
  /** Milliseconds since an assertion was made, which only a fault heeds. */
  readonly sinceMs: number
  /** Whether that one is sent once more, which only a fault sees to. */
  isShared: boolean
  /** Type and text of a body with the parameters. */
  encoded: (form: URLSearchParams) => Encoded
  /** Whether `client_id` is sent twice, which only a fault sees to. */
  repeatsClient: boolean
}

/** A body with parameters, and what it is by its own account. */
export interface Encoded {
  readonly type: string
  readonly body: string
}

/** As RFC 6749 has it. */
export const asForm = (form: URLSearchParams): Encoded => ({
  type: 'application/x-www-form-urlencoded',
  body: form.toString(),
})

/** The status with which a server gave no access token, or that the connection broke or nothing came in time. */
export type Failed = number | 'broken' | 'silent'

const isError = ({ failed }: OwnAssertion): boolean => typeof failed === 'number'
const isRefusal = ({ failed }: OwnAssertion): boolean => failed === 400 || failed === 401
const isPlea = ({ failed }: OwnAssertion): boolean => failed === 429 || failed === 503
const isRedirect = ({ failed }: OwnAssertion): boolean => typeof failed === 'number' && failed >= 300 && failed < 400

/** How long a moment is, milliseconds. */
const momentMs = 100

/** Assertions that were counted since the start, which only a fault does. */
let counted = 0

/** The server that was called last, and how long others have to be called meanwhile, milliseconds; only a fault knows them. */
let lastCalled = ''
const othersMs = 100

/** The first server of each origin, which only a fault knows. */
const firsts = new Map<string, string>()
function firstOfOrigin({ server }: OwnAssertion): string {
  const { origin } = new URL(server.baseUrl)
  const first = firsts.get(origin) ?? server.partyId
  firsts.set(origin, first)
  return first
}

const rule = ruleAbout<OwnAssertion, 'own assertion'>()

/** What holds for an assertion that the role sends (L242–263); each rule fills in its part. */
export const ownAssertionRules = [
  rule('own assertion', 'it is signed with RS256', (own) => set(own, { alg: 'RS256' }), {
    'signs-ps256': global('signs its own assertion with PS256', () => (own) => set(own, { alg: 'PS256' })),
  }),
  rule(
    'own assertion',
    'the header holds the whole chain',
    (own) => set(own, { header: { ...own.header, x5c: base64Chain(own.kit.chain) } }),
    {
      'sends-no-root': global(
        'leaves the root out of x5c of its own assertions',
        () => (own) => set(own, { header: { ...own.header, x5c: base64Chain(own.kit.chain.slice(0, -1)) } }),
      ),
      'sends-leaf-only': global(
        'sends only its leaf in x5c',
        () => (own) => set(own, { header: { ...own.header, x5c: base64Chain(own.kit.chain.slice(0, 1)) } }),
      ),
      'sends-self-signed-chain': global(
        'sends a certificate that it issued to itself in x5c',
        () => (own) => set(own, { header: { ...own.header, x5c: selfSignedChain(own.kit) } }),
      ),
    },
  ),
  rule(
    'own assertion',
    'the header holds only alg, typ and x5c',
    (own) => set(own, { header: { typ: 'JWT', ...own.header } }),
    {
      'adds-kid': global(
        'adds kid to the header of its own assertion',
        (right) => (own) => right(own) && set(own, { header: { ...own.header, kid: 'own' } }),
      ),
    },
  ),
  rule('own assertion', 'sub is itself', (own) => set(own, { sub: own.kit.partyId }), {
    'writes-url-into-own-sub': global(
      'puts the token URL into sub of its own assertion',
      () => (own) => set(own, { sub: own.tokenUrl }),
    ),
  }),
  rule('own assertion', 'aud is the server that it is sent to', (own) => set(own, { aud: own.server.partyId }), {
    'addresses-in-small-letters': global(
      'puts the server in small letters into aud of its own assertion',
      () => (own) => set(own, { aud: own.server.partyId.toLowerCase() }),
    ),
    'addresses-first-of-origin': global(
      'puts the first server of an origin into aud of its own assertion',
      () => (own) => set(own, { aud: firstOfOrigin(own) }),
    ),
    'addresses-last-called': global(
      'puts the server that it called last into aud of its own assertion',
      () => async (own) => {
        lastCalled = own.server.partyId
        await sleep(othersMs)
        return set(own, { aud: lastCalled })
      },
    ),
    'addresses-url': global(
      'puts the token URL into aud of its own assertion',
      () => (own) => set(own, { aud: own.tokenUrl }),
    ),
    'follows-told-audience': global(
      'puts the audience that a refusal tells it into its next assertion',
      (right) => (own) => (own.told === undefined ? right(own) : set(own, { aud: own.told })),
    ),
  }),
  rule('own assertion', 'it lives for 30 seconds', (own) => set(own, { lifetime: 30 }), {
    'lives-60-seconds': global('signs its own assertion for 60 seconds', () => (own) => set(own, { lifetime: 60 })),
    'lives-60-seconds-after-failure': global(
      'signs its own assertion for 60 seconds once a server has failed',
      (right) => (own) => (own.failed ? set(own, { lifetime: 60 }) : right(own)),
    ),
    'lives-60-seconds-after-redirect': global(
      'signs its own assertion for 60 seconds once a server has sent it elsewhere',
      (right) => (own) => (isRedirect(own) ? set(own, { lifetime: 60 }) : right(own)),
    ),
    'lives-60-seconds-after-silence': global(
      'signs its own assertion for 60 seconds once a server has said nothing',
      (right) => (own) => (own.failed === 'silent' ? set(own, { lifetime: 60 }) : right(own)),
    ),
  }),
  rule('own assertion', 'its times are seconds', (own) => set(own, { unitsPerSecond: 1 }), {
    'dates-own-assertion-in-milliseconds': global(
      'puts milliseconds into its own assertion',
      () => (own) => set(own, { unitsPerSecond: 1000 }),
    ),
    'takes-time-of-server': global(
      'dates its own assertion by the clock that the last answer of the server shows',
      () => (own) => set(own, { unitsPerSecond: 1, beyond: own.ahead }),
    ),
    'dates-own-assertion-in-local-time': global(
      'dates its own assertion by the local time of its machine',
      () => (own) => set(own, { unitsPerSecond: 1, beyond: -60 * new Date().getTimezoneOffset() }),
    ),
    'dates-own-assertion-in-fractions': global(
      'puts fractions of a second into its own assertion',
      () => (own) => set(own, { unitsPerSecond: 1, beyond: 0.25 }),
    ),
  }),
  rule('own assertion', 'it has a jti of its own', (own) => set(own, { jti: randomUUID() }), {
    'counts-own-jti': global(
      'counts the jti of its own assertions from its start',
      () => (own) => set(own, { jti: String(++counted) }),
    ),
    'deals-own-jti-in-turn': global(
      'gives its own assertions ten values of jti in turn',
      () => (own) => set(own, { jti: `own-${counted++ % 10}` }),
    ),
    'omits-own-jti': global('leaves jti out of its own assertion', () => (own) => set(own, { jti: undefined })),
  }),
  rule('own assertion', 'its signature is left alone', (own) => set(own, { signedSoundly: true }), {
    'corrupts-own-assertion': global(
      'changes the signature of its own assertion',
      () => (own) => set(own, { signedSoundly: false }),
    ),
  }),
  rule('own assertion', 'it is sent once', (own) => set(own, { repeated: undefined }), {
    'reuses-own-assertion': global('sends one assertion again', () => (own) => set(own, { repeated: own.previous })),
    'shares-own-assertion-at-once': global(
      'sends one assertion with all requests for a token that it makes at the same moment',
      (right) => (own) => set(own, { isShared: own.sinceMs < momentMs }) && right(own),
    ),
    'repeats-assertion-after-reset': global(
      'sends an assertion again after a connection broke',
      (right) => (own) => (own.failed === 'broken' ? set(own, { repeated: own.previous }) : right(own)),
    ),
    'repeats-assertion-after-refusal': global(
      'sends an assertion again after a server has refused it',
      (right) => (own) => (isRefusal(own) ? set(own, { repeated: own.previous }) : right(own)),
    ),
    'repeats-assertion-after-plea': global(
      'sends an assertion again where a server has asked it to come again',
      (right) => (own) => (isPlea(own) ? set(own, { repeated: own.previous }) : right(own)),
    ),
    'repeats-assertion-after-error': global(
      'sends an assertion again after a server has answered it with an error',
      (right) => (own) => (isError(own) ? set(own, { repeated: own.previous }) : right(own)),
    ),
  }),
  rule('own assertion', 'it travels in the body of a POST', (own) => set(own, { sentBy: 'POST' }), {
    'authenticates-by-query-after-error': global(
      'puts its assertion into an address where a server gave no access token',
      (right) => (own) => (isError(own) ? set(own, { sentBy: 'GET' }) : right(own)),
    ),
    'authenticates-by-query-after-405': global(
      'puts its assertion into an address where POST is not allowed',
      (right) => (own) => (own.failed === 405 ? set(own, { sentBy: 'GET' }) : right(own)),
    ),
    'authenticates-by-query': global(
      'sends its own assertion by GET, in the URL',
      () => (own) => set(own, { sentBy: 'GET' }),
    ),
  }),
  rule('own assertion', 'it travels in a form that says so', (own) => set(own, { encoded: asForm }), {
    'sends-token-request-as-json': global(
      'sends its own assertion in JSON',
      () => (own) =>
        set(own, {
          encoded: (form) => ({ type: 'application/json', body: JSON.stringify(Object.fromEntries(form)) }),
        }),
    ),
    'labels-token-request-as-text': global(
      'sends its own assertion in a form that it calls plain text',
      () => (own) => set(own, { encoded: (form) => ({ ...asForm(form), type: 'text/plain;charset=UTF-8' }) }),
    ),
  }),
  rule('own assertion', 'each parameter beside it is sent once', (own) => set(own, { repeatsClient: false }), {
    'repeats-own-parameter': global(
      'sends client_id twice beside its own assertion',
      () => (own) => set(own, { repeatsClient: true }),
    ),
  }),
  rule('own assertion', 'the private key stays at home', (own) => set(own, { beside: {} }), {
    'sends-its-private-key': global(
      'sends its private key with its own assertion',
      () => (own) =>
        set(own, { beside: { client_secret: own.kit.key.export({ type: 'pkcs8', format: 'pem' }).toString() } }),
    ),
  }),
  rule('own assertion', 'it goes to nobody else', (own) => set(own, { followsRedirects: false }), {
    'follows-token-redirects-of-registry': global(
      'sends its assertion wherever the token endpoint of a registry redirects to',
      () => (own) => set(own, { followsRedirects: true }),
    ),
  }),
]

/** Signs what the rules filled in. */
export async function signOwn(own: OwnAssertion): Promise<string> {
  const { kit, alg, header, sub, aud, lifetime, unitsPerSecond, beyond, jti } = own
  const now = Math.floor(Date.now() / 1000)
  const [iat, exp] = [now, now + lifetime].map((seconds) => seconds * unitsPerSecond + beyond) as [number, number]
  const identity = { iss: kit.partyId, sub, aud, ...(jti !== undefined && { jti }) }
  const signed = await new SignJWT({ ...identity, iat, exp }).setProtectedHeader({ alg, ...header }).sign(kit.key)
  return own.signedSoundly ? signed : withOtherSignature(signed)
}

/** The same JWT with another last byte of its signature. */
export function withOtherSignature(jwt: string): string {
  const [header, payload, signature = ''] = jwt.split('.')
  const bytes = Buffer.from(signature, 'base64url')
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
  return `${header}.${payload}.${bytes.toString('base64url')}`
}

/** A chain of one certificate that the key of a role issued to itself, as `x5c` has it. */
export const selfSignedChain = ({ key, chain: [leaf] }: Kit): readonly string[] =>
  base64Chain(leaf ? [selfSigned(key, leaf)] : [])

/** Certificates as `x5c` has them. */
export const base64Chain = (chain: readonly Buffer[]): readonly string[] => chain.map((der) => der.toString('base64'))

function set(own: OwnAssertion, part: Partial<OwnAssertion>): boolean {
  Object.assign(own, part)
  return true
}
