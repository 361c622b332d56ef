import type { KeyObject } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { evidenceIn, writeReports } from '../../reports/index.js'
import { attest } from '../attestation/attest.js'
import type { PlannedCheck } from '../contracts/plan.js'
import type { RunFile } from '../contracts/run.js'
import { attestationFile, isOurs } from '../evidence/files.js'
import type { Secret } from '../evidence/leaks/note.js'
import { findLeaks, type Leak } from '../evidence/leaks/scan.js'
import type { KeptResults } from '../evidence/read-results.js'
import { evidencePath } from '../evidence/store.js'
import { type Finished, writeResults } from '../run/finish.js'
import type { Outages } from '../run/outages.js'
import type { RunEnd } from '../run/results.js'
import { compareWithEarlier } from './commands/compare-report.js'
import { exitCodes } from './complain.js'

/** What a report is made with beside the run itself. */
export interface Publishing {
  /** What must stand in no file of `--out`. */
  readonly secrets: readonly Secret[]
  /** Which targets were gone in the middle of the run. */
  readonly outages?: Outages
  /** Signs the attestation; a key of the run alone where absent. */
  readonly key?: KeyObject | undefined
  /** An earlier run, with which this one is compared on a page. */
  readonly baseline?: KeptResults
}

/**
 * Writes results, views and attestation, then searches every byte of `--out` for secrets. Removes each file of Assay
 * that holds one, even evidence: a check without evidence was not judged. Says so on standard error, with exit code 4
 * unless a graver one holds.
 */
export async function publish(
  run: RunFile,
  plan: readonly PlannedCheck[],
  end: RunEnd,
  { secrets, outages, key, baseline }: Publishing,
): Promise<Finished> {
  const write = async (reached: readonly PlannedCheck[]): Promise<Finished> => {
    const finished = writeResults(run, reached, { ...end, ...(outages && { outages }) })
    await writeReports(run.out)
    const now = { results: finished.results, evidenceOf: evidenceIn(run.out) }
    if (baseline) await compareWithEarlier(baseline, now, run.out)
    attest(run.out, key, finished.results)
    return finished
  }
  const finished = await write(plan)
  const leaks = findLeaks(run.out, secrets)
  if (leaks.length === 0) return finished
  remove(run.out, leaks)
  const without = await write(plan.map((planned) => withProblem(planned, leaks)))
  const gone = leaks.filter(({ name }) => isOurs(name) && !existsSync(join(run.out, name)))
  const left = findLeaks(run.out, secrets)
  if (left.some(({ name }) => isOurs(name))) remove(run.out, [...left, { name: attestationFile, kinds: [] }])
  for (const leak of [...gone, ...left]) complainOf(leak)
  return { ...without, exitCode: [0, 2].includes(without.exitCode) ? exitCodes.harness : without.exitCode }
}

const isEvidence = ({ name }: Leak): boolean => name.startsWith('evidence/')

/** Evidence of a check goes as a whole. What stands in `--out` and was not written by Assay is nobody's to remove. */
function remove(out: string, leaks: readonly Leak[]): void {
  for (const leak of leaks.filter(({ name }) => isOurs(name))) {
    const path = join(out, isEvidence(leak) ? `${checkOf(leak)}.json` : leak.name)
    rmSync(path, { force: true })
    if (isEvidence(leak)) rmSync(join(out, checkOf(leak)), { recursive: true, force: true })
  }
}

/** `evidence/<target>/<role>/<check id>` */
const checkOf = ({ name }: Leak): string =>
  name
    .split('/')
    .slice(0, 4)
    .join('/')
    .replace(/\.json$/, '')

function withProblem(planned: PlannedCheck, leaks: readonly Leak[]): PlannedCheck {
  const { target, role, check } = planned
  const leak = leaks.find((one) => isEvidence(one) && `${checkOf(one)}.json` === evidencePath(target, role, check.id))
  return leak ? { ...planned, problem: `Its evidence held a ${leak.kinds.join(', a ')} and was removed.` } : planned
}

const complainOf = (leak: Leak): void =>
  void process.stderr.write(
    `assay: ${leak.name} held a ${leak.kinds.join(', a ')} of the run; ${isOurs(leak.name) ? 'it was removed, so nothing of it is published. This is a defect of Assay.' : 'Assay did not write it: take it out of that folder before anybody sees it.'}\n`,
  )
