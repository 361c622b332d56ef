import type { PlannedCheck } from '../contracts/plan.js'

/** What the order of a check follows from. */
export interface Timing {
  /** Runs alone at its target. */
  readonly exclusive: boolean
  /** Seconds for which it mostly waits. */
  readonly waits: number
  /** Judges what the target has sent since the run began. */
  readonly last: boolean
  /** A target may lock the human of the run, or all that comes from our address, on its account. */
  readonly mayLock: boolean
}

/** A check that is to be run. */
export interface Job {
  readonly planned: PlannedCheck
  readonly timing: Timing
}

/** Hands out the checks of a run, each once. */
export interface Schedule {
  /** A check that can begin now. */
  next(): Job | undefined
  /** A check that was handed out is over. */
  over(job: Job): void
  /** Hands out no more. */
  clear(): void
}

/** The checks of one target. */
interface Line {
  readonly left: Job[]
  readonly atWork: Set<Job>
}

/**
 * Exclusive checks come first, since later they would have to wait for those that wait, but for those on whose account
 * nobody may get in any more; then those that wait, the
 * longest first, some at a time and beside the others; then the rest, as listed; last those that judge what the target
 * has sent since the run began, when most is seen. The targets share the places; the one
 * with the most checks left goes first.
 * @param places Checks at a time.
 * @param strict Counts checks that wait, too: the user asked for so many at a time.
 */
export function createSchedule(jobs: readonly Job[], places: number, strict: boolean): Schedule {
  const lines = linesOf(jobs)
  const takesPlace = ({ timing }: Job): boolean => strict || timing.waits === 0
  const taken = (line: Line): number => [...line.atWork].filter(takesPlace).length
  // It stays the same when others have ended: a target that limits its rate is not hurried towards the end.
  const share = Math.ceil(places / Math.max(lines.length, 1))
  const fits = (line: Line, all: number, job: Job | undefined): job is Job => {
    if (!job) return false
    if (job.timing.exclusive) return line.atWork.size === 0
    if ([...line.atWork].some(({ timing }) => timing.exclusive)) return false
    return !takesPlace(job) || (taken(line) < share && all < places)
  }
  return {
    next() {
      const all = lines.reduce((sum, line) => sum + taken(line), 0)
      const byNeed = [...lines].sort((one, other) => other.left.length - one.left.length)
      for (const line of byNeed) {
        const job = candidates(line).find((one) => fits(line, all, one))
        if (!job) continue
        line.left.splice(line.left.indexOf(job), 1)
        line.atWork.add(job)
        return job
      }
      return undefined
    },
    over: (job) => void lines.find(({ atWork }) => atWork.delete(job)),
    clear: () => {
      for (const { left } of lines) left.length = 0
    },
  }
}

/** Checks that wait side by side while others are left. */
const mostWaiting = 3

/** The first that is left, and the first that does not wait where enough wait already. */
function candidates({ left, atWork }: Line): readonly (Job | undefined)[] {
  const [first] = left
  if (first === undefined || first.timing.exclusive || first.timing.waits === 0) return [first]
  const atOnce = left.find(({ timing }) => timing.waits === 0)
  const waiting = [...atWork].filter(({ timing }) => timing.waits > 0)
  return waiting.length >= mostWaiting && atOnce ? [atOnce] : [first, atOnce]
}

function linesOf(jobs: readonly Job[]): readonly Line[] {
  const lines = new Map<string, Job[]>()
  for (const job of jobs) {
    const { target } = job.planned
    lines.set(target, [...(lines.get(target) ?? []), job])
  }
  return [...lines.values()].map((left) => ({ left: inOrder(left), atWork: new Set() }))
}

const inOrder = (jobs: readonly Job[]): Job[] =>
  [...jobs].sort(
    ({ timing: one }, { timing: other }) =>
      Number(other.exclusive && !other.mayLock) - Number(one.exclusive && !one.mayLock) ||
      Number(one.last) - Number(other.last) ||
      Number(one.mayLock) - Number(other.mayLock) ||
      other.waits - one.waits,
  )
