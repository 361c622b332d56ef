import { join } from 'node:path'
import type { PlannedCheck } from '../contracts/plan.js'
import type { Results } from '../contracts/results.js'
import type { RunFile } from '../contracts/run.js'
import { resultsFile } from '../evidence/files.js'
import { writeWhole } from '../evidence/store.js'
import { collectResults, type RunEnd } from './results.js'

/** What a finished run came to. */
export interface Finished {
  readonly results: Results
  readonly exitCode: number
}

/** Writes `results.json`, whole or not at all. */
export function writeResults(run: RunFile, plan: readonly PlannedCheck[], end: RunEnd): Finished {
  const finished = collectResults(run, plan, end)
  keepResults(run.out, finished.results)
  return finished
}

/** Keeps results in their folder, whole or not at all. */
export const keepResults = (out: string, results: Results): void =>
  writeWhole(join(out, resultsFile), `${JSON.stringify(results, null, 1)}\n`)
