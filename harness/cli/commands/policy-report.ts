import { basename, join, resolve } from 'node:path'
import { ConfigError } from '../../contracts/errors.js'
import type { Policy } from '../../contracts/results.js'
import { policiesFolder, resultsFile } from '../../evidence/files.js'
import { readEvidence, slug } from '../../evidence/store.js'
import { reread } from '../../judge/reread.js'
import { findEvidence } from '../../run/shards/evidence-copy.js'
import { strictPolicy } from '../../target/file/policy-file.js'
import type { Gathered } from './gather.js'
import { isSame, type ReadyReport } from './ready-report.js'

/** How a run is to be read anew. */
export interface NewReading {
  /** Policy of a scheme operator; that of the run, if it had one, where absent. */
  readonly policy?: Policy | undefined
  /** Whether strict rules decide, whatever the policy says. */
  readonly strict: boolean
}

/**
 * What a policy makes of a run: a report of its own, in `policies/` of the run's folder, in which nothing else changes.
 * @param out Another folder for it.
 * @throws ConfigError where there is not one whole run, evidence is missing, or the report would take the run's place.
 */
export function underPolicy(
  { runs, groups, missing }: Gathered,
  out: string | undefined,
  asked: NewReading,
): ReadyReport {
  const [run] = runs
  if (!run || runs.length + groups.length + missing.length > 1)
    throw new ConfigError(
      `--policy and --strict judge one run anew: name one ${resultsFile}${groups.length > 0 ? ', merged from its shards by `assay report`' : ''}.`,
    )
  const { results, folder: source } = run
  const given = asked.policy ?? results.policy
  const policy = asked.strict || !given ? strictPolicy(given) : given
  const folder = resolve(out ?? join(source, policiesFolder, slug(policy.name)))
  if (isSame(folder, source) || (out === undefined && basename(run.file) !== resultsFile))
    throw new ConfigError(
      `--out names a folder for the report of the policy, another than ${source}, where the run stays.`,
    )
  const files = findEvidence(results.checks, () => source)
  const { results: read, exitCode } = reread(results, policy, (path) => readEvidence(source, path))
  return { results: read, exitCode, folder, files, isNew: true }
}
