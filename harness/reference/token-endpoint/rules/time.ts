import type { Json } from '../../../contracts/json.js'
import { party } from '../../engine/fault.js'
import { type Change, only, unless } from '../../engine/rule.js'
import { rule, type TokenRequest } from '../token-request.js'

/** Clock difference that is tolerated, seconds. */
export const tolerance = 5
const lifetime = 30
/** Seconds since epoch of the year 10000. */
const endOfCalendar = 253_402_300_800

const names = ['iat', 'exp'] as const
type Time = (typeof names)[number]

const isWhole = (value: Json | undefined): value is number => Number.isSafeInteger(value)
const isSane = (value: Json | undefined): value is number => isWhole(value) && value > 0 && value < endOfCalendar

/** Reads times that the rule would refuse as something else; `undefined` = nothing more is asked about that time. */
const reading =
  (odd: (value: Json) => boolean, as: (value: Json) => number | undefined): Change<TokenRequest> =>
  (right) =>
  (request) => {
    const given = names.filter((name) => request.claims.has(name))
    const oddOnes = given.filter((name) => odd(request.claim(name) ?? null))
    if (oddOnes.length === 0) return right(request)
    const others = given.filter((name) => !oddOnes.includes(name))
    if (!others.every((name) => isSane(request.claim(name)))) return right(request)
    for (const name of others) request[name] = request.claim(name) as number
    for (const name of oddOnes) request[name] = as(request.claim(name) ?? null)
    return true
  }

const inMilliseconds = (value: Json): boolean => isWhole(value) && value > 1e11 && value < 1e14
const isFraction = (value: Json): boolean =>
  typeof value === 'number' && value > 0 && value < endOfCalendar && !isWhole(value)
const isHuge = (value: Json): boolean => typeof value === 'number' && value >= 1e15
const isNegative = (value: Json): boolean => typeof value === 'number' && value <= 0

/** Some write the start in milliseconds and then add 30 of them. */
function asSeconds(request: TokenRequest): boolean {
  const { iat, exp } = request
  if (iat !== undefined && iat === exp && inMilliseconds(request.claim('iat') ?? null)) request.exp = iat + lifetime
  return true
}

const readMilliseconds = reading(inMilliseconds, (value) => Math.floor((value as number) / 1000))

/** Times of the assertion as such (L258, L259, L301, L302). */
export const timeRules = [
  rule('claims', 'there is an iat', ({ claims }) => claims.has('iat'), {
    'accepts-missing-iat': party(
      'takes an assertion without iat',
      unless(({ claims }) => !claims.has('iat')),
    ),
  }),
  rule('claims', 'there is an exp', ({ claims }) => claims.has('exp'), {
    'accepts-missing-exp': party(
      'takes an assertion without exp',
      unless(({ claims }) => !claims.has('exp')),
    ),
  }),
  rule(
    'claims',
    'times are whole seconds of this era',
    (request) => {
      const given = names.filter((name: Time) => request.claims.has(name))
      for (const name of given) request[name] = request.claim(name) as number
      return given.every((name) => isSane(request.claim(name)))
    },
    {
      'accepts-milliseconds': party(
        'reads large times as milliseconds',
        (right) => (request) => Boolean(readMilliseconds(right)(request)) && asSeconds(request),
      ),
      'coerces-times': party(
        'turns times of other JSON types into numbers',
        reading(
          (value) => typeof value !== 'number',
          (value) => (typeof value === 'string' && value !== '' ? Number(value) : undefined),
        ),
      ),
      'accepts-fractions': party(
        'takes fractional times',
        reading(isFraction, (value) => Math.floor(value as number)),
      ),
      'accepts-huge-times': party(
        'takes times beyond any calendar',
        reading(isHuge, () => undefined),
      ),
      'accepts-negative-times': party(
        'takes zero and negative times',
        reading(isNegative, () => undefined),
      ),
    },
  ),
  rule(
    'claims',
    'exp is iat and 30 seconds',
    ({ iat, exp }) => iat === undefined || exp === undefined || exp - iat === lifetime,
    {
      'accepts-long-lifetime': party(
        'takes an exp more than 30 seconds after iat',
        unless(({ iat = 0, exp = 0 }) => exp - iat > lifetime),
      ),
      'counts-lifetime-from-nbf': party(
        'counts the lifetime from nbf, where there is one',
        unless((request) => Number(request.exp) - Number(request.claim('nbf')) === lifetime),
      ),
      'counts-lifetime-in-32-bits': party(
        'counts the seconds between iat and exp in 32 bits',
        unless(({ iat = 0, exp = 0 }) => ((exp - iat) | 0) === lifetime),
      ),
      'reads-seconds-of-lifetime': party(
        'reads the seconds of a lifetime without its minutes',
        unless(({ iat = 0, exp = 0 }) => exp > iat && (exp - iat) % 60 === lifetime),
      ),
      'accepts-short-lifetime': party(
        'takes an exp less than 30 seconds after iat',
        unless(({ iat = 0, exp = 0 }) => exp - iat < lifetime),
      ),
    },
  ),
]

/**
 * Tolerates an expired assertion, and takes it again after a while.
 * @param memory Seconds from when it came first.
 */
const forgettingTolerated =
  (tolerated: number, memory: number): Change<TokenRequest> =>
  (right) =>
  (request) => {
    const { assertion, exp = 0, now, participant } = request
    const { received } = participant.memory
    const first = received.get(assertion)
    if (first === undefined) received.set(assertion, now)
    if (exp > now || exp + tolerated <= now) return right(request)
    return first === undefined || (now - first >= memory && request.excuse('replay'))
  }

/** When the assertion is accepted. */
export const periodRules = [
  rule('claims', 'it has not expired', ({ exp, now }) => exp === undefined || exp + tolerance > now, {
    'accepts-expired': party(
      'takes expired assertions',
      unless(() => true),
    ),
    'forgets-tolerated-after-a-minute': party(
      'tolerates a minute, and remembers an assertion for one from when it came',
      forgettingTolerated(60, 60),
    ),
    'forgets-tolerated-after-two-minutes': party(
      'tolerates five minutes, and remembers an assertion for two from when it came',
      forgettingTolerated(300, 120),
    ),
    'refuses-aged-assertion': party(
      'refuses an assertion older than 8 seconds',
      only(({ iat = 0, now }) => now - iat <= 8),
    ),
  }),
  rule('claims', 'iat is not in the future', ({ iat, now }) => iat === undefined || iat <= now + tolerance, {
    'accepts-future-iat': party(
      'takes an iat in the future',
      unless(() => true),
    ),
  }),
]
