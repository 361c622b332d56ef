import type { Json } from '../../harness/json.js'
import { numberAs } from '../../harness/mutations/json-text.js'
import { claims } from '../../harness/mutations/mutation.js'
import type { Mutation } from '../../harness/mutations/types.js'
import type { Row } from '../support/row.js'

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

const year2100 = 4_102_444_800

/** Times that must be refused. */
export const refused: readonly Row[] = [
  {
    id: 'time.no-iat',
    title: 'an assertion without iat',
    requirements: ['JWT-IAT'],
    cases: ['TIM-01'],
    detects: ['accepts-missing-iat'],
    mutate: without('iat'),
  },
  {
    id: 'time.no-exp',
    title: 'an assertion without exp',
    requirements: ['JWT-EXP'],
    cases: ['TIM-02'],
    detects: ['accepts-missing-exp'],
    mutate: without('exp'),
  },
  {
    id: 'time.expired',
    title: 'an assertion that expired 670 seconds ago',
    requirements: ['JWT-EXPIRED'],
    cases: ['TIM-03'],
    detects: ['accepts-expired'],
    mutate: movedTo(-700),
  },
  {
    id: 'time.lifetime-longer',
    title: 'a lifetime of 31, 60 and 300 seconds',
    requirements: ['JWT-LIFETIME'],
    cases: ['TIM-06'],
    detects: ['accepts-long-lifetime'],
    mutate: [31, 60, 300].map(lifetime),
  },
  {
    id: 'time.lifetime-hours',
    title: 'a lifetime of an hour, a day, and until the year 2100',
    requirements: ['JWT-LIFETIME'],
    cases: ['TIM-07'],
    detects: ['accepts-long-lifetime'],
    mutate: [lifetime(3600), lifetime(86_400), times('exp in the year 2100', () => ({ exp: year2100 }))],
  },
  {
    id: 'time.lifetime-wrapped',
    title: 'a lifetime that is 30 seconds beside whole minutes, hours or days, or in 32 bits',
    requirements: ['JWT-LIFETIME'],
    cases: ['TIM-07'],
    detects: ['counts-lifetime-in-32-bits', 'reads-seconds-of-lifetime', 'accepts-long-lifetime'],
    mutate: [
      ...[60, 3600, 86_400].map((unit) => lifetime(unit + 30)),
      lifetime(2 ** 32 + 30),
      // Its milliseconds are 30,000 modulo 2^32.
      lifetime(2 ** 29 + 30),
    ],
  },
  {
    id: 'time.lifetime-old-iat',
    title: 'an assertion made an hour ago that is still to expire',
    requirements: ['JWT-LIFETIME'],
    cases: ['TIM-21'],
    detects: ['accepts-long-lifetime'],
    mutate: times('iat = now - 3600, exp = now + 20', ({ now }) => ({ iat: now - 3600, exp: now + 20 })),
  },
  {
    id: 'time.lifetime-shorter',
    title: 'a lifetime of 29, 10 and 1 seconds',
    requirements: ['JWT-LIFETIME-EXACT'],
    cases: ['TIM-08'],
    detects: ['accepts-short-lifetime'],
    mutate: [
      lifetime(29),
      lifetime(10),
      // Made this very second, or it would have expired for a better reason.
      times('exp = iat + 1', ({ now }) => ({ iat: now, exp: now + 1 })),
    ],
  },
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
  {
    id: 'time.milliseconds',
    title: 'iat and exp in milliseconds',
    requirements: ['JWT-TIME-UNIT'],
    cases: ['TIM-10'],
    detects: ['accepts-milliseconds'],
    mutate: [
      times('milliseconds, exp = iat + 30000', ({ iat }) => ({ iat: iat * 1000, exp: iat * 1000 + 30_000 })),
      times('milliseconds, exp = iat + 30', ({ iat }) => ({ iat: iat * 1000, exp: iat * 1000 + 30 })),
    ],
  },
  {
    id: 'time.milliseconds-exp',
    title: 'exp in milliseconds beside iat in seconds',
    requirements: ['JWT-TIME-UNIT'],
    cases: ['TIM-11'],
    detects: ['accepts-milliseconds'],
    mutate: times('exp in milliseconds', ({ exp }) => ({ exp: exp * 1000 })),
  },
  {
    id: 'time.milliseconds-iat',
    title: 'iat in milliseconds beside exp in seconds',
    requirements: ['JWT-TIME-UNIT'],
    cases: ['TIM-12'],
    detects: ['accepts-milliseconds'],
    mutate: times('iat in milliseconds', ({ iat }) => ({ iat: iat * 1000 })),
  },
  {
    id: 'time.strings',
    title: 'times as strings',
    requirements: ['JWT-TIME-TYPE'],
    cases: ['TIM-13'],
    detects: ['coerces-times'],
    mutate: [
      times('iat and exp as strings', ({ iat, exp }) => ({ iat: `${iat}`, exp: `${exp}` })),
      times('iat as a string', ({ iat }) => ({ iat: `${iat}` })),
      times('exp as a string', ({ exp }) => ({ exp: `${exp}` })),
    ],
  },
  {
    id: 'time.fractions',
    title: 'fractions of a second',
    requirements: ['JWT-TIME-TYPE'],
    cases: ['TIM-14'],
    detects: ['accepts-fractions'],
    mutate: [
      times('iat and exp half a second later', ({ iat, exp }) => ({ iat: iat + 0.5, exp: exp + 0.5 })),
      times('exp half a second later', ({ exp }) => ({ exp: exp + 0.5 })),
    ],
  },
  {
    id: 'time.wrong-types',
    title: 'times that are neither numbers nor strings of digits',
    requirements: ['JWT-TIME-TYPE'],
    cases: ['TIM-16'],
    detects: ['coerces-times'],
    mutate: ([null, true, [], {}, ''] as const).flatMap((value) => [
      times(`iat ${JSON.stringify(value)}`, () => ({ iat: value })),
      times(`exp ${JSON.stringify(value)}`, () => ({ exp: value })),
    ]),
  },
  {
    id: 'time.huge',
    title: 'an exp beyond any calendar',
    requirements: ['JWT-TIME-TYPE'],
    cases: ['TIM-17'],
    detects: ['accepts-huge-times'],
    mutate: [
      ...['1e400', '9223372036854775808', '9007199254740993', '99999999999999999999'].map((digits) =>
        numberAs(`exp ${digits}`, 'exp', () => digits),
      ),
      numberAs('exp = iat + 30 + 2^64', 'exp', (digits) => String(BigInt(digits) + 2n ** 64n)),
    ],
  },
  {
    id: 'time.negative',
    title: 'times that are zero or negative',
    requirements: ['JWT-TIME-TYPE'],
    cases: ['TIM-18'],
    detects: ['accepts-negative-times'],
    mutate: [
      times('iat 0, exp 30', () => ({ iat: 0, exp: 30 })),
      times('iat -30, exp 0', () => ({ iat: -30, exp: 0 })),
      times('iat -60, exp -30', () => ({ iat: -60, exp: -30 })),
      times('iat 0', () => ({ iat: 0 })),
      times('exp 0', () => ({ exp: 0 })),
      times('exp -1', () => ({ exp: -1 })),
    ],
  },
  {
    id: 'time.future',
    title: 'an iat more than a minute in the future',
    requirements: ['JWT-FUTURE'],
    cases: ['TIM-20'],
    detects: ['accepts-future-iat'],
    mutate: [62, 300, 3600].map(movedTo),
  },
]

