import { availableParallelism } from 'node:os'
import { HarnessError } from '../contracts/errors.js'
import type { PlannedCheck } from '../contracts/plan.js'
import type { RunOrder } from '../contracts/run.js'
import { withGuises } from '../run/guises.js'
import { planFile, writeEnd, writePlan } from '../run/plan.js'
import { readOrder, readRun } from '../run/run-file.js'
import { asked } from '../run/selection.js'
import { share } from '../run/shards/shard.js'
import type { ListedCheck } from './kept-list.js'
import { type Progress, progress } from './progress.js'
import { createSchedule, type Job, type Schedule } from './schedule.js'
import type { Signals } from './signals.js'
import type { Lane, ProgressPlace, Runner, Workplace } from './types.js'
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
      const complete = await runAll(schedule, workplaces, signals, shown)
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

function filesOf(list: readonly ListedCheck[], plan: readonly PlannedCheck[]): readonly string[] {
  const wanted = new Set(plan.filter(({ selected }) => selected.run).map(({ check }) => check.id))
  return [...new Set(list.filter(({ check }) => wanted.has(check.id)).map(({ file }) => file))]
}

/** What of the suite runs at the targets, role by role. */
function planOf(list: readonly ListedCheck[], order: RunOrder): readonly PlannedCheck[] {
  const plan = order.targets.flatMap(({ name, roles }) =>
    roles.flatMap((role) =>
      list
        .filter((listed) => listed.role === role)
        .map(({ check, selected }) => ({
          target: name,
          role,
          check,
          selected: selected.run ? asked(check, order) : selected,
        })),
    ),
  )
  const weights = new Map(list.map(({ check, weight }) => [check.id, weight]))
  const whole = withGuises(plan, order, (id) => weights.get(id) ?? 0)
  return order.shard ? share(whole, order.shard) : whole
}

function jobsOf(wanted: readonly PlannedCheck[], list: readonly ListedCheck[]): readonly Job[] {
  const timings = new Map(list.map(({ check, timing }) => [check.id, timing]))
  return wanted.map((planned) => {
    const timing = timings.get(planned.check.id)
    if (!timing) throw new HarnessError(`The list of checks does not know ${planned.check.id}.`)
    return { planned, timing }
  })
}

/** @returns whether every check was reached. */
async function runAll(
  schedule: Schedule,
  workplaces: readonly Workplace[],
  signals: Signals,
  shown: Progress,
): Promise<boolean> {
  const lanes = createLanes(workplaces)
  const cutShort = () => {
    schedule.clear()
    lanes.interrupt()
  }
  if (signals.interrupted) cutShort()
  signals.onSignal(cutShort)
  await Promise.race([carryOutAll(schedule, lanes, shown), secondWish(signals)])
  await Promise.race([Promise.all(workplaces.map((workplace) => workplace.close())), secondWish(signals)])
  return !signals.interrupted
}

/** Settles when the user wishes to stop for the second time: then nothing is tidied up any more. */
const secondWish = (signals: Signals): Promise<void> =>
  new Promise((resolve) => signals.onSignal((count) => count > 1 && resolve()))

/** Begins each check as soon as it may, until none is left or under way. */
function carryOutAll(schedule: Schedule, lanes: Lanes, shown: Progress): Promise<void> {
  let underWay = 0
  return new Promise((resolve) => {
    const begin = (): void => {
      for (let job = schedule.next(); job !== undefined; job = schedule.next()) {
        underWay += 1
        void carryOut(job)
      }
      if (underWay === 0) resolve()
    }
    const carryOut = async (job: Job): Promise<void> => {
      const problem = await lanes.carryOut(job.planned)
      if (problem !== undefined) job.planned.problem = problem.message
      shown.step(problem === undefined ? 'passed' : 'failed')
      schedule.over(job)
      underWay -= 1
      begin()
    }
    begin()
  })
}

interface Lanes {
  carryOut(planned: PlannedCheck): Promise<Error | undefined>
  /** Ends the checks that run. */
  interrupt(): void
}

/** Lanes as many as are needed, dealt out to the workplaces in turn; each stays with a target and role, whose world it has opened. */
function createLanes(workplaces: readonly Workplace[]): Lanes {
  const idle = new Map<string, Lane[]>()
  const all: Lane[] = []
  const open = (): Lane => {
    const workplace = workplaces[all.length % workplaces.length]
    if (!workplace) throw new HarnessError('There is no place for checks.')
    const lane = workplace.openLane()
    all.push(lane)
    return lane
  }
  return {
    async carryOut(planned) {
      const key = JSON.stringify([planned.target, planned.role])
      const own = idle.get(key) ?? []
      idle.set(key, own)
      const lane = own.pop() ?? open()
      const problem = await lane.carryOut(planned)
      own.push(lane)
      return problem
    },
    interrupt: () => {
      for (const lane of all) lane.interrupt()
    },
  }
}
