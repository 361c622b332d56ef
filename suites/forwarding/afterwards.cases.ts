import { evidenceCheck } from '../support/evidence-check.js'

const check = evidenceCheck('forwarding')

/** JWTs that come after one that was taken. */
export const afterUse = check(
  'signature-after-use',
  'FORWARD-SIGNED',
  ['FWD-06'],
  ['forward-verifies-jti-once', 'forward-ignores-signature'],
)
/** Alone, because another check changes the same consumer, and so does this one where a target has both roles. */
export const flipped = check(
  'status-flip',
  'FORWARD-STATUS',
  ['FWD-07'],
  ['forward-caches-status', 'forward-ignores-status'],
  {
    level: 'strict',
    exclusive: true,
  },
)
