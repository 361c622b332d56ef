import { machinesLookingUp } from '../support/roles.js'
import type { Coverage } from '../support/row.js'

export const again: Coverage = {
  id: 'positive.again',
  requirements: ['REPLAY-FRESH', 'TOKEN-GRANTED'],
  cases: ['POS-01', 'POS-10'],
  detects: ['refuses-second-authentication'],
}

export const firstContact: Coverage = {
  id: 'positive.first-contact',
  requirements: ['CLIENT-NO-PREREGISTRATION'],
  cases: ['POS-09'],
  roles: machinesLookingUp,
  detects: ['refuses-first-contact'],
}

export const aged: Coverage = {
  id: 'positive.aged',
  requirements: ['JWT-LIFETIME-USABLE'],
  cases: ['POS-11'],
  detects: ['refuses-aged-assertion'],
}

export const sameSecond: Coverage = {
  id: 'positive.same-second',
  requirements: ['REPLAY-FRESH'],
  cases: ['POS-25'],
  detects: ['refuses-same-second'],
}

/** A server that stores a part of each jti takes the next one with that beginning for a replay. */
export const alike: Coverage = {
  id: 'positive.jtis-alike',
  requirements: ['REPLAY-FRESH', 'JWT-JTI-FREE'],
  cases: [],
  level: 'must',
  detects: ['compares-64-characters-of-jti'],
}

export const keyUsage: Coverage = {
  id: 'positive.key-usage',
  requirements: ['CERT-KEY-USAGE'],
  cases: ['POS-27'],
  detects: ['requires-digital-signature'],
}

export const goodStatus: Coverage = {
  id: 'positive.good-status',
  requirements: ['CERT-REVOCATION'],
  cases: ['POS-33'],
  detects: ['refuses-good-status'],
}

export const sizes: Coverage = {
  id: 'positive.sizes',
  requirements: ['TOKEN-LARGER'],
  cases: ['POS-19'],
}

export const burst: Coverage = {
  id: 'positive.burst',
  requirements: ['ROBUST-RECOVERY'],
  cases: ['POS-34'],
}
