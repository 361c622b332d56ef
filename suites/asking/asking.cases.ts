import { type ConductRow, keepsAudience, renewed, rowsAt, verifiesTls } from '../client/client.cases.js'
import type { Coverage } from '../support/row.js'

/** What a ServiceProvider sends to the AuthorisationRegistry. */
export const towardsEvidence: readonly ConductRow[] = rowsAt('evidence', ['ServiceProvider'])

export const renewedForEvidence: Coverage = { ...renewed, id: 'asking.new-assertion', roles: ['ServiceProvider'] }

export const keepsAudienceForEvidence: Coverage = {
  ...keepsAudience,
  id: 'asking.told-audience',
  roles: ['ServiceProvider'],
}

/** Each server may be called by a client of its own. */
export const verifiesTlsOfEvidence: Coverage = {
  ...verifiesTls,
  id: 'asking.tls',
  roles: ['ServiceProvider'],
  detects: ['ignores-tls-certificate-of-others'],
}
