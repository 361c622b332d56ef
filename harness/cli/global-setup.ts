import { defaultOptions } from '../run/options.js'
import { runVariable } from '../run/run-file.js'
import { complain } from './complain.js'
import { keepFromFolder } from './from-folder.js'
import { reportFolder, targetsOfEnvironment } from './run-plan.js'

/** Starts a run for `npx playwright test` alone and returns what ends it; does nothing where `assay certify` started one. */
export default async function globalSetup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[runVariable] !== undefined) return undefined
  try {
    const { startRun } = await import('../run/session.js')
    const { listChecks, namesOf } = await import('./list-checks.js')
    const checks = namesOf(await listChecks())
    const session = await startRun({ ...defaultOptions(reportFolder(), await targetsOfEnvironment()), checks })
    return async () => {
      await keepFromFolder(session.run)
      await session.close()
    }
  } catch (error) {
    // Everything started is ended; the runner would bury the sentence under its own.
    process.exit(complain(error))
  }
}
