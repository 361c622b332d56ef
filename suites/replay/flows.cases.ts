import { lookingUp } from '../support/roles.js'
import type { Coverage } from '../support/row.js'
import { check } from '../support/row.js'

/** How often a race is run, each time with a new assertion. */
export const rounds = 7

/** In which of them the client is one that the target has never seen: it may make a memory for each first request. */
export const isOfStranger = (round: number): boolean => round % 3 === 1

export const everywhere: Coverage = check('replay.everywhere', 'RPL-02', 'remembers-per-connection', {
  unsafe: 'flood',
})

const race = (id: string, width: number): Coverage & { readonly width: number } => ({
  id,
  requirements: ['REPLAY-RACE'],
  cases: ['RPL-03'],
  detects: ['races-replay', 'makes-memory-of-client-twice'],
  unsafe: 'race',
  width,
})
export const races = [race('replay.race-of-2', 2), race('replay.race-of-20', 20)]

/**
 * A server that looks a party up for each copy goes on with all of them at the same moment, however long it took until
 * then.
 */
export const raceBehindLookUp: Coverage = check(
  'replay.race-behind-look-up',
  'RPL-03',
  ['races-replay', 'races-replay-shortly', 'makes-memory-of-client-twice'],
  { roles: lookingUp, unsafe: 'race' },
)

export const aged: Coverage = check('replay.aged', 'RPL-12', 'forgets-aged-assertions', { profile: 'standard' })

export const tolerated: Coverage = check('replay.past-expiry', 'RPL-13', 'forgets-at-exp', { sends: 2 })

/** Longer than the caches of 10, 15 or 20 s that some remember in, and shorter than an assertion lives, seconds. */
export const someSeconds = 22

/** How long before it expires an assertion is sent for the last time, seconds; it has been kept for some 26 by then. */
export const beforeExpiry = 1

/**
 * How long after it has expired an assertion is sent, seconds: where a clock may be wrong by 5, it is tolerated then, and
 * a memory of 30 from when it came has forgotten it.
 */
export const afterExpiry = 3.5

export const someSecondsLater: Coverage = check(
  'replay.some-seconds-later',
  'RPL-12',
  [
    'forgets-after-10-seconds',
    'forgets-after-24-seconds',
    'forgets-after-30-seconds',
    'forgets-at-exp',
    'accepts-replay',
  ],
  { profile: 'standard', waits: 32 },
)

/** Anybody can have an assertion refused that bears the name of a client. */
export const afterRefused: Coverage = check('replay.after-refused', 'RPL-01', [
  'forgets-by-bad-assertion',
  'accepts-replay',
])

/** What is kept beside an access token may go with it. */
export const afterUse: Coverage = check('replay.after-use-of-token', 'RPL-01', [
  'forgets-by-use-of-token',
  'accepts-replay',
])

/** A store may hold a few jti of each client only. */
export const afterOthers: Coverage = check(
  'replay.after-others',
  'RPL-01',
  ['keeps-few-jti-of-client', 'accepts-replay'],
  {
    profile: 'quick',
  },
)

/** Other assertions of the client after which one is presented again. */
export const others = 40

export const usedJti: Coverage = check('replay.used-jti', 'RPL-16', 'accepts-used-jti')

export const sharedJti: Coverage = check('replay.shared-jti', 'RPL-17', 'remembers-jti-alone')

export const poisoned: Coverage = check('replay.poisoned-jti', 'RPL-20', 'remembers-before-verifying')

export const mended: Coverage = check('replay.mended-request', 'RPL-21')

export const similarJti: Coverage = check('replay.similar-jti', 'RPL-22')

/** A store that takes `jti` for a name of its own keeps nothing of one that is none, and fails silently. */
export const storedJti: Coverage = check(
  'replay.stored-jti',
  'RPL-01',
  ['accepts-replay', 'remembers-jti-as-file', 'remembers-jti-as-cache-key'],
  { sends: 9 },
)

/** A signer chooses its `jti`, and might choose one that a memory does not hold whole. */
export const freeJti: Coverage = check('replay.free-jti', 'RPL-01', ['accepts-replay', 'remembers-64-characters'])
