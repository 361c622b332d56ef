import { join } from 'node:path'
import { defaultOptions } from '../run/options.js'
import { runVariable } from '../run/run-file.js'
import { startRun } from '../run/session.js'
import { targetsOfEnvironment } from './run-plan.js'

/** Starts a run for `npx playwright test` alone and returns what ends it; does nothing where `assay certify` started one. */
export default async function globalSetup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[runVariable] !== undefined) return undefined
  const session = await startRun({
    ...defaultOptions(join(process.cwd(), 'assay-report')),
    targets: await targetsOfEnvironment(),
  })
  return () => session.close()
}
