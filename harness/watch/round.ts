import { randomInt } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../contracts/errors.js'
import type { PlannedCheck } from '../contracts/plan.js'
import type { CheckResult } from '../contracts/results.js'
import type { RunFile, RunTarget } from '../contracts/run.js'
import { allSound, unlessAborted } from '../run/cancel.js'
import { type Ending, endAll, engage } from '../run/engage.js'
import { writeOrder, writeRun } from '../run/run-file.js'
import { logsIn } from '../run/selection.js'
import { lookAt, orderOf } from '../run/session.js'
import { runAll } from '../runner/lanes.js'
import { mostChecks } from '../runner/own-runner.js'
import { filesOf, jobsOf, planOf } from '../runner/planning.js'
import { createSchedule } from '../runner/schedule.js'
import { workplaceHere } from '../runner/workplace-here.js'
import { type Keeping, keepingFor } from './keeping.js'
import type { Warm } from './warm.js'

/** What a round tells while it goes on. */
export interface Hears {
  /** The targets stand, and preflight went well, so many milliseconds after the round began. */
  ready(ms: number): void
  /** A check has its verdict. */
  judged(result: CheckResult): void
  /** Its evidence can be read now. */
  kept(results: readonly CheckResult[]): void
  /** One sentence for the user, in the middle of it all. */
  complain(message: string): void
}

/** How a round ended. */
export interface RoundEnd {
  /** Why nothing was judged: something that the user can mend. */
  readonly problem?: string
  /** It was given up. */
  readonly interrupted: boolean
}

/** A whole round goes the way of a whole run: in the guises that are shared out among its checks. */
const isWhole = (ids: ReadonlySet<string>): boolean => ids.size > mostChecks

/**
 * Carries checks out as `certify --only` does on a fresh lab: launched targets are started anew, and lab, seed and
 * breaker remember nothing of an earlier round.
 * @param ids Checks by their ids.
 * @param stop Gives the round up.
 */
export async function playRound(
  warm: Warm,
  ids: ReadonlySet<string>,
  stop: AbortController,
  hears: Hears,
): Promise<RoundEnd> {
  const began = performance.now()
  // A target that does not start gives up the others, and not the round.
  const setUp = new AbortController()
  for (const { signal } of [stop, setUp]) setMaxListeners(0, signal)
  stop.signal.addEventListener('abort', () => setUp.abort(stop.signal.reason), { once: true })
  await warm.forget()
  const folder = mkdtempSync(join(warm.folder, 'round-'))
  const endings: Ending[] = [() => rmSync(folder, { recursive: true, force: true })]
  const chosen = warm.list.filter(({ check, selected }) => selected.run && ids.has(check.id))
  const order = orderOf(
    {
      ...warm.options,
      only: isWhole(ids) ? warm.options.only : [...ids],
      logins: chosen.some(({ check }) => logsIn(check)),
      seed: randomInt(2 ** 31),
      out: join(folder, 'out'),
    },
    folder,
  )
  try {
    stop.signal.throwIfAborted()
    writeOrder(order)
    const { complain } = hears
    const engaged = await engage(warm.stage, order, { stop: setUp, target: warm.targets, round: endings, complain })
    const targets = await allSound(engaged.run.targets, (target) =>
      unlessAborted(
        setUp.signal,
        engaged.withHelp(target, look(warm, engaged.run, target, { anew: isWhole(ids), complain })),
      ),
    )
    const run = { ...engaged.run, targets }
    writeRun(run)
    engaged.begin()
    hears.ready(performance.now() - began)
    const plan = planOf(warm.list, order).filter(({ check, selected }) => selected.run && ids.has(check.id))
    const keeping = keepingFor(warm, run, hears)
    await carryOut(warm, run, plan, stop.signal, keeping)
    keeping.flush()
    await keeping.tellPrinted()
    return { interrupted: stop.signal.aborted }
  } catch (error) {
    if (stop.signal.aborted) return { interrupted: true }
    if (error instanceof ConfigError) return { interrupted: false, problem: error.message }
    throw error
  } finally {
    await endAll(endings)
  }
}

/** A target that preflight has looked at is looked at briefly, but for a whole round. */
async function look(
  warm: Warm,
  run: RunFile,
  target: RunTarget,
  { anew, complain }: { readonly anew: boolean } & Pick<Hears, 'complain'>,
): Promise<RunTarget> {
  const before = warm.learned.get(target.name)
  const isKnown = before !== undefined && !anew && (before.logins || !run.logins) && before.target.blocked === undefined
  const seen = await lookAt(
    run,
    { ...target, ...(isKnown && learnedOf(before.target)) },
    { browser: warm.browser, complain, isKnown },
  )
  warm.learned.set(target.name, { target: seen, logins: run.logins || (isKnown && before.logins) })
  return seen
}

/** What of a target preflight has learned. */
const learnedOf = (target: RunTarget) => {
  const { clockOffsetMs, oneLiveToken, locksOut, wantsForwarded, pagesEachLogin, plainLogins } = target
  const { pagesSeen, personalPage, consumerLateMs } = target
  return {
    ...(clockOffsetMs !== undefined && { clockOffsetMs }),
    ...(oneLiveToken && { oneLiveToken }),
    ...(locksOut && { locksOut }),
    ...(wantsForwarded && { wantsForwarded }),
    ...(pagesEachLogin && { pagesEachLogin }),
    ...(plainLogins && { plainLogins }),
    ...(pagesSeen && { pagesSeen }),
    ...(personalPage !== undefined && { personalPage }),
    ...(consumerLateMs !== undefined && { consumerLateMs }),
  }
}

async function carryOut(
  warm: Warm,
  run: RunFile,
  plan: readonly PlannedCheck[],
  signal: AbortSignal,
  keeping: Keeping,
): Promise<void> {
  const workplace = await workplaceHere(run, filesOf(warm.list, plan), warm.browser)
  const schedule = createSchedule(jobsOf(plan, warm.list), run.workers, false)
  const signals = {
    get interrupted() {
      return signal.aborted
    },
    onSignal: (react: (count: number) => void) => signal.addEventListener('abort', () => react(1), { once: true }),
  }
  await runAll(schedule, [workplace], signals, (planned, problem) => {
    // What was cut short says nothing, and its last verdict stands.
    if (!signal.aborted) keeping.judged({ ...planned, ...(problem && { problem: problem.message }) })
  })
}
