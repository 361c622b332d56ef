import { readFileSync, statSync } from 'node:fs'
import { writeWhole } from '../evidence/store.js'
import type { PlannedCheck } from '../run/plan.js'
import { packageFile } from '../run/version.js'

/** A listing as it is kept beside the build that it belongs to. */
interface KeptList {
  /** When that build was made, milliseconds since epoch. */
  readonly built: number
  readonly checks: readonly PlannedCheck[]
}

const file = packageFile('checks.json')

/** When this build was made: the compiler's mark, or in an installed package this file. */
const builtAt = (): number => {
  const mark =
    statSync(packageFile('.tsbuildinfo'), { throwIfNoEntry: false }) ??
    statSync(packageFile('harness/cli/kept-list.js'))
  return mark.mtimeMs
}

/** The listing that was kept for this build; listing anew costs the runner seconds. */
export function keptList(): readonly PlannedCheck[] | undefined {
  try {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as KeptList
    return kept.built === builtAt() ? kept.checks : undefined
  } catch {
    return undefined
  }
}

/** Keeps a listing where the package may be written; elsewhere it is made anew each time. */
export function keepList(checks: readonly PlannedCheck[]): void {
  try {
    writeWhole(file, JSON.stringify({ built: builtAt(), checks } satisfies KeptList))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
  }
}
