import { lookingUp } from '../support/roles.js'
import type { Coverage } from '../support/row.js'

/** How often a race is run, each time with a new assertion. */
export const rounds = 5

export const everywhere: Coverage = {
  id: 'replay.everywhere',
  requirements: ['REPLAY-ONCE'],
  cases: ['RPL-02'],
  detects: ['remembers-per-connection'],
}

const race = (width: number): Coverage & { readonly width: number } => ({
  id: `replay.race-of-${width}`,
  requirements: ['REPLAY-RACE'],
  cases: ['RPL-03'],
  detects: ['races-replay'],
  width,
})
export const races = [race(2), race(20)]

/**
 * A server that looks a party up for each copy goes on with all of them at the same moment, however long it took until
 * then.
 */
export const raceBehindLookUp: Coverage = {
  id: 'replay.race-behind-look-up',
  requirements: ['REPLAY-RACE'],
  cases: ['RPL-03'],
  roles: lookingUp,
  detects: ['races-replay', 'races-replay-shortly'],
}

export const aged: Coverage = {
  id: 'replay.aged',
  requirements: ['REPLAY-DURABLE'],
  cases: ['RPL-12'],
  profile: 'standard',
  detects: ['forgets-aged-assertions'],
}

export const tolerated: Coverage = {
  id: 'replay.past-expiry',
  requirements: ['REPLAY-DURABLE'],
  cases: ['RPL-13'],
  detects: ['forgets-at-exp'],
}

/** Longer than the caches of a few seconds that some remember in, and shorter than an assertion lives, seconds. */
export const someSeconds = 12

export const someSecondsLater: Coverage = {
  id: 'replay.some-seconds-later',
  requirements: ['REPLAY-DURABLE'],
  cases: ['RPL-12'],
  profile: 'standard',
  waits: someSeconds,
  detects: ['forgets-after-10-seconds', 'accepts-replay'],
}

export const remembered: Coverage = {
  id: 'replay.while-tolerated',
  requirements: ['REPLAY-DURABLE'],
  cases: ['RPL-13'],
  profile: 'deep',
  waits: 30,
  slow: 180,
  detects: ['forgets-after-30-seconds', 'forgets-at-exp', 'accepts-replay'],
}

export const restarted: Coverage = {
  id: 'replay.after-restart',
  requirements: ['REPLAY-DURABLE'],
  cases: ['RPL-14'],
  profile: 'standard',
  exclusive: true,
  detects: ['forgets-on-restart'],
}

export const usedJti: Coverage = {
  id: 'replay.used-jti',
  requirements: ['REPLAY-JTI-REUSED'],
  cases: ['RPL-16'],
  detects: ['accepts-used-jti'],
}

export const sharedJti: Coverage = {
  id: 'replay.shared-jti',
  requirements: ['REPLAY-JTI-SCOPE'],
  cases: ['RPL-17'],
  detects: ['remembers-jti-alone'],
}

export const poisoned: Coverage = {
  id: 'replay.poisoned-jti',
  requirements: ['REPLAY-VERIFIED-ONLY'],
  cases: ['RPL-20'],
  detects: ['remembers-before-verifying'],
}

export const mended: Coverage = {
  id: 'replay.mended-request',
  requirements: ['REPLAY-VERIFIED-ONLY'],
  cases: ['RPL-21'],
}

export const similarJti: Coverage = {
  id: 'replay.similar-jti',
  requirements: ['REPLAY-JTI-SCOPE'],
  cases: ['RPL-22'],
}

export const beforeExpiry: Coverage = {
  id: 'replay.before-expiry',
  requirements: ['REPLAY-DURABLE'],
  cases: ['RPL-12'],
  profile: 'deep',
  waits: 23,
  detects: ['forgets-aged-assertions', 'accepts-replay'],
}

export const afterMany: Coverage = {
  id: 'replay.after-many',
  requirements: ['REPLAY-DURABLE'],
  cases: ['RPL-15'],
  profile: 'deep',
  detects: ['forgets-when-full'],
}

/** A store that takes `jti` for a name of its own keeps nothing of one that is none, and fails silently. */
export const storedJti: Coverage = {
  id: 'replay.stored-jti',
  requirements: ['REPLAY-ONCE'],
  cases: ['RPL-01'],
  detects: ['accepts-replay', 'remembers-jti-as-file', 'remembers-jti-as-cache-key'],
}

/** A signer chooses its `jti`, and might choose one that a memory does not hold whole. */
export const freeJti: Coverage = {
  id: 'replay.free-jti',
  requirements: ['REPLAY-ONCE'],
  cases: ['RPL-01'],
  detects: ['accepts-replay', 'remembers-64-characters'],
}
