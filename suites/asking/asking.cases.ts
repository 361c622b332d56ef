import { type ConductRow, rowsAt } from '../client/client.cases.js'

/** What a ServiceProvider sends to the AuthorisationRegistry. */
export const towardsEvidence: readonly ConductRow[] = rowsAt('evidence', ['ServiceProvider'])
