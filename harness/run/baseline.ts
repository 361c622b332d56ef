import { ConfigError } from '../contracts/errors.js'
import type { BaselineResult, Results } from '../contracts/results.js'
import { type Compared, compare } from '../evidence/compare.js'
import { resultsFile } from '../evidence/files.js'
import { findResults, type KeptResults } from '../evidence/read-results.js'

/**
 * Reads the results that `--baseline` names: a file, or the folder that holds it.
 * @param targets Names of the targets of this run.
 * @throws ConfigError where it cannot be read, is no whole run, or knows none of the targets.
 */
export function readBaseline(path: string, targets: readonly string[]): KeptResults {
  const kept = findResults(path)
  if (!kept)
    throw new ConfigError(`--baseline ${path} holds no ${resultsFile}: name the folder of a run that came to an end.`)
  const { file, results } = kept
  const refuse = (why: string) => new ConfigError(`--baseline ${file} ${why}.`)
  if (results.run.shard !== undefined)
    throw refuse(`is shard ${results.run.shard} of a run: merge the shards with \`assay report\` first`)
  if (!results.complete) throw refuse('is of a run that was cut short: it takes a complete one')
  const known = results.targets.map(({ name }) => name)
  if (!known.some((name) => targets.includes(name)))
    throw refuse(`is about ${known.join(', ') || 'no target'}, not about ${targets.join(', ')}`)
  return kept
}

/** What changed since the baseline. */
export const compareWithBaseline = (baseline: Results, now: Compared): BaselineResult => ({
  run: baseline.run.id,
  startedAt: baseline.run.startedAt,
  suite: baseline.suite.version,
  ...compare(baseline, now),
})
