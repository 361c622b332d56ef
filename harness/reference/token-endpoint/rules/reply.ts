import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { microtime } from '../../encoding/microtime.js'
import { sha256 } from '../../encoding/sha256.js'
import { atTimes } from '../../engine/at-times.js'
import { global, party } from '../../engine/fault.js'
import type { Refusal } from '../../engine/refusal.js'
import { type Change, type NamesOf, removed, ruleAbout } from '../../engine/rule.js'
import type { TokenRequest } from '../token-request.js'

/** The answer while it is put together. */
export interface Reply {
  readonly request: TokenRequest
  readonly refusal: Refusal | undefined
  status: number
  readonly headers: Record<string, string>
  readonly body: Record<string, unknown>
}

/** Seconds that an access token lives. */
export const lifetime = 3600

const rule = ruleAbout<Reply, 'reply'>()
const granted = ({ refusal }: Reply): boolean => refusal === undefined

/** Adds members to the body of a grant. */
const add =
  (members: (reply: Reply) => Record<string, unknown>) =>
  (reply: Reply): true => {
    if (granted(reply)) Object.assign(reply.body, members(reply))
    return true
  }

const refreshToken = () => ({ refresh_token: randomBytes(32).toString('base64url') })

const alsoAdding =
  (where: (reply: Reply) => boolean): Change<Reply> =>
  (right) =>
  (reply) => {
    if (where(reply)) Object.assign(reply.body, refreshToken())
    return right(reply)
  }

/** Asks for a new token in the way in which a holder of a refresh token does, though it has an assertion too. */
const isRefreshing = ({ request }: Reply): boolean =>
  request.parameter('grant_type') === 'refresh_token' && request.parameters.has('client_assertion')

/** A JWT that anybody can make who tries the secret of all examples. */
function underSecret(id: string): string {
  const [header, claims] = [{ alg: 'HS256', typ: 'JWT' }, { jti: id }].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  )
  const signed = `${header}.${claims}`
  return `${signed}.${createHmac('sha256', 'secret').update(signed).digest('base64url')}`
}

const codeIn = (request: TokenRequest): string => request.parameter('code') ?? ''

/** A hash of what everybody knows. */
const ofSecond = ({ request }: Reply): string => sha256(`${request.issuer}:${Math.floor(Date.now() / 1000)}`)

/** What everybody knows, in base64. */
const ofParty = ({ request }: Reply): string =>
  Buffer.from(JSON.stringify({ party: request.issuer, at: Date.now() })).toString('base64url')

/** A hash of what no clock but its own shows. */
const ofMicrosecond = (): string => sha256(microtime())

/** Access tokens that were numbered, which only a fault does. */
let counted = 0

/** Issues access tokens that are made otherwise. */
const issuing =
  (make: (reply: Reply) => string): Change<Reply> =>
  () =>
    add((reply) => ({ ...reply.request.granted, access_token: make(reply) }))

/** Tells in a refusal what it authenticated with at the registry, or what came of it. */
const telling =
  (what: 'accessToken' | 'assertion'): Change<Reply> =>
  () =>
  ({ refusal, request, body }) => {
    if (refusal) body.error_description += `; the registry was asked with ${request.participant.registry.secrets[what]}`
    return true
  }

/** Only faults are wrong at times. */
const isFourth = atTimes(4)
let latest: unknown

/** Gives every fourth the token of the grant before it. */
const givingLatest: Change<Reply> = (right) => (reply) => {
  const held = right(reply)
  if (!granted(reply)) return held
  if (isFourth('given')) reply.body.access_token = latest ?? reply.body.access_token
  latest = reply.body.access_token
  return held
}

