import { claimKinds } from './claim-kinds.js'
import { claims } from './claims.js'
import { credentials } from './credentials.js'
import { delegation } from './delegation.js'
import { records } from './records.js'

/** The rules of the part "Resources and their fields" of the interface text (L19–188). */
export const resources = [...claims, ...claimKinds, ...records, ...credentials, ...delegation]
