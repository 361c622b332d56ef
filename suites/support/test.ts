import { test as base } from '@playwright/test'
import { annotate, type Coverage, coverageOf, describeCheck } from '../../harness/check/coverage.js'
import { type RunningCheck, runCheck } from '../../harness/check/running-check.js'
import type { Client, Judge, Lab, TargetUnderTest } from '../../harness/check/types.js'
import { type OpenWorld, openWorld } from '../../harness/run/open-world.js'
import { type RunFile, readRun } from '../../harness/run/run-file.js'
import { select } from '../../harness/run/selection.js'
import type { Role } from '../../requirements/types.js'

/** What a check is handed. */
export interface Fixtures {
  readonly client: Client
  readonly judge: Judge
  readonly lab: Lab
  readonly target: TargetUnderTest
}

/** Which target and role a Playwright project is for. */
export interface Assignment {
  readonly target: string
  readonly role: Role
}

interface Shared {
  readonly assignment: Assignment
  readonly session: { readonly run: RunFile; readonly world: OpenWorld }
}

/** Annotations that carry what a check covers into reporters and results. */
export const covers = (coverage: Coverage) => ({ annotation: [annotate(coverage)] })

/**
 * Playwright's `test` with Assay's fixtures. The verdict of each check is computed from what its fixtures recorded.
 * Every fixture is boxed: a step in the runner costs a stack trace each.
 */
export const test = base.extend<Fixtures & { readonly check: RunningCheck }, Shared>({
  assignment: [undefined as unknown as Assignment, { option: true, scope: 'worker' }],
  session: [
    async ({ assignment }, use) => {
      // Mapping every stack trace that the runner takes to its sources costs a quarter of a worker's time.
      Error.prepareStackTrace = undefined as unknown as typeof Error.prepareStackTrace
      const run = readRun()
      const target = run.targets.find(({ name }) => name === assignment.target)
      if (!target) throw new Error(`The run knows no target "${assignment.target}".`)
      const world = await openWorld(run, target, assignment.role)
      await use({ run, world })
      await world.close()
    },
    { scope: 'worker', box: 'self' },
  ],
  check: [
    async ({ session: { run, world } }, use, info) => {
      const coverage = coverageOf(info)
      const description = describeCheck(coverage, info.title)
      const selected = select(description, coverage, world.target.role, run)
      if (!selected.run) return info.skip(true, selected.reason)
      await runCheck({ run, world, coverage, description, info }, use)
    },
    { auto: true, box: 'self' },
  ],
  client: [async ({ check }, use) => use(check.client), { box: 'self' }],
  judge: [async ({ check }, use) => use(check.judge), { box: 'self' }],
  lab: [async ({ check }, use) => use(check.lab), { box: 'self' }],
  target: [async ({ check }, use) => use(check.target), { box: 'self' }],
})
