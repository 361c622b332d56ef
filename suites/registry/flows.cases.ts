import { lookingUp } from '../support/roles.js'
import type { Coverage } from '../support/row.js'
import { check } from '../support/row.js'

export const lookedUp: Coverage = check('registry.lookup', 'REG-23', 'skips-lookup', { roles: lookingUp })

export const authenticated: Coverage = check(
  'registry.authenticated-lookup',
  'REG-25',
  'skips-registry-authentication',
  { roles: lookingUp },
)

export const flipped: Coverage = check('registry.status-flip', 'REG-24', 'caches-status', { roles: lookingUp })

/** Longest declared cache that a run waits for, seconds. */
export const longestWait = 120

export const flippedLater: Coverage = {
  ...flipped,
  id: 'registry.status-flip-after-cache',
  profile: 'deep',
  waits: longestWait,
  slow: longestWait + 60,
}

/** A key that came into other hands is taken off the registry (L240, L277). */
export const withdrawn: Coverage = {
  ...flipped,
  id: 'registry.certificate-withdrawn',
  detects: ['caches-certificates', 'trusts-known-party'],
}

export const restored: Coverage = { ...flipped, id: 'registry.status-restored', detects: ['keeps-refusing'] }
