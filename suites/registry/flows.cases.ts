import { lookingUp } from '../support/roles.js'
import type { Coverage } from '../support/row.js'

export const lookedUp: Coverage = {
  id: 'registry.lookup',
  requirements: ['REGISTRY-LOOKUP'],
  cases: ['REG-23'],
  roles: lookingUp,
  detects: ['skips-lookup'],
}

export const authenticated: Coverage = {
  id: 'registry.authenticated-lookup',
  requirements: ['REGISTRY-AUTHENTICATE'],
  cases: ['REG-25'],
  roles: lookingUp,
  detects: ['skips-registry-authentication'],
}

export const flipped: Coverage = {
  id: 'registry.status-flip',
  requirements: ['REGISTRY-STATUS-CURRENT'],
  cases: ['REG-24'],
  roles: lookingUp,
  detects: ['caches-status'],
}

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
