import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import type { Assignment } from '../../suites/support/playwright-test.js'
import { usualWorkers } from '../run/options.js'
import { allureReporter } from './allure.js'
import { complain } from './complain.js'
import { type RunPlan, runPlan } from './run-plan.js'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** One Playwright project per target and role. Several go on side by side, each with its share of the workers. */
const projects = (plan: RunPlan, workers: number) => {
  const all = plan.targets.flatMap(({ name, roles }) => roles.map((role) => ({ target: name, role })))
  return all.map(({ target, role }) => ({
    name: `${target} as ${role}`,
    workers: Math.ceil(workers / all.length),
    use: { assignment: { target, role } },
  }))
}

const plan = await runPlan().catch((error: unknown) => process.exit(complain(error)))

const workers = plan.workers ?? usualWorkers(plan.targets)

/**
 * Playwright's configuration. `assay certify` starts the run itself and names it in the environment; `npx playwright
 * test` starts one in the global set-up. `retries` is 0: a resent assertion is a replay.
 */
export default defineConfig<object, { assignment: Assignment }>({
  testDir: here('../../suites'),
  testMatch: '**/*.spec.js',
  outputDir: `${plan.folder}/runner`,
  fullyParallel: true,
  workers,
  retries: 0,
  timeout: 120_000,
  reporter: [[here('./reporter.js')], ...(plan.quiet ? allureReporter(plan) : ([['line']] as [string][]))],
  globalSetup: here('./global-setup.js'),
  projects: projects(plan, workers),
})
