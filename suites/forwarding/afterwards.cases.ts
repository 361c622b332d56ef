import { evidenceRoles } from '../support/roles.js'
import { checksWith } from '../support/row.js'

const check = checksWith({ roles: evidenceRoles })

/** JWTs that come after one that was taken. */
export const afterUse = check('forwarding.signature-after-use', 'FWD-06', [
  'forward-verifies-jti-once',
  'forward-ignores-signature',
])
/** Ages of a JWT that has expired, seconds: one that the target refuses in a new JWT is waited for. */
export const expiredAges = [33, 40, 65, 95]
/** By how much the clocks of a target's processes may differ, and a JWT be younger than it says in whole seconds. */
export const apartSeconds = 6
export const expiredSince = check('forwarding.again-after-expiry', 'FWD-05', 'forward-remembers-jwts', {
  profile: 'standard',
  waits: 39,
  slow: 180,
})
/** The JWT of before would be refused by then (L267). */
export const remembered = check(
  'forwarding.remembered',
  ['FORWARD-SIGNED', 'FWD-05'],
  ['forward-remembers-consent', 'forward-remembers-forwarders'],
  { level: 'must', profile: 'standard', waits: 39, slow: 180 },
)
/** Alone, because another check changes the same consumer, and so does this one where a target has both roles. */
export const flipped = check(
  'forwarding.status-flip',
  'FWD-07',
  ['forward-caches-status', 'forward-remembers-jwts', 'forward-ignores-status'],
  { level: 'strict', exclusive: true },
)
