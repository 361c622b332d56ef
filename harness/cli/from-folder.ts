import type { RunFile } from '../contracts/run.js'
import { lazySearch } from '../evidence/leaks/search.js'
import { secretsOf } from '../evidence/leaks/secrets.js'
import { outagesOf } from '../run/outages.js'
import { tellPrinted } from '../run/printed.js'
import type { Publishing } from './publish.js'

/** What a report takes from the run's folder; what launched targets printed goes to the evidence of the checks. */
export async function fromFolder(run: RunFile): Promise<Pick<Publishing, 'secrets' | 'outages'>> {
  const secrets = secretsOf(run)
  const search = lazySearch(() => secrets)
  await tellPrinted(run, search)
  return { secrets, outages: outagesOf(run, search) }
}

let kept: Awaited<ReturnType<typeof fromFolder>> = { secrets: [] }

/** Keeps that in memory: without `assay certify` the folder is gone before the report is written, by the same process. */
export const keepFromFolder = async (run: RunFile): Promise<void> => {
  kept = await fromFolder(run)
}

/** What was kept. */
export const keptFromFolder = (): typeof kept => kept
