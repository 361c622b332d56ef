import type { Role } from '../../requirements/types.js'
import type { CheckDescription } from './evidence.js'

/** One of `count` parts of a run, each on a machine of its own. */
export interface Shard {
  /** From 1. */
  readonly index: number
  readonly count: number
}

/** Why a check does not run, or that it does. `shard`: to which shard of the run it belongs. */
export type Selected =
  | { readonly run: true; readonly shard?: number }
  | {
      readonly run: false
      readonly verdict: 'not-applicable' | 'disabled'
      readonly reason: string
      readonly shard?: number
    }

/** One check of the suite for one role. */
export interface SuiteCheck {
  readonly role: Role
  readonly check: CheckDescription
  /** Whether it runs there. */
  readonly selected: Selected
}

/** One check as planned for one target and role. */
export interface PlannedCheck extends SuiteCheck {
  readonly target: string
  /** Guises that it is played in beside the default one, each the names of values (`harness/guises/values.ts`). */
  readonly guises?: readonly (readonly string[])[]
  /** What the runner says went wrong outside the check itself: a time-out, a crashed worker. */
  problem?: string
}

/** How the runner came to its end, as our reporter tells the owner of the run. */
export interface RunnerEnd {
  /** Every planned check was reached. */
  readonly complete: boolean
}
