import { certifiedRules } from './certified.js'
import { claimedRules } from './claimed.js'
import { signedRules } from './signed.js'
import type { EntranceRule } from './types.js'

export { type PlaceId, places } from './places.js'
export type { Cell, EntranceRule } from './types.js'

/** Every rule of a signed JWT (L245–259, L272), with the checks that try it at each place where one is received. */
export const entranceRules: readonly EntranceRule[] = [...signedRules, ...certifiedRules, ...claimedRules]
