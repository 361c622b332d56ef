import { lookingUp } from '../support/roles.js'
import type { Coverage } from '../support/row.js'
import { check } from '../support/row.js'

/** Longest declared cache that a run waits for, seconds. */
export const longestWait = 120

export const flipped: Coverage = check('registry.status-flip', 'REG-24', 'caches-status', { roles: lookingUp })
