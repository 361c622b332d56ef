import { type LazyBrowser, lazyBrowser } from '../browser/lazy.js'
import { HarnessError } from '../errors.js'
import type { PlannedCheck } from '../run/plan.js'
import { planFile, writeEnd, writePlan } from '../run/plan.js'
import { type RunFile, type RunOrder, readOrder, readRun } from '../run/run-file.js'
import { asked } from '../run/selection.js'
import type { ListedCheck } from './kept-list.js'
import { type Job, type Lane, openLane } from './lane.js'
import { type Progress, progress } from './progress.js'
import type { ProgressPlace, Runner } from './runner.js'
import type { Signals } from './signals.js'
import { type StrayErrors, watchStrayErrors } from './stray-errors.js'
import { type FiledCheck, loadChecks } from './suite-files.js'

/** Checks at most that this runner carries: more are worth processes of their own. */
export const mostChecks = 64

/**
 * Runs a few checks at one target in this very process, where another would take seconds to start. What a check is, and what follows from
 * it, is the same as under Playwright: `runCheck`.
 * @param list Every check of the suite.
 */
export function createOwnRunner(list: readonly ListedCheck[], place: ProgressPlace): Runner {
  let loading: Promise<readonly FiledCheck[]> | undefined
  let order: RunOrder | undefined
  return {
    start() {
      order = readOrder()
      loading = loadChecks(filesOf(list, order))
      // It is awaited once the run is set up.
      loading.catch(() => undefined)
    },
    async finish(signals) {
      if (!order || !loading) throw new HarnessError('The runner was never started.')
      const plan = planOf(list, order)
      writePlan(planFile(order.folder), plan)
      const wanted = plan.filter(({ selected }) => selected.run)
      const shown = progress(wanted.length, outputs[place])
      const complete = await runAll(readRun(), jobsOf(wanted, await loading), signals, shown)
      shown.end()
      writePlan(planFile(order.folder), plan)
      writeEnd(order.folder, { complete })
      return ''
    },
    end: async () => undefined,
  }
}

/** Where progress is shown. */
const outputs = {
  stdout: process.stdout,
  stderr: process.stderr,
  nowhere: { isTTY: false, write: () => true },
}

const filesOf = (list: readonly ListedCheck[], order: RunOrder): readonly string[] => [
  ...new Set(list.filter(({ selected, check }) => selected.run && asked(check, order).run).map(({ file }) => file)),
]

/** What of the suite runs at the target, role by role. */
const planOf = (list: readonly ListedCheck[], order: RunOrder): readonly PlannedCheck[] =>
  order.targets.flatMap(({ name, roles }) =>
    list
      .filter(({ role }) => roles.includes(role))
      .map(({ role, check, selected }) => ({
        target: name,
        role,
        check,
        selected: selected.run ? asked(check, order) : selected,
      })),
  )

function jobsOf(wanted: readonly PlannedCheck[], checks: readonly FiledCheck[]): readonly Job[] {
  const byId = new Map(checks.map((check) => [check.coverage.id, check]))
  return wanted.map((planned) => {
    const check = byId.get(planned.check.id)
    if (!check) throw new HarnessError(`The list of checks knows ${planned.check.id}, and no file of the suites does.`)
    return { planned, check }
  })
}

/** @returns whether every check was reached. */
async function runAll(run: RunFile, jobs: readonly Job[], signals: Signals, shown: Progress): Promise<boolean> {
  const browser = lazyBrowser()
  const waiting = [...jobs]
  const lanes = Array.from({ length: Math.min(run.workers, jobs.length) }, () => openLane(run, browser))
  const stray = watchStrayErrors()
  const cutShort = () => {
    waiting.length = 0
    for (const lane of lanes) lane.interrupt()
  }
  if (signals.interrupted) cutShort()
  signals.onSignal(cutShort)
  try {
    const all = Promise.all(lanes.map((lane) => runLane(lane, { waiting, stray, shown })))
    await Promise.race([all, secondWish(signals)])
    return !signals.interrupted
  } finally {
    stray.close()
    await closeAll(lanes, browser)
  }
}

/** Settles when the user wishes to stop for the second time: then nothing is tidied up any more. */
const secondWish = (signals: Signals): Promise<void> =>
  new Promise((resolve) => signals.onSignal((count) => count > 1 && resolve()))

async function closeAll(lanes: readonly Lane[], browser: LazyBrowser): Promise<void> {
  await Promise.all(lanes.map((lane) => lane.close()))
  await browser.close()
}

interface Shared {
  /** Checks that nobody has begun. */
  readonly waiting: Job[]
  readonly stray: StrayErrors
  readonly shown: Progress
}

async function runLane(lane: Lane, { waiting, stray, shown }: Shared): Promise<void> {
  for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
    const problem = stray.ofHarness() ?? (await lane.carryOut(job))
    if (problem !== undefined) job.planned.problem = problem.message
    shown.step(problem === undefined ? 'passed' : 'failed')
  }
}
