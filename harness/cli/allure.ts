import { cpSync, existsSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { ConfigError } from '../errors.js'
import { allureFolder } from '../evidence/files.js'
import type { RunFile, RunOrder } from '../run/run-file.js'

/** Environment variable that names Allure's reporter to the runner. */
const allureVariable = 'ASSAY_ALLURE'

/**
 * Lets the runner write results for Allure too, with the user's own `allure-playwright`.
 * @throws ConfigError where that is not installed.
 */
export function useAllure(): void {
  process.env[allureVariable] = findAllure()
  process.stderr.write(
    `assay: Allure results go to ${allureFolder}; mind that the pages which Allure makes of them call out to servers of others.\n`,
  )
}

function findAllure(): string {
  for (const place of [join(process.cwd(), 'package.json'), import.meta.url])
    try {
      return createRequire(place).resolve('allure-playwright')
    } catch {
      // Perhaps in the other place.
    }
  throw new ConfigError(
    '--allure needs the package allure-playwright, which Assay does not bring along: run `npm install --save-dev allure-playwright`.',
  )
}

const resultsIn = ({ folder }: Pick<RunOrder, 'folder'>): string => join(folder, allureFolder)

/** Allure's reporter with its options, where the run is to have one. It writes to the folder of the run at first. */
export function allureReporter(order: Pick<RunOrder, 'folder'>): readonly [string, object][] {
  const reporter = process.env[allureVariable]
  return reporter === undefined ? [] : [[reporter, { resultsDir: resultsIn(order) }]]
}

/** Takes what Allure's reporter wrote to the report folder. */
export function takeAllureResults(run: RunFile): void {
  if (!existsSync(resultsIn(run))) return
  rmSync(join(run.out, allureFolder), { recursive: true, force: true })
  cpSync(resultsIn(run), join(run.out, allureFolder), { recursive: true })
}
