import type { KeyObject } from 'node:crypto'
import { existsSync, realpathSync } from 'node:fs'
import { basename, join } from 'node:path'
import { writeReports } from '../../../reports/index.js'
import { attest } from '../../attestation/attest.js'
import { ConfigError } from '../../contracts/errors.js'
import type { Results } from '../../contracts/results.js'
import { attestationFile, resultsFile } from '../../evidence/files.js'
import type { KeptResults } from '../../evidence/read-results.js'
import { concludeAgain } from '../../judge/conclude.js'
import { keepResults } from '../../run/finish.js'
import { forgetEarlierRun, makeOut } from '../../run/folders.js'
import { lockOut } from '../../run/out-lock.js'
import { copyWhole, type EvidenceFile, findEvidence } from '../../run/shards/evidence-copy.js'
import { mergeShards } from '../../run/shards/merge.js'
import type { KeptShard } from '../../run/shards/shard-group.js'

/** The report of one run, ready to be written: all that could be wrong with it was looked at. */
export interface ReadyReport {
  readonly results: Results
  readonly exitCode: number
  /** Folder of the report. */
  readonly folder: string
  /** What is brought there beside the results; `undefined` where everything lies there already. */
  readonly files?: readonly EvidenceFile[]
  /** Nobody has attested it yet. */
  readonly isNew: boolean
}

/** The report of a run, to be rebuilt where its results lie or in another folder. @throws ConfigError where evidence is missing. */
export function rebuilt({ results, file, folder: source }: KeptResults, folder: string): ReadyReport {
  const { exitCode } = concludeAgain(results)
  const ready = { results, exitCode, folder, isNew: false }
  const evidence = findEvidence(results.checks, () => source)
  if (isSame(folder, source) && basename(file) === resultsFile) return ready
  const attestation = join(source, attestationFile)
  const attested = existsSync(attestation) ? [{ from: attestation, to: attestationFile }] : []
  return { ...ready, files: [...evidence, ...attested] }
}

/** The report of a run in shards. @throws ConfigError where they do not belong together, or evidence is missing. */
export function merged(group: readonly KeptShard[], folder: string): ReadyReport {
  const taken = group.find((one) => isSame(one.folder, folder))
  if (taken)
    throw new ConfigError(
      `--out ${folder} is the folder of shard ${taken.results.run.shard}: name another, so that the shard is kept.`,
    )
  const { results, exitCode, ownerOf } = mergeShards(group)
  const files = findEvidence(results.checks, (check) => ownerOf(check).folder)
  return { results, exitCode, folder, files, isNew: true }
}

/** Writes results, evidence and every view. An attestation stays as it is, unless there is a key to sign a new one. */
export async function writeReport({ results, folder, files, isNew }: ReadyReport, key?: KeyObject): Promise<void> {
  makeOut(folder)
  const unlock = lockOut(folder)
  try {
    if (files) {
      const targets = results.targets.map(({ name, roles }) => ({ name, roles: roles.map(({ role }) => role) }))
      forgetEarlierRun({ out: folder, targets })
      for (const { from, to } of files) copyWhole(from, join(folder, to))
      keepResults(folder, results)
    }
    await writeReports(folder)
    if (isNew || key) attest(folder, key)
  } finally {
    unlock()
  }
}

/** Whether two paths are one place. */
export const isSame = (one: string, other: string): boolean =>
  [one, other].every((path) => existsSync(path)) && realpathSync(one) === realpathSync(other)
