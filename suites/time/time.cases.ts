import type { Json } from '../../harness/contracts/json.js'
import { numberAs } from '../../harness/mutations/json-text.js'
import { claims, text } from '../../harness/mutations/mutation.js'
import type { Mutation } from '../../harness/mutations/types.js'
import type { Row } from '../support/row.js'
import { row } from '../support/row.js'
import { soundInCapitals } from '../support/values/capitals.js'

type Times = { readonly iat?: Json; readonly exp?: Json }

/** Other times, from those of a conforming assertion (`exp` = `iat` + 30, seconds) and the clock. */
const times = (name: string, change: (sound: { iat: number; exp: number; now: number }) => Times): Mutation =>
  claims(name, (all, { now }) => {
    Object.assign(all, change({ iat: Number(all.iat), exp: Number(all.exp), now }))
  })

const without = (claim: 'iat' | 'exp'): Mutation =>
  claims(`without ${claim}`, (all) => {
    delete all[claim]
  })

const lifetime = (seconds: number): Mutation => times(`exp = iat + ${seconds}`, ({ iat }) => ({ exp: iat + seconds }))

/** Moved as a whole: `iat` that many seconds from now, negative in the past. */
const movedTo = (seconds: number): Mutation =>
  times(`iat = now ${seconds < 0 ? '-' : '+'} ${Math.abs(seconds)}`, ({ now }) => ({
    iat: now + seconds,
    exp: now + seconds + 30,
  }))

/** Some readers of JSON take it, and every comparison with it is false. */
const notANumber = (...names: readonly string[]): Mutation =>
  text(`${names.join(' and ')} NaN`, (both) => {
    for (const name of names)
      both.payload = String(both.payload).replace(new RegExp(`(?<="${name}":)\\d+`), () => 'NaN')
  })

const year2100 = 4_102_444_800

