import { HarnessError } from '../contracts/errors.js'
import type { PlannedCheck } from '../contracts/plan.js'
import type { Job, Schedule } from './schedule.js'
import type { Signals } from './signals.js'
import type { Lane, Workplace } from './types.js'

/** A check has come to its end, in good order or by a problem. */
export type Over = (planned: PlannedCheck, problem: Error | undefined) => void

/**
 * Carries out all checks of a schedule, and closes the workplaces.
 * @returns whether every check was reached.
 * @throws what `over` throws: then no further check begins.
 */
export async function runAll(
  schedule: Schedule,
  workplaces: readonly Workplace[],
  signals: Pick<Signals, 'interrupted' | 'onSignal'>,
  over: Over,
): Promise<boolean> {
  const lanes = createLanes(workplaces)
  const cutShort = () => {
    schedule.clear()
    lanes.interrupt()
  }
  if (signals.interrupted) cutShort()
  signals.onSignal(cutShort)
  try {
    await Promise.race([carryOutAll(schedule, lanes, over), secondWish(signals)])
  } catch (error) {
    cutShort()
    throw error
  } finally {
    await Promise.race([Promise.all(workplaces.map((workplace) => workplace.close())), secondWish(signals)])
  }
  return !signals.interrupted
}

/** Settles when the user wishes to stop for the second time: then nothing is tidied up any more. */
const secondWish = (signals: Pick<Signals, 'onSignal'>): Promise<void> =>
  new Promise((resolve) => signals.onSignal((count) => count > 1 && resolve()))

/** Begins each check as soon as it may, until none is left or under way. */
function carryOutAll(schedule: Schedule, lanes: Lanes, over: Over): Promise<void> {
  let underWay = 0
  return new Promise((resolve, reject) => {
    const begin = (): void => {
      for (let job = schedule.next(); job !== undefined; job = schedule.next()) {
        underWay += 1
        carryOut(job).catch(reject)
      }
      if (underWay === 0) resolve()
    }
    const carryOut = async (job: Job): Promise<void> => {
      const problem = await lanes.carryOut(job.planned)
      over(job.planned, problem)
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
