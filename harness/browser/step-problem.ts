import { AssayError } from '../contracts/errors.js'
import type { PageSummary, Screenshot } from './types.js'

/** What a problem of a visit is about. */
interface Problem {
  readonly step?: number
  readonly page?: PageSummary
  readonly screenshot?: Screenshot
}

/** A step did not match, or no page came. Says nothing about the target; before the run the target file has to be mended. */
export class StepProblem extends AssayError {
  readonly code = 'STEP_PROBLEM'
  /** The step that did not match, from 1; absent where it is about none. */
  readonly step?: number
  /** What the page offered, as far as there was one. */
  readonly page?: PageSummary
  readonly screenshot?: Screenshot

  constructor(message: string, { step, page, screenshot }: Problem = {}) {
    super(message)
    if (step !== undefined) this.step = step
    if (page !== undefined) this.page = page
    if (screenshot !== undefined) this.screenshot = screenshot
  }
}
