import type { KeyObject } from 'node:crypto'
import { existsSync } from 'node:fs'
import { basename, join, relative, resolve, sep } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import {
  evidenceIn,
  type OverviewRun,
  overviewLines,
  participantsOf,
  summary,
  writeOverview,
} from '../../../reports/index.js'
import { readSigningKey } from '../../attestation/keys.js'
import { ConfigError } from '../../contracts/errors.js'
import { resultsFile } from '../../evidence/files.js'
import { slug } from '../../evidence/store.js'
import { concludeAgain } from '../../judge/conclude.js'
import { gravestOf } from '../../judge/gate.js'
import { makeOut } from '../../run/folders.js'
import type { KeptShard } from '../../run/shards/shard-group.js'
import { watchSignals } from '../../runner/signals.js'
import { loadPolicy } from '../../target/file/policy-file.js'
import { exitCodes } from '../complain.js'
import { compareRuns } from './compare-report.js'
import { type Gathered, gather } from './gather.js'
import { underPolicy } from './policy-report.js'
import { merged, type ReadyReport, rebuilt, writeReport } from './ready-report.js'

/** Flags of `assay report`. */
export interface ReportFlags {
  readonly out?: string
  readonly signKey?: string
  /** Policy of a scheme operator by which one run is judged anew. */
  readonly policy?: string
  /** Compares two runs. */
  readonly compare?: boolean
  /** Judges one run anew, strict rules deciding. */
  readonly strict?: boolean
}

/** Where it goes by default, as with `assay certify`. */
const usualOut = 'assay-report'

/** Writes what was read and looked at. */
type Work = (key: KeyObject | undefined) => Promise<number>

/**
 * Rebuilds the report of a run, judges it anew, merges shards, or makes an overview of many runs. Reads everything before it writes.
 * @returns the exit code of the gate; for an overview the gravest of each participant's last run.
 * @throws ConfigError where results cannot be read, or do not belong together.
 */
export async function report(paths: readonly string[], flags: ReportFlags): Promise<number> {
  const { out, signKey } = flags
  if (flags.compare) return compareOnly(paths, flags)
  const signals = watchSignals()
  try {
    const key = signKey === undefined ? undefined : readSigningKey(signKey)
    const policy = flags.policy === undefined ? undefined : await loadPolicy(flags.policy)
    const strict = flags.strict === true
    const gathered = gather(paths)
    const ready = policy || strict ? underPolicy(gathered, out, { policy, strict }) : undefined
    const work: Work = ready ? (own) => show(ready, own, []) : workOf(gathered, out)
    // A wish to stop that came meanwhile is heard now; what is written afterwards takes seconds and is written whole.
    await turn()
    return signals.interrupted ? exitCodes.interrupted : await work(key)
  } finally {
    signals.close()
  }
}

function compareOnly(paths: readonly string[], { out, policy, strict, signKey }: ReportFlags): Promise<number> {
  if (policy !== undefined || strict || signKey !== undefined)
    throw new ConfigError(
      '--compare takes no other flag than --out: it compares what two runs came to, and judges nothing.',
    )
  return compareRuns(paths, out)
}

function workOf(gathered: Gathered, out: string | undefined): Work {
  const { runs, groups, missing } = gathered
  const [run, group] = [runs[0], groups[0]]
  const one = runs.length + groups.length === 1
  const folder = resolve(out ?? usualOut)
  if (one && group) {
    const ready = merged(group, folder)
    const notes = missing.map(({ name, reason }) => `assay: ${name}: ${reason}\n`)
    return (key) => show(ready, key, notes)
  }
  if (one && run && missing.length === 0) {
    const lies = out === undefined && basename(run.file) === resultsFile
    const ready = rebuilt(run, lies ? resolve(run.folder) : folder)
    return (key) => show(ready, key, [])
  }
  return overview(gathered, folder)
}

async function show(ready: ReadyReport, key: KeyObject | undefined, notes: readonly string[]): Promise<number> {
  await writeReport(ready, key)
  for (const note of notes) process.stderr.write(note)
  const { results, folder, exitCode } = ready
  const colour = process.stdout.isTTY === true && process.env.NO_COLOR === undefined
  process.stdout.write(`${summary(results, evidenceIn(folder), { colour, where: join(folder, 'index.html') })}\n`)
  return exitCode
}

/** One page about all runs. Those in shards are merged first; what was merged before may lie among what is given. */
function overview({ runs, groups, missing }: Gathered, out: string): Work {
  const ready = groups.map((group) => merged(group, join(out, `merged-${slug(namesOf(group))}`)))
  const others = runs.filter(({ results }) => !ready.some((one) => one.results.run.id === results.run.id))
  return async (key) => {
    makeOut(out)
    for (const one of ready) await writeReport(one, key)
    const all: OverviewRun[] = [...others, ...ready].map(({ results, folder }) => ({
      results,
      ...reportIn(folder, out),
    }))
    const file = await writeOverview(out, all, missing)
    process.stdout.write(`${overviewLines(all, missing)}\n\nOverview: ${file}\n`)
    const codes = participantsOf(all).map(({ latest }) => concludeAgain(latest.run.results).exitCode)
    return gravestOf(missing.length > 0 ? [...codes, 2] : codes)
  }
}

const namesOf = ([first]: readonly KeptShard[]): string =>
  (first as KeptShard).results.targets.map(({ name }) => name).join(' ')

/** The report of a run as the overview links to it. */
function reportIn(folder: string, out: string): { readonly report?: string } {
  const file = resolve(folder, 'index.html')
  if (!existsSync(file)) return {}
  return { report: `./${relative(out, file).split(sep).map(encodeURIComponent).join('/')}` }
}
