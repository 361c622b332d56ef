import { cpSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RunFile, RunOrder } from '../contracts/run.js'
import { allureFolder } from '../evidence/files.js'

/** Environment variable by which the runner knows that Allure's reporter is wanted. */
const allureVariable = 'ASSAY_ALLURE'

/** Lets the runner write results for Allure too. */
export function useAllure(): void {
  process.env[allureVariable] = '1'
  process.stderr.write(
    `assay: Allure results go to ${allureFolder}; mind that the pages which Allure makes of them call out to servers of others.\n`,
  )
}

const resultsIn = ({ folder }: Pick<RunOrder, 'folder'>): string => join(folder, allureFolder)

/** Allure's reporter with its options, where the run is to have one. It writes to the folder of the run at first. */
export function allureReporter(order: Pick<RunOrder, 'folder'>): readonly [string, object][] {
  if (process.env[allureVariable] === undefined) return []
  return [[fileURLToPath(import.meta.resolve('allure-playwright')), { resultsDir: resultsIn(order) }]]
}

/** Takes what Allure's reporter wrote to the report folder. */
export function takeAllureResults(run: RunFile): void {
  if (!existsSync(resultsIn(run))) return
  rmSync(join(run.out, allureFolder), { recursive: true, force: true })
  cpSync(resultsIn(run), join(run.out, allureFolder), { recursive: true })
}
