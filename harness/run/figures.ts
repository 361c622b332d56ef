import { existsSync, readFileSync } from 'node:fs'
import type { Role } from '../../requirements/types.js'
import type { Traffic } from '../contracts/evidence.js'
import type { KeptResults } from '../evidence/read-results.js'
import { readEvidence } from '../evidence/store.js'
import { packageFile } from './version.js'

/** What one check did at the reference of a role, in all guises of a standard run; `ms` is how long it took. */
export interface CheckFigures extends Traffic {
  readonly ms: number
}

/** What was recorded against the references when a version was released. */
export interface Figures {
  readonly version: string
  /** `2026-11-26` */
  readonly recorded: string
  /** Checks that took their time beside each other: milliseconds of all checks for one of the run. */
  readonly atOnce: number
  readonly checks: Readonly<Partial<Record<Role, Readonly<Record<string, CheckFigures>>>>>
}

/** `npm run figures` writes it, and the release ships it; a clone has none. */
export const figuresFile = packageFile('figures.json')

/** The figures that belong to this build, if there are any. */
export const readFigures = (): Figures | undefined =>
  existsSync(figuresFile) ? (JSON.parse(readFileSync(figuresFile, 'utf8')) as Figures) : undefined

/**
 * The figures of runs at references, one role each.
 * @param day On which they were recorded, such as `2026-11-26`.
 */
export function figuresOf(runs: readonly KeptResults[], version: string, day: string): Figures {
  const checks: { [R in Role]?: Record<string, CheckFigures> } = {}
  let ms = 0
  for (const { results, folder } of runs)
    for (const { id, role, durationMs, evidence } of results.checks) {
      const traffic = evidence === undefined ? undefined : readEvidence(folder, evidence)?.traffic
      if (!traffic) continue
      ms += durationMs
      const own = checks[role as Role] ?? {}
      checks[role as Role] = own
      own[id] = { ...traffic, ms: durationMs }
    }
  const whole = runs.reduce((sum, { results }) => sum + results.run.durationMs, 0)
  return { version, recorded: day, atOnce: Math.max(1, Math.round((10 * ms) / Math.max(1, whole)) / 10), checks }
}
