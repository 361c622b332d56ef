import { existsSync, readFileSync } from 'node:fs'
import type { Role } from '../../requirements/types.js'
import { writeWhole } from '../evidence/store.js'
import type { CheckDescription } from '../evidence/types.js'
import type { Selected } from './selection.js'

/** One check of the suite for one role. */
export interface SuiteCheck {
  readonly role: Role
  readonly check: CheckDescription
  /** Whether it runs there. */
  readonly selected: Selected
}

/** One check as planned for one target and role. */
export interface PlannedCheck extends SuiteCheck {
  readonly target: string
  /** What the runner says went wrong outside the check itself: a time-out, a crashed worker. */
  problem?: string
}

/** Where the plan of a run is kept. */
export const planFile = (runFolder: string): string => `${runFolder}/plan.json`

/** Keeps the plan where it survives a runner that dies. */
export const writePlan = (file: string, plan: readonly PlannedCheck[]): void => writeWhole(file, JSON.stringify(plan))

/** The plan as last written; empty when the runner never got that far. */
export const readPlan = (runFolder: string): readonly PlannedCheck[] =>
  existsSync(planFile(runFolder)) ? (JSON.parse(readFileSync(planFile(runFolder), 'utf8')) as PlannedCheck[]) : []

/** How the runner came to its end, as our reporter tells the owner of the run. */
export interface RunnerEnd {
  /** Every planned check was reached. */
  readonly complete: boolean
}

const endFile = (runFolder: string): string => `${runFolder}/end.json`

/** Tells the owner of the run that the runner came to its end in good order. */
export const writeEnd = (runFolder: string, end: RunnerEnd): void => writeWhole(endFile(runFolder), JSON.stringify(end))

/** How the runner ended; `undefined` when it never got that far. */
export const readEnd = (runFolder: string): RunnerEnd | undefined =>
  existsSync(endFile(runFolder)) ? (JSON.parse(readFileSync(endFile(runFolder), 'utf8')) as RunnerEnd) : undefined
