import type { NamesOf } from '../engine/rule.js'
import { partiesTokenRules } from './rules/parties-token.js'
import { recordRules } from './rules/record.js'
import { requestRules } from './rules/request.js'

/** Every rule about look-ups, in the order in which they are applied. */
export const lookUpRules = [...requestRules, ...recordRules, ...partiesTokenRules]

/** Name of a rule about look-ups. */
export type LookUpRule = NamesOf<typeof lookUpRules>
