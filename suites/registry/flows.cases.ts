import { lookingUp } from '../support/roles.js'
import type { Coverage } from '../support/row.js'
import { check } from '../support/row.js'

export const flipped: Coverage = check('registry.status-flip', 'REG-24', 'caches-status', { roles: lookingUp })
