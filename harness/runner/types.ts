import type { PlannedCheck } from '../contracts/plan.js'
import type { Companion } from '../run/session.js'
import type { Signals } from './signals.js'

/** What runs the checks of a run. It loads them while the run is set up. Nothing of it is left when it has ended. */
export interface Runner extends Companion {
  /** Lets it come to its end. @returns what ended it, for the case of a crash; the results say all else better. */
  finish(signals: Signals): Promise<string>
}

/** Where a runner shows how far it is; standard output may be kept for the results. */
export type ProgressPlace = 'stdout' | 'stderr' | 'nowhere'

/** Runs one check at a time, with a client of the lab, and so a lease, of its own. */
export interface Lane {
  /** @returns why the check left no verdict of its own, where that is so. */
  carryOut(planned: PlannedCheck): Promise<Error | undefined>
  /** Ends the check that runs. */
  interrupt(): void
  close(): Promise<void>
}

/** Where lanes are: this process, or one of its own. */
export interface Workplace {
  openLane(): Lane
  /** Ends it with all its lanes. */
  close(): Promise<void>
}
