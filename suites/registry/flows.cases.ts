import { lookingUp } from '../support/roles.js'
import type { Coverage } from '../support/row.js'
import { check } from '../support/row.js'
import { longestWait } from './declared-cache.js'

/** Who asks the registry each time hears of a party that joins, as of one that leaves (L240). */
export const late: Coverage = check('registry.late-registration', 'REG-24', ['keeps-unknown', 'keeps-refusing'], {
  roles: lookingUp,
})

export const lateAfterCache: Coverage = {
  ...late,
  id: 'registry.late-registration-after-cache',
  profile: 'deep',
  waits: longestWait,
  slow: longestWait + 60,
}

export const flipped: Coverage = check(
  'registry.status-flip',
  'REG-24',
  ['caches-status', 'caches-status-in-use', 'refreshes-status-behind'],
  { roles: lookingUp },
)