/** By how many seconds an assertion has expired, with the message that shows it. */
export const recentlyExpired = [1, 5, 30, 60].map((seconds) => ({ seconds, mutate: movedTo(-30 - seconds) }))

/** What is only noted. */
export const recorded: readonly Row[] = [
  {
    id: 'time.at-exp',
    title: 'what it does in the very second of exp',
    requirements: ['JWT-EXPIRED'],
    cases: ['TIM-05'],
    mutate: movedTo(-30),
  },
  {
    id: 'time.spelled-numbers',
    title: 'what it does with integers written with a point or an exponent',
    requirements: ['JWT-TIME-TYPE'],
    cases: ['TIM-15'],
    mutate: [
      numberAs('exp with .0', 'exp', (digits) => `${digits}.0`),
      numberAs('exp with an exponent', 'exp', (digits) => `${digits[0]}.${digits.slice(1)}e${digits.length - 1}`),
    ],
  },
  {
    id: 'time.near-future',
    title: 'what it does with an iat 5 and 10 seconds in the future',
    requirements: ['JWT-FUTURE'],
    cases: ['TIM-19'],
    mutate: [5, 10].map(movedTo),
  },
  {
    id: 'time.nbf',
    title: 'what it does with an nbf 20 seconds in the future',
    requirements: ['JWT-EXTRA-CLAIMS'],
    cases: ['TIM-22'],
    mutate: claims('nbf = now + 20', (all, { now }) => {
      all.nbf = now + 20
    }),
  },
]
