import { _baseTest as base } from '@playwright/test'
import { boundMs, coverageOf, describeCheck } from '../../harness/check/coverage.js'
import type { CheckBody, Register } from '../../harness/check/registry.js'
import { runCheck } from '../../harness/check/running-check.js'
import type { RunningCheck } from '../../harness/check/tools.js'
import type { RunFile } from '../../harness/contracts/run.js'
import { guisesOf } from '../../harness/run/guises.js'
import { type OpenWorld, openWorld } from '../../harness/run/open-world.js'
import { readPlan } from '../../harness/run/plan.js'
import { awaitRun } from '../../harness/run/run-file.js'
import { select } from '../../harness/run/selection.js'
import type { Role } from '../../requirements/types.js'

/** Which target and role a Playwright project is for. */
export interface Assignment {
  readonly target: string
  readonly role: Role
}

interface Shared {
  readonly assignment: Assignment
  readonly session: { readonly run: RunFile; readonly world: OpenWorld }
}

/**
 * Playwright's `test` with Assay's fixtures alone. The verdict of each check is computed from what its fixtures
 * recorded. A step in the runner costs a stack trace: so every fixture is boxed, and the base lacks the thirty of a
 * browser.
 */
const extended = base.extend<{ readonly check: RunningCheck }, Shared>({
  assignment: [undefined as unknown as Assignment, { option: true, scope: 'worker' }],
  session: [
    async ({ assignment }, use) => {
      // Mapping every stack trace that the runner takes to its sources costs a quarter of a worker's time.
      Error.prepareStackTrace = undefined as unknown as typeof Error.prepareStackTrace
      const run = await awaitRun()
      const target = run.targets.find(({ name }) => name === assignment.target)
      if (!target) throw new Error(`The run knows no target "${assignment.target}".`)
      const world = await openWorld(run, target, assignment.role)
      await use({ run, world })
      await world.close()
    },
    // Unbounded, since it waits for the set-up, in which each step has a bound of its own.
    { scope: 'worker', box: 'self', timeout: 0 },
  ],
  check: [
    async ({ session: { run, world } }, use, info) => {
      const coverage = coverageOf(info)
      const description = describeCheck(coverage, info.title, world.target.role)
      const selected = select(description, coverage, world.target.role, run)
      if (!selected.run) return info.skip(true, selected.reason)
      // A login that needs pages takes many times as long as a token request, and may be put off.
      info.setTimeout((world.codes || world.login ? 5 : 1) * boundMs(coverage))
      const planned = readPlan(run.folder).find(
        ({ target, role, check }) =>
          target === world.target.name && role === world.target.role && check.id === coverage.id,
      )
      const guises = planned ? guisesOf(planned, run) : []
      const again: CheckBody = (tools) => bodies.get(coverage.id)?.(tools)
      await runCheck({ run, world, coverage, description, info, guises, again }, use)
    },
    { auto: true, box: 'self' },
  ],
})

/** What each check of this worker does, by its id: a fixture does not see the body that it serves. */
const bodies = new Map<string, CheckBody>()

/** Registers a check with Playwright. */
export const playwrightTest: Register = (title, details, body) => {
  bodies.set(coverageOf({ title, annotations: details.annotation }).id, body)
  extended(title, details, async ({ check }) => body(check))
}
