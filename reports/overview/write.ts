import { join } from 'node:path'
import { overviewFile } from '../../harness/evidence/files.js'
import { writeAtomically } from '../atomic.js'
import { overview } from './page.js'
import type { MissingRun, OverviewRun } from './participants.js'

/** Writes `overview.html` into a folder, whole or not at all. @returns its path. */
export async function writeOverview(
  folder: string,
  runs: readonly OverviewRun[],
  missing: readonly MissingRun[],
): Promise<string> {
  const file = join(folder, overviewFile)
  await writeAtomically(file, overview(runs, missing))
  return file
}