/** Times that must be refused. */
export const refused: readonly Row[] = [
  row('time.no-iat', 'TIM-01', 'accepts-missing-iat').sends('an assertion without iat', without('iat')),
  row('time.no-exp', 'TIM-02', 'accepts-missing-exp').sends('an assertion without exp', without('exp')),
  row('time.expired', 'TIM-03', 'accepts-expired').sends('an assertion that expired 670 seconds ago', movedTo(-700)),
  row('time.lifetime-longer', 'TIM-06', 'accepts-long-lifetime').sends(
    'a lifetime of 31, 60 and 300 seconds',
    [31, 60, 300].map(lifetime),
  ),
  row('time.lifetime-hours', 'TIM-07', 'accepts-long-lifetime').sends(
    'a lifetime of an hour, a day, and until the year 2100',
    [lifetime(3600), lifetime(86_400), times('exp in the year 2100', () => ({ exp: year2100 }))],
  ),
  row('time.lifetime-wrapped', 'TIM-07', [
    'counts-lifetime-in-32-bits',
    'reads-seconds-of-lifetime',
    'accepts-long-lifetime',
  ]).sends('a lifetime that is 30 seconds beside whole minutes, hours or days, or in 32 bits', [
    ...[60, 3600, 86_400].map((unit) => lifetime(unit + 30)),
    lifetime(2 ** 32 + 30),
    // Its milliseconds are 30,000 modulo 2^32.
    lifetime(2 ** 29 + 30),
  ]),
  row('time.lifetime-old-iat', 'TIM-21', 'accepts-long-lifetime').sends(
    'an assertion made an hour ago that is still to expire',
    times('iat = now - 3600, exp = now + 20', ({ now }) => ({ iat: now - 3600, exp: now + 20 })),
  ),
  // `nbf` changes nothing about the lifetime (ruling 30).
  row('time.lifetime-from-nbf', ['JWT-LIFETIME', 'TIM-21'], ['counts-lifetime-from-nbf', 'accepts-long-lifetime'], {
    level: 'must',
  }).sends(
    'an assertion made a minute, an hour and a day ago whose nbf is now',
    [60, 3600, 86_400].map((seconds) =>
      claims(`iat = now - ${seconds}, nbf = now, exp = nbf + 30`, (all, { now }) => {
        Object.assign(all, { iat: now - seconds, nbf: now, exp: now + 30 })
      }),
    ),
  ),
  row(
    'time.sound-in-capitals',
    ['JWT-LIFETIME', 'JWT-EXPIRED'],
    ['ignores-case-of-claim-names', 'accepts-long-lifetime', 'accepts-expired'],
    { level: 'must' },
  ).sends('an assertion of an hour, or one long past, beside sound times under names in capitals', [
    ...soundInCapitals('exp = iat + 3600', ({ iat }) => ({ exp: Number(iat) + 3600 })),
    ...soundInCapitals('iat and exp 700 seconds ago', ({ iat, exp }) => ({
      iat: Number(iat) - 700,
      exp: Number(exp) - 700,
    })),
  ]),
  row('time.nan', 'JWT-LIFETIME', 'reads-nan', { level: 'must' }).sends('times that are NaN', [
    notANumber('exp'),
    notANumber('iat'),
    notANumber('iat', 'exp'),
  ]),
  row('time.lifetime-shorter', 'TIM-08', 'accepts-short-lifetime').sends('a lifetime of 29, 10 and 1 seconds', [
    lifetime(29),
    lifetime(10),
    // Made this very second, or it would have expired for a better reason.
    times('exp = iat + 1', ({ now }) => ({ iat: now, exp: now + 1 })),
  ]),
  {
    id: 'time.lifetime-none',
    title: 'an exp that equals iat or lies before it',
    requirements: ['JWT-LIFETIME-EXACT'],
    cases: ['TIM-09'],
    detects: ['accepts-short-lifetime'],
    // Both sides of now, so that one of them is within whatever tolerance the target has.
    mutate: [
      times('exp = iat', ({ iat }) => ({ exp: iat })),
      times('exp = iat = now + 3', ({ now }) => ({ iat: now + 3, exp: now + 3 })),
      times('exp = iat - 1', ({ iat }) => ({ exp: iat - 1 })),
      times('exp = iat - 1 = now + 2', ({ now }) => ({ iat: now + 3, exp: now + 2 })),
    ],
  },
  row('time.milliseconds', 'TIM-10', 'accepts-milliseconds').sends('iat and exp in milliseconds', [
    times('milliseconds, exp = iat + 30000', ({ iat }) => ({ iat: iat * 1000, exp: iat * 1000 + 30_000 })),
    times('milliseconds, exp = iat + 30', ({ iat }) => ({ iat: iat * 1000, exp: iat * 1000 + 30 })),
  ]),
  row('time.milliseconds-exp', 'TIM-11', 'accepts-milliseconds').sends(
    'exp in milliseconds beside iat in seconds',
    times('exp in milliseconds', ({ exp }) => ({ exp: exp * 1000 })),
  ),
  row('time.milliseconds-iat', 'TIM-12', 'accepts-milliseconds').sends(
    'iat in milliseconds beside exp in seconds',
    times('iat in milliseconds', ({ iat }) => ({ iat: iat * 1000 })),
  ),
  row('time.strings', 'TIM-13', 'coerces-times').sends('times as strings', [
    times('iat and exp as strings', ({ iat, exp }) => ({ iat: `${iat}`, exp: `${exp}` })),
    times('iat as a string', ({ iat }) => ({ iat: `${iat}` })),
    times('exp as a string', ({ exp }) => ({ exp: `${exp}` })),
  ]),
  row('time.fractions', 'TIM-14', 'accepts-fractions').sends('fractions of a second', [
    times('iat and exp half a second later', ({ iat, exp }) => ({ iat: iat + 0.5, exp: exp + 0.5 })),
    times('exp half a second later', ({ exp }) => ({ exp: exp + 0.5 })),
  ]),
  row('time.wrong-types', 'TIM-16', 'coerces-times').sends(
    'times that are neither numbers nor strings of digits',
    ([null, true, [], {}, ''] as const).flatMap((value) => [
      times(`iat ${JSON.stringify(value)}`, () => ({ iat: value })),
      times(`exp ${JSON.stringify(value)}`, () => ({ exp: value })),
    ]),
  ),
  row('time.huge', 'TIM-17', 'accepts-huge-times').sends('an exp beyond any calendar', [
    ...['1e400', '9223372036854775808', '9007199254740993', '99999999999999999999'].map((digits) =>
      numberAs(`exp ${digits}`, 'exp', () => digits),
    ),
    numberAs('exp = iat + 30 + 2^64', 'exp', (digits) => String(BigInt(digits) + 2n ** 64n)),
  ]),
  row('time.negative', 'TIM-18', 'accepts-negative-times').sends('times that are zero or negative', [
    times('iat 0, exp 30', () => ({ iat: 0, exp: 30 })),
    times('iat -30, exp 0', () => ({ iat: -30, exp: 0 })),
    times('iat -60, exp -30', () => ({ iat: -60, exp: -30 })),
    times('iat 0', () => ({ iat: 0 })),
    times('exp 0', () => ({ exp: 0 })),
    times('exp -1', () => ({ exp: -1 })),
  ]),
  row('time.future', 'TIM-20', 'accepts-future-iat').sends(
    'an iat more than a minute in the future',
    // Clearly more: a target may tolerate a minute (ruling 3), and its clock be ahead of what was measured.
    [75, 300, 3600].map(movedTo),
  ),
]

/** By how many seconds an assertion has expired, with the message that shows it. */
export const recentlyExpired = [1, 5, 30, 60].map((seconds) => ({ seconds, mutate: movedTo(-30 - seconds) }))

/** What is only noted. */
export const recorded: readonly Row[] = [
  row('time.at-exp', 'TIM-05').sends('what it does in the very second of exp', movedTo(-30)),
  row('time.spelled-numbers', 'TIM-15').sends('what it does with integers written with a point or an exponent', [
    numberAs('exp with .0', 'exp', (digits) => `${digits}.0`),
    numberAs('exp with an exponent', 'exp', (digits) => `${digits[0]}.${digits.slice(1)}e${digits.length - 1}`),
  ]),
  row('time.near-future', 'TIM-19').sends(
    'what it does with an iat 5 and 10 seconds in the future',
    [5, 10].map(movedTo),
  ),
  row('time.nbf', 'TIM-22').sends(
    'what it does with an nbf 20 seconds in the future',
    claims('nbf = now + 20', (all, { now }) => {
      all.nbf = now + 20
    }),
  ),
]
