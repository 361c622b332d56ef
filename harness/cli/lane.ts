import type { Role } from '../../requirements/types.js'
import type { LazyBrowser } from '../browser/lazy.js'
import { currentAttempt } from '../check/registry.js'
import { runCheck } from '../check/running-check.js'
import { HarnessError } from '../errors.js'
import { type OpenWorld, openWorld } from '../run/open-world.js'
import type { PlannedCheck } from '../run/plan.js'
import type { RunFile } from '../run/run-file.js'
import { type OwnAttempt, openAttempt } from './attempt.js'
import type { FiledCheck } from './suite-files.js'

/** Bound of one check, milliseconds; Playwright's is the same (`playwright.config.ts`). */
export const checkMs = 120_000

/** One check to be run. */
export interface Job {
  readonly planned: PlannedCheck
  readonly check: FiledCheck
}

/** Runs one check at a time, as a worker of Playwright does: with a client of the lab, and so a lease, of its own. */
export interface Lane {
  /** @returns what the check came to where it is no pass, or where it left nothing. */
  carryOut(job: Job): Promise<Error | undefined>
  /** Ends the check that runs. */
  interrupt(): void
  close(): Promise<void>
}

/** A lane that is not at work yet. */
export function openLane(run: RunFile, browser: LazyBrowser): Lane {
  const worlds = new Map<Role, Promise<OpenWorld>>()
  let current: OwnAttempt | undefined
  const worldOf = (role: Role): Promise<OpenWorld> => {
    const target = run.targets[0]
    if (!target) throw new HarnessError('The run has no target.')
    const world = worlds.get(role) ?? openWorld(run, target, role, browser)
    worlds.set(role, world)
    return world
  }
  return {
    async carryOut({ planned, check }) {
      try {
        const world = await worldOf(planned.role)
        const { coverage, body, timeoutMs = checkMs } = check
        // A login that needs pages takes many times as long as a token request, and may be put off.
        const attempt = openAttempt(world.codes || world.login ? 5 * timeoutMs : timeoutMs)
        current = attempt
        const work = runCheck({ run, world, coverage, description: planned.check, info: attempt.info }, (tools) =>
          attempt.carryOut(() => currentAttempt.run(attempt, () => body(tools))),
        ).then(() => true)
        try {
          if (await attempt.orGivenUp(work)) return undefined
          return new Error('The runner ended the check for taking too long.')
        } finally {
          attempt.close()
        }
      } catch (error) {
        return error instanceof Error ? error : new Error(String(error))
      }
    },
    interrupt: () => current?.interrupt(),
    close: async () => void (await Promise.all([...worlds.values()].map(async (world) => (await world).close()))),
  }
}
