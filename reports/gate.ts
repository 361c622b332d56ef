import type { Results } from '../harness/contracts/results.js'
import { counted, moment } from './text.js'

/** Whether the gate passes, and why, in sentences. */
export function gateSentences({ gate, gateReasons = [] }: Results): string {
  return [`The gate ${gate === 'pass' ? 'passes' : 'fails'}.`, ...gateReasons].join(' ')
}

/** As `gateSentences`, for a run of some checks alone: that the rest was not judged is no news; empty where nothing else decided. */
export function partialGateSentences(results: Results): string {
  const gateReasons = (results.gateReasons ?? []).filter((reason) => !reason.startsWith('Not everything that decides'))
  return gateReasons.length === 0 ? '' : gateSentences({ ...results, gateReasons })
}

/** What changed since the baseline, in numbers; empty where none was given. */
export function baselineSentence({ baseline }: Results): string {
  if (baseline === undefined) return ''
  const { newlyFailing, newlyPassing, lostCoverage, failing, changedAssumptions, startedAt, suite } = baseline
  const numbers = [
    `${newlyFailing.length} newly failing`,
    `${newlyPassing.length} not failing any more`,
    `${failing.length} failing as before`,
    `${lostCoverage.length} not judged any more`,
    counted(changedAssumptions.length, 'changed assumption'),
  ]
  return `Compared with the run of ${moment(startedAt)} (version ${suite}): ${numbers.join(', ')}.`
}
