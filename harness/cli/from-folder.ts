import type { RunFile } from '../contracts/run.js'
import { secretsOf } from '../evidence/leaks/secrets.js'
import { outagesOf } from '../run/outages.js'
import type { Publishing } from './publish.js'

/** What a report takes from the run's folder. */
export function fromFolder(run: RunFile): Pick<Publishing, 'secrets' | 'outages'> {
  const secrets = secretsOf(run)
  return { secrets, outages: outagesOf(run, secrets) }
}

let kept: ReturnType<typeof fromFolder> = { secrets: [] }

/** Keeps that in memory: without `assay certify` the folder is gone before the report is written, by the same process. */
export const keepFromFolder = (run: RunFile): void => {
  kept = fromFolder(run)
}

/** What was kept. */
export const keptFromFolder = (): typeof kept => kept
