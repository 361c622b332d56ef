import type { Fault } from '../../faults/fault.js'
import type { Change } from './rule.js'

/** A fault at its rule: what the participant then does wrong, and how that changes the check. */
export interface RuleFault<S> extends Fault {
  readonly change: Change<S>
}

/** A fault that can be switched on for one client; `does` says what it does wrong, in the present tense. The build reads this form. */
export const party = <S>(does: string, change: Change<S>): RuleFault<S> => ({ does, scope: 'party', change })

/** A fault of the participant as a whole. */
export const global = <S>(does: string, change: Change<S>): RuleFault<S> => ({ does, scope: 'global', change })
