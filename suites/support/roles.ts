import { loginRoles } from '../../harness/check/coverage.js'
import type { Role } from '../../requirements/types.js'

/** Servers that look their machine-to-machine clients up at the lab's registry; a ParticipantRegistry has data of its own. */
export const machinesLookingUp: readonly Role[] = ['ServiceProvider', 'AuthorisationRegistry', 'EntitledParty']

/** Roles that look their clients up at the lab's registry, or may do so where a human logs in (L218). */
export const lookingUp: readonly Role[] = [...machinesLookingUp, ...loginRoles]

/** Roles that answer requests for evidence, in which a human logs in, and with a token endpoint for machines alone. */
export { evidenceRoles, loginRoles, serverRoles } from '../../harness/check/coverage.js'
