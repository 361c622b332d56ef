import type {
  FullConfig,
  FullProject,
  FullResult,
  Reporter,
  Suite,
  TestCase,
  TestError,
  TestResult,
} from '@playwright/test/reporter'
import type { Assignment } from '../../suites/support/playwright-test.js'
import { coverageOf, describeCheck, weightOf } from '../check/coverage.js'
import { promiseTruth } from '../check/runner-mark.js'
import { HarnessError } from '../contracts/errors.js'
import type { PlannedCheck } from '../contracts/plan.js'
import type { RunFile, RunOrder } from '../contracts/run.js'
import { withGuises } from '../run/guises.js'
import { planFile, writeEnd, writePlan } from '../run/plan.js'
import type { RunEnd } from '../run/results.js'
import { readOrder, readRun, runVariable } from '../run/run-file.js'
import { select } from '../run/selection.js'
import { share } from '../run/shards/shard.js'
import { type Progress, progress } from '../runner/progress.js'
import { complain, exitCodes } from './complain.js'
import { keptFromFolder } from './from-folder.js'

/**
 * Assay's reporter: decides what runs, shows progress, turns expected failures back for every reporter after it, and
 * writes results and reports at the end. It has to stand first in the list.
 */
export default class AssayReporter implements Reporter {
  private readonly plan = new Map<string, PlannedCheck>()
  private progress: Progress | undefined
  private failed = false
  private order: RunOrder | undefined
  /** Alone, the run's folder is gone when the runner comes to its end. */
  private run: RunFile | undefined
  /** `assay certify` started the run and writes its results; alone, that is ours to do. */
  private readonly owned = process.env[runVariable] !== undefined

  constructor() {
    promiseTruth()
    if (this.owned) endWithOwner()
  }

  printsToStdio(): boolean {
    return true
  }

  /** Leaves out what the run does not ask for, before anything is started. */
  async preprocess({ suite, testRun }: { suite: Suite; testRun: { exclude(test: TestCase): void } }): Promise<void> {
    const order = currentOrder()
    const tests = suite.allTests()
    const weights = new Map(tests.map(coverageOf).map((coverage) => [coverage.id, weightOf(coverage)]))
    const planned = tests.map((test) => plannedCheck(test, order))
    const wanted = order ? withGuises(planned, order, (id) => weights.get(id) ?? 0) : planned
    const plan = order?.shard ? share(wanted, order.shard) : wanted
    for (const [index, test] of tests.entries()) {
      const planned = plan[index] as PlannedCheck
      this.plan.set(test.id, planned)
      if (!planned.selected.run) testRun.exclude(test)
    }
  }

  onBegin(_config: FullConfig, suite: Suite): void {
    const order = currentOrder()
    if (!order) return
    this.order = order
    if (!this.owned) this.run = readRun()
    try {
      writePlan(planFile(order.folder), [...this.plan.values()])
    } catch (error) {
      // Nothing that follows could be reported; the runner would go on all the same.
      process.exit(complain(error))
    }
    this.progress = progress(suite.allTests().length)
  }

  /** What belongs to no check, such as a file that cannot be loaded: then nothing is judged, and the reader has to see why. */
  onError(error: TestError): void {
    complain(new HarnessError(error.message ?? error.value ?? 'The runner failed without a word.'))
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    // A check that failed on purpose of ours kept its worker alive; from here on it is what it is: a failure.
    if (test.expectedStatus === 'failed') {
      test.expectedStatus = 'passed'
      test.annotations = test.annotations.filter(({ type }) => type !== 'fail')
      result.annotations = result.annotations.filter(({ type }) => type !== 'fail')
    }
    if (result.status !== 'passed' && result.status !== 'skipped') this.failed = true
    const planned = this.plan.get(test.id)
    if (planned && result.status === 'timedOut') planned.problem = 'The runner ended the check for taking too long.'
    else if (planned && result.status === 'failed')
      planned.problem = result.error?.message ?? 'The worker of the check ended early.'
    this.progress?.step(result.status)
  }

  async onEnd(result: FullResult): Promise<{ status?: FullResult['status'] } | undefined> {
    this.progress?.end()
    const { order, run } = this
    const interrupted = result.status === 'interrupted'
    const complete = !interrupted && result.status !== 'timedout'
    if (order && this.owned) {
      writePlan(planFile(order.folder), [...this.plan.values()])
      writeEnd(order.folder, { complete })
    } else if (run && !(await this.finish(run, { complete, interrupted }))) return { status: 'failed' }
    return this.failed && result.status === 'passed' ? { status: 'failed' } : undefined
  }

  /** Writes results and reports; says in one sentence why that was not possible. @returns whether nothing leaked, too. */
  private async finish(run: RunFile, end: RunEnd): Promise<boolean> {
    try {
      const { publish } = await import('./publish.js')
      const { exitCode } = await publish(run, [...this.plan.values()], end, keptFromFolder())
      return exitCode !== exitCodes.harness
    } catch (error) {
      complain(error)
      return false
    }
  }
}

/** The process that started the runner holds its standard input. When that closes, nobody can end it or set the run up. */
const endWithOwner = (): void => void process.stdin.once('close', () => process.kill(-process.pid, 'SIGKILL')).resume()

/** What the run is to be; none while checks are only listed. */
const currentOrder = (): RunOrder | undefined => (process.env[runVariable] === undefined ? undefined : readOrder())

function plannedCheck(test: TestCase, order: RunOrder | undefined): PlannedCheck {
  const coverage = coverageOf(test)
  const { assignment } = (test.parent.project() as FullProject).use as unknown as { assignment: Assignment }
  const check = describeCheck(coverage, test.title, assignment.role)
  const selected = select(check, coverage, assignment.role, order ?? { profile: 'deep', only: [] })
  return { ...assignment, check, selected }
}