/** How a token request is answered (RFC 6749 §5.1, §5.2; L201). */
export const replyRules = [
  rule(
    'reply',
    'the access token is nothing but random',
    add(({ request }) => ({ access_token: randomBytes(32).toString('base64url'), ...request.granted })),
    {
      'signs-access-tokens-under-secret': party(
        'issues access tokens that are JWTs under HS256 with the word secret',
        issuing(() => underSecret(randomUUID())),
      ),
      'hashes-code-to-access-tokens': party(
        'issues access tokens that are a hash of the code',
        issuing(({ request }) => sha256(codeIn(request))),
      ),
      'returns-code-as-access-token': party(
        'returns the code as the access token',
        issuing(({ request }) => codeIn(request)),
      ),
      'returns-fingerprint-as-token': party(
        'returns the SHA-256 of the certificate of the client as the access token',
        issuing(({ request: { leaf } }) => leaf?.fingerprint.toString('hex') ?? ''),
      ),
      'hashes-time-to-access-tokens': party(
        'issues access tokens that are a hash of client_id and second',
        issuing(ofSecond),
      ),
      'encodes-party-to-access-tokens': party(
        'issues access tokens that are the Party Identifier and the time in base64',
        issuing(ofParty),
      ),
      'hashes-microsecond-to-access-tokens': party(
        'issues access tokens that are a hash of the microsecond',
        issuing(ofMicrosecond),
      ),
      'draws-same-access-tokens': party(
        'draws its access tokens from a generator with the same seed at each start',
        issuing(() => sha256(`seed ${++counted}`)),
      ),
      'counts-access-tokens': party(
        'issues access tokens that count up',
        issuing(() => String(++counted).padStart(8, '0')),
      ),
      'gives-token-of-another-at-times': global(
        'answers every fourth grant with the access token of the one before',
        givingLatest,
      ),
      'returns-assertion-as-token': party('returns the assertion as the access token', (right) => (reply) => {
        const held = right(reply)
        if (granted(reply)) reply.body.access_token = reply.request.assertion
        return held
      }),
    },
  ),
  rule(
    'reply',
    'the token is described',
    add(() => ({ token_type: 'Bearer', expires_in: lifetime })),
    {
      'omits-token-type': global('answers without token_type and expires_in', removed),
    },
  ),
  rule('reply', 'there is no refresh token', () => true, {
    'issues-refresh-token': party(
      'issues a refresh token',
      alsoAdding((reply) => granted(reply) || isRefreshing(reply)),
    ),
    'issues-refresh-token-at-times': global(
      'issues a refresh token with every fourth grant',
      alsoAdding((reply) => granted(reply) && isFourth('refreshed')),
    ),
    'issues-refresh-token-offline': party(
      'issues a refresh token for offline_access',
      alsoAdding((reply) => granted(reply) && /\boffline_access\b/.test(reply.request.scope)),
    ),
  }),
  rule(
    'reply',
    'the answer is not stored',
    (reply) => {
      reply.headers['cache-control'] = 'no-store'
      return true
    },
    { 'omits-no-store': global('sends tokens without Cache-Control: no-store', removed) },
  ),
  rule(
    'reply',
    'a refusal says which rule was broken, in fixed words',
    (reply) => {
      if (reply.refusal)
        Object.assign(reply.body, { error: reply.refusal.error, error_description: reply.refusal.message })
      return true
    },
    {
      'echoes-assertion': party('echoes the assertion in its refusal', (right) => (reply) => {
        const held = right(reply)
        if (reply.refusal)
          reply.body.error_description = `cannot take ${reply.request.parameter('client_assertion') ?? ''}`
        return held
      }),
    },
  ),
  rule('reply', 'a refusal tells nothing that is between it and the registry', () => true, {
    'tells-registry-token-in-refusal': party(
      'tells its access token for the registry in its refusal',
      telling('accessToken'),
    ),
    'tells-own-assertion-in-refusal': party(
      'tells its own assertion for the registry in its refusal',
      telling('assertion'),
    ),
  }),
  rule(
    'reply',
    'a refusal is no error of the server',
    (reply) => {
      reply.status = reply.refusal?.status ?? 200
      return true
    },
    {
      'crashes-on-bad-input': party('answers 500 to a malformed assertion', (right) => (reply) => {
        const held = right(reply)
        if (reply.refusal?.topic === 'form' || reply.refusal?.topic === 'x5c') reply.status = 500
        return held
      }),
    },
  ),
]

/** Name of a rule about answers. */
export type ReplyRule = NamesOf<typeof replyRules>
