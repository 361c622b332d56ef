import { existsSync, realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { evidenceIn, type Side, writeComparison } from '../../../reports/index.js'
import { ConfigError } from '../../contracts/errors.js'
import { compare } from '../../evidence/compare.js'
import { findResults, type KeptResults } from '../../evidence/read-results.js'
import { makeOut } from '../../run/folders.js'

/** Where the comparison goes by default, beside the reports of both runs. */
const usualOut = 'assay-compare'

/**
 * Compares two runs on a page.
 * @param paths The earlier run and the later one: results, or the folder that holds them.
 * @returns exit code 0; 1 where a check fails that did not, or is not judged that was.
 * @throws ConfigError where there are not two runs of one target.
 */
export async function compareRuns(paths: readonly string[], out = usualOut): Promise<number> {
  if (paths.length !== 2)
    throw new ConfigError('--compare takes two runs, the earlier one first: assay report OLD NEW --compare.')
  const [before, now] = paths.map(wholeRun) as [KeptResults, KeptResults]
  const known = before.results.targets.map((target) => target.name)
  const names = now.results.targets.map((target) => target.name)
  if (!names.some((name) => known.includes(name)))
    throw new ConfigError(
      `${before.file} is about ${known.join(', ') || 'no target'}, ${now.file} about ${names.join(', ') || 'no target'}: name two runs of one target.`,
    )
  const folder = resolve(out)
  makeOut(folder)
  const { file, text } = await writeComparison(folder, sideOf(before), sideOf(now))
  process.stdout.write(
    `${text.replace(/&#\d+;/g, (one) => String.fromCodePoint(Number(one.slice(2, -1))))}\nComparison: ${file}\n`,
  )
  const { newlyFailing, lostCoverage } = compare(before.results, now.results)
  return newlyFailing.length + lostCoverage.length > 0 ? 1 : 0
}

/** Writes the comparison of a run with its baseline into its report. The evidence of a run whose folder it took is gone. */
export async function compareWithEarlier(earlier: KeptResults, now: Side, out: string): Promise<void> {
  const gone = existsSync(earlier.folder) && realpathSync(earlier.folder) === realpathSync(out)
  await writeComparison(out, gone ? { ...earlier, evidenceOf: () => ({}) } : sideOf(earlier), now)
}

const sideOf = ({ results, folder }: KeptResults): Side => ({ results, evidenceOf: evidenceIn(folder) })

function wholeRun(path: string): KeptResults {
  const kept = findResults(path)
  if (!kept) throw new ConfigError(`${path} holds no results: name the folder of a run that came to an end.`)
  const { shard } = kept.results.run
  if (shard === undefined) return kept
  throw new ConfigError(`${kept.file} is shard ${shard} of a run: merge the shards with \`assay report\` first.`)
}
