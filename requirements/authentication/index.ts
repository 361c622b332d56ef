import type { Requirement } from '../types.js'
import { certificates } from './certificates.js'
import { claims } from './claims.js'
import { clients } from './clients.js'
import { forwarding } from './forwarding.js'
import { logins } from './logins.js'
import { participants } from './participants.js'
import { replay } from './replay.js'
import { signedJwts } from './signed-jwts.js'

/** The rules of the part "Authentication" of the interface text (L232–287). */
export const authentication = [
  ...clients,
  ...signedJwts,
  ...claims,
  ...replay,
  ...forwarding,
  ...certificates,
  ...participants,
  ...logins,
] as const satisfies readonly Requirement[]
