import type { Role } from '../../requirements/types.js'

/** Roles that look their clients up at the lab's registry; a ParticipantRegistry looks into its own data. */
export const lookingUp: readonly Role[] = ['ServiceProvider', 'AuthorisationRegistry', 'EntitledParty']
