import { machinesLookingUp } from '../support/roles.js'
import type { Coverage } from '../support/row.js'
import { check } from '../support/row.js'

export const again: Coverage = check(
  'positive.again',
  ['REPLAY-FRESH', 'TOKEN-GRANTED', 'POS-01', 'POS-10'],
  'refuses-second-authentication',
  { unsafe: 'race' },
)

export const firstContact: Coverage = check('positive.first-contact', 'POS-09', 'refuses-first-contact', {
  roles: machinesLookingUp,
})

/** What somebody else sends in its name is none of its own. */
export const afterForgery: Coverage = check(
  'positive.after-forgery',
  'TOKEN-GRANTED',
  'keeps-to-first-certificate-of-anybody',
  { level: 'must', roles: machinesLookingUp },
)

export const aged: Coverage = check('positive.aged', 'POS-11', 'refuses-aged-assertion')

export const sameSecond: Coverage = check('positive.same-second', 'POS-25', 'refuses-same-second')

/** The record of one client is nothing to another that is looked up at the same time. */
export const atOnce: Coverage = check(
  'positive.clients-at-once',
  'TOKEN-GRANTED',
  ['mixes-up-records-at-once', 'enters-client-twice'],
  {
    level: 'must',
    unsafe: 'race',
    slow: 180,
    // Where a human logs in, each client would need a code of its own.
    roles: [...machinesLookingUp, 'ParticipantRegistry'],
  },
)

/** A server that stores a part of each jti takes the next one with that beginning for a replay. */
export const alike: Coverage = check(
  'positive.jtis-alike',
  ['REPLAY-FRESH', 'JWT-JTI-FREE'],
  'compares-64-characters-of-jti',
  { level: 'must' },
)

/** A jti is case-sensitive (RFC 7519 §4.1.7); a store that folds letters lets no replay in all the same (RPL-22). */
export const otherLetters: Coverage = check(
  'positive.jti-in-other-letters',
  'REPLAY-JTI-SCOPE',
  'folds-letters-of-jti',
  { level: 'should' },
)

/** A claim beside those of the text is nobody's to ask for (ruling 31). */
export const claimsAlone: Coverage = check('positive.claims-alone', 'TOKEN-GRANTED', 'requires-nbf', {
  level: 'strict',
})

export const keyUsage: Coverage = check('positive.key-usage', 'POS-27', 'requires-digital-signature')

export const goodStatus: Coverage = check('positive.good-status', 'POS-33', 'refuses-good-status')

export const sizes: Coverage = check('positive.sizes', 'POS-19', [], { unsafe: 'large' })

export const burst: Coverage = check('positive.burst', 'POS-34', [], { unsafe: 'flood' })
