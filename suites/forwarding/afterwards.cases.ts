import { evidenceRoles } from '../support/roles.js'
import { checksWith } from '../support/row.js'

const check = checksWith({ roles: evidenceRoles })

/** JWTs that come after one that was taken. */
export const afterUse = check('forwarding.signature-after-use', 'FWD-06', [
  'forward-verifies-jti-once',
  'forward-ignores-signature',
])
/** Alone, because another check changes the same consumer, and so does this one where a target has both roles. */
export const flipped = check('forwarding.status-flip', 'FWD-07', ['forward-caches-status', 'forward-ignores-status'], {
  level: 'strict',
  exclusive: true,
})
