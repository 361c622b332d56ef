import type { Requirement } from './types.js'

type CaseReason = NonNullable<Requirement['untested']>

/** The catalogue cases without a check: the part of the project that brings it, or why none can. All others have one. */
export const caseReasons: Readonly<Record<string, CaseReason>> = {
  'TIM-23': { reason: 'The preflight measures the clock and stops a run whose verdicts it would decide.' },

  'AUD-09': {
    reason:
      'Only a target that learns the identifier of the other party from a hostile answer can be misled so, and the text shows no such answer.',
  },

  'RPL-04': {
    reason: 'A refusal is defined as an answer without an access token, so a losing request has no token to try.',
  },
}
