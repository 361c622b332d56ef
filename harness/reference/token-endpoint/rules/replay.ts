import { setTimeout as delay } from 'node:timers/promises'
import type { Json, JsonObject } from '../../../contracts/json.js'
import { global, party } from '../../engine/fault.js'
import { type Change, only, unless } from '../../engine/rule.js'
import { seenBefore } from '../../participant/fault-memory.js'
import { digestOf, type Used } from '../../participant/replay-store.js'
import { rule, type TokenRequest } from '../token-request.js'
import { tolerance } from './time.js'

const longest = 2048
/** Remembered a little longer than needed, seconds. */
const margin = 5
const smallStore = 5000

const jti = (request: TokenRequest): Json | undefined => request.claim('jti')
/** What an assertion is remembered by; an odd `jti` by its JSON. */
const key = (request: TokenRequest): string => {
  const value = jti(request)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const used = (request: TokenRequest): Used | undefined => request.participant.replays.find(request.issuer, key(request))
const content = ({ bytes: { header, payload } }: TokenRequest): string =>
  digestOf(`${header.toString('base64')}.${payload.toString('base64')}`)

/** @param as What it is remembered by. */
function mark(request: TokenRequest, as = key(request)): boolean {
  const exp = request.exp ?? request.now + 30
  const until = Math.max(exp, request.now) + tolerance + margin
  const { connection } = request.received
  return request.participant.replays.add(
    request.issuer,
    as,
    { exp, until, content: content(request), jti: digestOf(key(request)), connection },
    request.now,
  )
}

/** Looking and remembering in one step, without anything in between: the only way to be right under parallel requests. */
const isNew = (request: TokenRequest): boolean => used(request) === undefined && mark(request)

/** Takes an assertion again where what is remembered of it satisfies a condition. */
const forgetting = (forgotten: (used: Used, request: TokenRequest) => boolean): Change<TokenRequest> =>
  unless((request) => {
    const known = used(request)
    return known !== undefined && forgotten(known, request) && mark(request)
  })

/** @param milliseconds Between looking and remembering. */
const racing =
  (milliseconds: number): Change<TokenRequest> =>
  () =>
  async (request) => {
    const known = used(request)
    await delay(milliseconds)
    return known === undefined && mark(request)
  }

/** Two first requests of a client find no memory of it, and each makes one. */
const makingMemories: Change<TokenRequest> = (right) => async (request) => {
  const { remembered } = request.participant.memory
  if (remembered.has(request.issuer)) return right(request)
  await delay(10)
  remembered.add(request.issuer)
  return mark(request)
}

/** Uses up what an unverified assertion claims to be. */
export function useUp({ participant, now }: TokenRequest, assertion: string): void {
  try {
    const payload = Buffer.from(assertion.split('.')[1] ?? '', 'base64url').toString()
    const { iss, jti: value } = JSON.parse(payload) as Record<string, unknown>
    const entry: Used = { exp: now + 30, until: now + 40, content: '-', jti: digestOf(String(value)), connection: 0 }
    participant.replays.add(String(iss), String(value), entry, now)
  } catch {
    // There is nothing to use up.
  }
}

const name = (issuer: unknown, value: unknown): string => JSON.stringify([issuer, value])

const rememberingFirst: Change<TokenRequest> = (right) => (request) => {
  const { unverified } = request.participant.memory
  return !seenBefore(unverified, name(request.claim('iss'), jti(request))) && right(request)
}

/** What a forger sends does not use anything up. */
export const forgeryRules = [
  rule('claims', 'nothing is remembered before it is verified', () => true, {
    'remembers-before-verifying': party('remembers the jti before it verifies', rememberingFirst),
  }),
]

/** Takes what it has forgotten since it came first. Times are seconds since epoch. */
const forgettingOnce =
  (isForgotten: (first: number, now: number) => boolean): Change<TokenRequest> =>
  (right) =>
  (request) => {
    const { received } = request.participant.memory
    const assertion = name(request.issuer, jti(request))
    const first = received.get(assertion) ?? request.now
    received.set(assertion, first)
    return isForgotten(first, request.now) || right(request)
  }

/** Remembers an assertion that many seconds from when it came. */
const forgettingAfter = (seconds: number): Change<TokenRequest> =>
  forgettingOnce((first, now) => now - first >= seconds)

const minuteOf = (seconds: number): number => Math.floor(seconds / 60)

/** Forgets what is not among the few of its client that came last. */
const keepingFew =
  (count: number): Change<TokenRequest> =>
  (right) =>
  (request) => {
    const { latest } = request.participant.memory
    const own = latest.get(request.issuer)
    const isForgotten = own !== undefined && !own.includes(key(request))
    latest.set(request.issuer, [key(request), ...(own ?? [])].slice(0, count))
    return isForgotten ? mark(request) : right(request)
  }

/** Whether an assertion in the name of the client was refused since this one came first. */
function refusedSince({ assertion, issuer, participant: { memory, replays } }: TokenRequest): boolean {
  const texts = [...memory.presented]
  return texts.slice(texts.indexOf(assertion) + 1).some((text) => {
    const { iss, jti: value } = JSON.parse(Buffer.from(text.split('.')[1] ?? '', 'base64url').toString()) as JsonObject
    return iss === issuer && replays.find(issuer, String(value)) === undefined
  })
}

/** `jti` as such (L257). */
export const jtiRules = [
  rule('claims', 'there is a jti', ({ claims }) => claims.has('jti'), {
    'warns-of-missing-jti': party(
      'takes an assertion without jti, and prints a warning before its answer',
      unless((request) => {
        if (request.claims.has('jti')) return false
        request.printed = '<br />\n<b>Warning</b>:  Undefined property: stdClass::$jti<br />\n'
        return request.excuse('replay')
      }),
    ),
    'accepts-missing-jti': party(
      'takes an assertion without jti',
      unless((request) => !request.claims.has('jti') && request.excuse('replay')),
    ),
  }),
  rule(
    'claims',
    'jti is a text with something in it',
    (request) => {
      const value = jti(request)
      return value === undefined || (typeof value === 'string' && value.trim() !== '' && value.length <= longest)
    },
    {
      'accepts-odd-jti': party(
        'takes a jti that is empty or not a string',
        unless((request) => typeof jti(request) !== 'string' || String(jti(request)).trim() === ''),
      ),
      'requires-uuid-jti': party(
        'takes a jti only when it is a UUID',
        only((request) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(String(jti(request)))),
      ),
    },
  ),
]

/** An assertion is accepted once (L266): by verified `iss` and `jti`, after everything else. */
export const replayRules = [
  rule('replay', 'the assertion was not used before', isNew, {
    'accepts-replay': party(
      'remembers no assertion',
      forgetting((known, request) => known.content === content(request)),
    ),
    'accepts-used-jti': party(
      'takes a new assertion with a used jti',
      forgetting((known, request) => known.content !== content(request)),
    ),
    'remembers-per-connection': party(
      'remembers assertions for one connection only',
      forgetting((known, request) => known.connection !== request.received.connection),
    ),
    'folds-letters-of-jti': party(
      'takes a jti for used that differs from a used one in letter case alone',
      () => (request) => {
        const name = key(request).toLowerCase()
        return request.participant.replays.find(request.issuer, name) === undefined && mark(request, name)
      },
    ),
    'compares-64-characters-of-jti': party(
      'takes a jti for used that begins with 64 characters of a used one',
      () => (request) => {
        const part = key(request).slice(0, 64)
        return request.participant.replays.find(request.issuer, part) === undefined && mark(request, part)
      },
    ),
    'remembers-64-characters': party(
      'remembers the first 64 characters of a jti',
      () => (request) => used(request) === undefined && mark(request, key(request).slice(0, 64)),
    ),
    // A folder that is not there, and a name beyond 255 bytes.
    'remembers-jti-as-file': party(
      'remembers each jti in a file of that name, where it can be one',
      forgetting((_, request) => key(request).includes('/') || Buffer.byteLength(key(request)) > 255),
    ),
    // The bounds of memcached.
    'remembers-jti-as-cache-key': party(
      'remembers a jti where a cache takes it for a key',
      forgetting((_, request) => /[\s\p{Cc}]/u.test(key(request)) || Buffer.byteLength(key(request)) > 250),
    ),
    'races-replay-shortly': party('marks an assertion as used 2 ms after it looked whether it was', racing(2)),
    'races-replay': party('checks and marks the jti in two steps', racing(10)),
    'makes-memory-of-client-twice': party(
      'remembers assertions for each client apart, and makes that memory anew for each of its first requests',
      makingMemories,
    ),
    'forgets-aged-assertions': party(
      'does not remember assertions older than 15 seconds',
      unless(({ iat = 0, now }) => now - iat > 15 && now - iat <= 30),
    ),
    'forgets-at-exp': party(
      'forgets at exp although it tolerates some seconds more',
      forgetting((known, request) => known.exp <= request.now),
    ),
    'forgets-after-10-seconds': party('remembers an assertion for 10 seconds from when it came', forgettingAfter(10)),
    'forgets-after-24-seconds': party('remembers an assertion for 24 seconds from when it came', forgettingAfter(24)),
    'forgets-after-30-seconds': party(
      'remembers an assertion for 30 seconds from when it came, and tolerates older ones',
      forgettingAfter(30),
    ),
    'empties-replays-each-minute': party(
      'forgets all assertions at each full minute',
      forgettingOnce((first, now) => minuteOf(now) > minuteOf(first)),
    ),
    'forgets-by-bad-assertion': party(
      'forgets the assertions of a client when one in its name is refused',
      forgetting((_, request) => refusedSince(request)),
    ),
    'forgets-by-use-of-token': party(
      'forgets an assertion once its access token is used',
      forgetting((_, { assertion, participant }) => participant.memory.opened.has(assertion)),
    ),
    'keeps-few-jti-of-client': party('remembers the last thirty jti of each client only', keepingFew(30)),
    'forgets-when-full': global(
      'remembers the last 5,000 assertions only',
      forgetting((_, request) => request.participant.replays.newerThan(request.issuer, key(request)) >= smallStore),
    ),
    'remembers-jti-alone': party(
      'remembers jti without iss',
      only(
        (request) =>
          used(request) !== undefined ||
          !request.participant.replays.some((each) => each.jti === digestOf(key(request))),
      ),
    ),
  }),
]
