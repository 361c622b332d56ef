import { join } from 'node:path'
import type { Role } from '../../requirements/types.js'
import type { TargetConfig } from '../contracts/target.js'
import { readOrder, runVariable } from '../run/run-file.js'

/** Environment variable by which `npx playwright test` alone is given a target file. */
export const configVariable = 'ASSAY_CONFIG'

/** Where `npx playwright test` alone puts results and reports. */
export const reportFolder = (): string => join(process.cwd(), 'assay-report')

/** What Playwright has to know before a run is started. */
export interface RunPlan {
  readonly targets: readonly { readonly name: string; readonly roles: readonly Role[] }[]
  /** Folder for the runner's own files. */
  readonly folder: string
  readonly workers?: number
  /** `assay certify` shows progress of its own. */
  readonly quiet: boolean
}

/** The plan of the run that goes on or is being set up, or of the one that `npx playwright test` alone is about to start. */
export async function runPlan(): Promise<RunPlan> {
  if (process.env[runVariable] !== undefined) {
    const { targets, folder, workers } = readOrder()
    return { targets, folder, workers, quiet: true }
  }
  return { targets: await targetsOfEnvironment(), folder: reportFolder(), quiet: false }
}

/**
 * The targets of `ASSAY_CONFIG`, or the references. Loads their readers here, since no worker of `assay certify` needs
 * them.
 */
export const targetsOfEnvironment = async (): Promise<readonly TargetConfig[]> => {
  const file = process.env[configVariable]
  if (file === undefined) return (await import('./references.js')).referenceTargets()
  return (await import('../target/file/target-file.js')).loadTargets(file)
}
