import { availableParallelism } from 'node:os'
import { HarnessError } from '../contracts/errors.js'
import type { PlannedCheck } from '../contracts/plan.js'
import type { RunOrder } from '../contracts/run.js'
import { planFile, writeEnd, writePlan } from '../run/plan.js'
import { readOrder, readRun } from '../run/run-file.js'
import type { ListedCheck } from './kept-list.js'
import { runAll } from './lanes.js'
import { filesOf, jobsOf, planOf } from './planning.js'
import { progress } from './progress.js'
import { createSchedule } from './schedule.js'
import type { ProgressPlace, Runner, Workplace } from './types.js'
import { workplaceApart } from './workplace-apart.js'
import { workplaceHere } from './workplace-here.js'

/** Checks at most that are carried out in the process of the command: more are worth a process of their own. */
export const mostChecks = 64

/** How the runner is to go about it. */
export interface Manner {
  /** Carries the checks out in this very process, where another would take longer to start than they take. */
  readonly here: boolean
  /** As many at a time as the run names, and no more. */
  readonly strict: boolean
  readonly place: ProgressPlace
}

/**
 * Runs checks without Playwright. What a check is, and what follows from it, is the same: `runCheck`.
 * @param list Every check of the suite.
 */
export function createOwnRunner(list: readonly ListedCheck[], { here, strict, place }: Manner): Runner {
  let started: Started | undefined
  return {
    start() {
      const order = readOrder()
      const plan = planOf(list, order)
      writePlan(planFile(order.folder), plan)
      started = { order, plan, apart: here ? [] : apart(filesOf(list, plan)) }
    },
    async finish(signals) {
      if (!started) throw new HarnessError('The runner was never started.')
      const { order, plan } = started
      const wanted = plan.filter(({ selected }) => selected.run)
      const workplaces = here ? [await workplaceHere(readRun(), filesOf(list, plan))] : started.apart
      const shown = progress(wanted.length, outputs[place])
      const schedule = createSchedule(jobsOf(wanted, list), order.workers, strict)
      const complete = await runAll(schedule, workplaces, signals, (planned, problem) => {
        if (problem !== undefined) planned.problem = problem.message
        shown.step(problem === undefined ? 'passed' : 'failed')
      })
      shown.end()
      writePlan(planFile(order.folder), plan)
      writeEnd(order.folder, { complete })
      return ''
    },
    end: async () => void (await Promise.all((started?.apart ?? []).map((workplace) => workplace.close()))),
  }
}

interface Started {
  readonly order: RunOrder
  readonly plan: readonly PlannedCheck[]
  /** The processes of lanes. */
  readonly apart: readonly Workplace[]
}

/** One process of lanes for two cores: lab and targets take the other one. */
const apart = (files: readonly string[]): readonly Workplace[] =>
  Array.from({ length: Math.max(1, Math.floor(availableParallelism() / 2)) }, () => workplaceApart(files))

/** Where progress is shown. */
const outputs = {
  stdout: process.stdout,
  stderr: process.stderr,
  nowhere: { isTTY: false, write: () => true },
}
