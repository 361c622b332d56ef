import { existsSync, readFileSync } from 'node:fs'
import type { PlannedCheck, RunnerEnd } from '../contracts/plan.js'
import { writeWhole } from '../evidence/store.js'

/** Where the plan of a run is kept. */
export const planFile = (runFolder: string): string => `${runFolder}/plan.json`

/** Keeps the plan where it survives a runner that dies. */
export const writePlan = (file: string, plan: readonly PlannedCheck[]): void => writeWhole(file, JSON.stringify(plan))

/** The plan as last written; empty when the runner never got that far. */
export const readPlan = (runFolder: string): readonly PlannedCheck[] =>
  existsSync(planFile(runFolder)) ? (JSON.parse(readFileSync(planFile(runFolder), 'utf8')) as PlannedCheck[]) : []

const endFile = (runFolder: string): string => `${runFolder}/end.json`

/** Tells the owner of the run that the runner came to its end in good order. */
export const writeEnd = (runFolder: string, end: RunnerEnd): void => writeWhole(endFile(runFolder), JSON.stringify(end))

/** How the runner ended; `undefined` when it never got that far. */
export const readEnd = (runFolder: string): RunnerEnd | undefined =>
  existsSync(endFile(runFolder)) ? (JSON.parse(readFileSync(endFile(runFolder), 'utf8')) as RunnerEnd) : undefined
