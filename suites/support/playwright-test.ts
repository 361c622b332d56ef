import { _baseTest as base } from '@playwright/test'
import { boundMs, coverageOf, describeCheck } from '../../harness/check/coverage.js'
import { type RunningCheck, runCheck } from '../../harness/check/running-check.js'
import type { RunFile } from '../../harness/contracts/run.js'
import { type OpenWorld, openWorld } from '../../harness/run/open-world.js'
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
export const playwrightTest = base.extend<RunningCheck & { readonly check: RunningCheck }, Shared>({
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
      await runCheck({ run, world, coverage, description, info }, use)
    },
    { auto: true, box: 'self' },
  ],
  client: [async ({ check }, use) => use(check.client), { box: 'self' }],
  judge: [async ({ check }, use) => use(check.judge), { box: 'self' }],
  lab: [async ({ check }, use) => use(check.lab), { box: 'self' }],
  consumer: [async ({ check }, use) => use(check.consumer), { box: 'self' }],
  documents: [async ({ check }, use) => use(check.documents), { box: 'self' }],
  login: [async ({ check }, use) => use(check.login), { box: 'self' }],
  lookups: [async ({ check }, use) => use(check.lookups), { box: 'self' }],
  relyingParty: [async ({ check }, use) => use(check.relyingParty), { box: 'self' }],
  delegation: [async ({ check }, use) => use(check.delegation), { box: 'self' }],
  service: [async ({ check }, use) => use(check.service), { box: 'self' }],
  target: [async ({ check }, use) => use(check.target), { box: 'self' }],
})
