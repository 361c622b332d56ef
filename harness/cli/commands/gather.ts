import { realpathSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import type { MissingRun } from '../../../reports/index.js'
import { ConfigError } from '../../contracts/errors.js'
import { findResults, type KeptResults } from '../../evidence/read-results.js'
import { asShard, groupShards, type KeptShard } from '../../run/shards/shard-group.js'

/** What lies at the paths that `assay report` is given. */
export interface Gathered {
  /** Results of whole runs. */
  readonly runs: readonly KeptResults[]
  /** Shards, those of one run together. */
  readonly groups: readonly (readonly KeptShard[])[]
  /** What came to no results, or was ended before it had a target. */
  readonly missing: readonly MissingRun[]
}

/** Reads all results. @throws ConfigError where one cannot be read, where there is none at all, or where one is given twice. */
export function gather(paths: readonly string[]): Gathered {
  const found = paths.map((path) => ({ path, kept: findResults(path) }))
  const distinct = found.filter(({ kept }, index) => index === found.findIndex((one) => isSame(one.kept, kept)))
  const missing: MissingRun[] = []
  const runs: KeptResults[] = []
  const shards: KeptShard[] = []
  for (const { path, kept } of distinct) {
    const name = basename(resolve(path))
    if (!kept) missing.push({ name, reason: 'The run came to no results.' })
    else if (kept.results.targets.length === 0 && distinct.length > 1)
      missing.push({ name, reason: 'The run was ended before there was anything to judge.' })
    else {
      const shard = asShard(kept)
      if (shard) shards.push(shard)
      else runs.push(kept)
    }
  }
  if (runs.length + shards.length === 0)
    throw new ConfigError(`There are no results in ${paths.join(', ')}: name the folders of runs that came to an end.`)
  requireDistinct(runs)
  return { runs, groups: groupShards(shards), missing }
}

/** A copy would count twice in a trend. */
function requireDistinct(runs: readonly KeptResults[]): void {
  const seen = new Map<string, KeptResults>()
  for (const run of runs) {
    const twin = seen.get(run.results.run.id)
    if (twin) throw new ConfigError(`${twin.file} and ${run.file} are results of the same run: name one of them.`)
    seen.set(run.results.run.id, run)
  }
}

/** Folders without results are never the same: each is a run of its own. */
const isSame = (one: KeptResults | undefined, other: KeptResults | undefined): boolean =>
  one === other || (one !== undefined && other !== undefined && realpathSync(one.file) === realpathSync(other.file))
