import type { OutageResult, Results, TargetResult } from '../harness/contracts/results.js'
import { counted, cut, duration } from './text.js'

/** What a reader must know about a target that was gone in the middle of the run. */
export interface OutageStory {
  /** How often, how it came back, and which message it was. */
  readonly sentence: string
  /** What it printed before it ended for the last time; empty where nothing is known. */
  readonly lastOutput: string
}

/** A story for each target that was gone. */
export const outageStories = ({ targets }: Results): readonly OutageStory[] => targets.flatMap(outageStory)

/** The story of one target; none where it was never gone. */
export function outageStory({ name, outages = [] }: TargetResult): readonly OutageStory[] {
  if (outages.length === 0) return []
  const killers = [
    ...new Map(outages.flatMap(({ killer }) => (killer ? [[JSON.stringify(killer), killer]] : []))).values(),
  ]
  const which =
    killers.length === 0
      ? 'Which message it was is not known.'
      : `It ended each time that it was sent: ${killers.map(({ check, message }) => `${message} (${check})`).join('; ')}.`
  const lastOutput = outages.findLast((one) => one.lastOutput !== undefined)?.lastOutput ?? ''
  return [{ sentence: `${name} was gone ${howOften(outages)}. ${which}`, lastOutput }]
}

function howOften(outages: readonly OutageResult[]): string {
  const started = outages.filter(({ startedAgain }) => startedAgain).length
  const missing = outages.reduce((sum, { durationMs = 0 }) => sum + durationMs, 0)
  const hows = [...new Set(outages.map(({ how }) => how))].join(', ')
  const back = started > 0 ? `, Assay started it again ${counted(started, 'time')}` : ''
  const left = outages.at(-1)?.durationMs === undefined ? ', and it did not come back' : ''
  return `${counted(outages.length, 'time')} in the middle of the run (${hows}), for ${duration(missing)} together${back}${left}`
}

/** Lines of it that a summary shows. */
const mostLines = 5

/** Its end, for where there is little room. */
export const lastLines = (output: string): readonly string[] =>
  output === ''
    ? []
    : output
        .split('\n')
        .slice(-mostLines)
        .map((line) => cut(line, 200))
