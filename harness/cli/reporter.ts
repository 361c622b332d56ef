import type {
  FullConfig,
  FullProject,
  FullResult,
  Reporter,
  Suite,
  TestCase,
  TestResult,
} from '@playwright/test/reporter'
import { writeReports } from '../../reports/index.js'
import type { Assignment } from '../../suites/support/test.js'
import { coverageOf, describeCheck } from '../check/coverage.js'
import { promiseTruth } from '../check/runner-mark.js'
import { writeResults } from '../run/finish.js'
import { type PlannedCheck, planFile, writeEnd, writePlan } from '../run/plan.js'
import type { RunEnd } from '../run/results.js'
import { type RunFile, readRun, runVariable } from '../run/run-file.js'
import { select } from '../run/selection.js'
import { complain } from './complain.js'
import { planVariable } from './list-checks.js'
import { type Progress, progress } from './progress.js'

/**
 * Assay's reporter: decides what runs, shows progress, turns expected failures back into failures for every reporter after it, and
 * writes results and reports at the end. It has to stand first in the list.
 */
export default class AssayReporter implements Reporter {
  private readonly plan = new Map<string, PlannedCheck>()
  private progress: Progress | undefined
  private failed = false
  /** Kept from the beginning: alone, the run's folder is gone when the runner comes to its end. */
  private run: RunFile | undefined
  /** `assay certify` started the run and writes its results; alone, that is ours to do. */
  private readonly owned = process.env[runVariable] !== undefined

  constructor() {
    promiseTruth()
  }

  printsToStdio(): boolean {
    return true
  }

  /** Leaves out what the run does not ask for, before anything is started. */
  async preprocess({ suite, testRun }: { suite: Suite; testRun: { exclude(test: TestCase): void } }): Promise<void> {
    const run = currentRun()
    for (const test of suite.allTests()) {
      const planned = plannedCheck(test, run)
      this.plan.set(test.id, planned)
      if (!planned.selected.run) testRun.exclude(test)
    }
  }

  onBegin(_config: FullConfig, suite: Suite): void {
    const listing = process.env[planVariable]
    if (listing !== undefined) writePlan(listing, [...this.plan.values()])
    const run = currentRun()
    if (!run) return
    this.run = run
    try {
      writePlan(planFile(run.folder), [...this.plan.values()])
    } catch (error) {
      // Nothing could be told of what follows; the runner would go on all the same.
      process.exit(complain(error))
    }
    this.progress = progress(suite.allTests().length)
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    // A check that failed on purpose of ours kept its worker alive; from here on it is what it is: a failure.
    if (test.expectedStatus === 'failed') {
      test.expectedStatus = 'passed'
      test.annotations = test.annotations.filter(({ type }) => type !== 'fail')
      result.annotations = result.annotations.filter(({ type }) => type !== 'fail')
    }
    // What the runner notes for whoever mends a page, in a folder that is gone with the run.
    result.attachments = result.attachments.filter(({ name }) => name !== 'error-context')
    if (result.status !== 'passed' && result.status !== 'skipped') this.failed = true
    const planned = this.plan.get(test.id)
    if (planned && result.status === 'timedOut') planned.problem = 'The runner ended the check for taking too long.'
    else if (planned && result.status === 'failed')
      planned.problem = result.error?.message ?? 'The worker of the check ended early.'
    this.progress?.step(result.status)
  }

  async onEnd(result: FullResult): Promise<{ status?: FullResult['status'] } | undefined> {
    this.progress?.end()
    const { run } = this
    const interrupted = result.status === 'interrupted'
    const complete = !interrupted && result.status !== 'timedout'
    if (run && this.owned) {
      writePlan(planFile(run.folder), [...this.plan.values()])
      writeEnd(run.folder, { complete })
    } else if (run && !(await this.finish(run, { complete, interrupted }))) return { status: 'failed' }
    return this.failed && result.status === 'passed' ? { status: 'failed' } : undefined
  }

  /** Writes results and reports; says in one sentence why that was not possible. */
  private async finish(run: RunFile, end: RunEnd): Promise<boolean> {
    try {
      writeResults(run, [...this.plan.values()], end)
      await writeReports(run.out)
      return true
    } catch (error) {
      complain(error)
      return false
    }
  }
}

/** The run that goes on; none while checks are only listed. */
const currentRun = (): RunFile | undefined =>
  process.env[runVariable] === undefined || process.env[planVariable] !== undefined ? undefined : readRun()

function plannedCheck(test: TestCase, run: RunFile | undefined): PlannedCheck {
  const coverage = coverageOf(test)
  const check = describeCheck(coverage, test.title)
  const { assignment } = (test.parent.project() as FullProject).use as unknown as { assignment: Assignment }
  const selected = select(check, coverage, assignment.role, run ?? { profile: 'deep', only: [] })
  return { ...assignment, check, selected }
}
