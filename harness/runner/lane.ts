import type { LazyBrowser } from '../browser/lazy.js'
import { boundMs } from '../check/coverage.js'
import { type CheckBody, currentAttempt } from '../check/registry.js'
import { runCheck } from '../check/running-check.js'
import { HarnessError } from '../contracts/errors.js'
import type { PlannedCheck } from '../contracts/plan.js'
import type { RunFile } from '../contracts/run.js'
import { guisesOf } from '../run/guises.js'
import { type OpenWorld, openWorld } from '../run/open-world.js'
import { type OwnAttempt, openAttempt } from './attempt.js'
import type { FiledCheck } from './suite-files.js'
import type { Lane } from './types.js'

/** What lanes of one process share. */
export interface LaneTools {
  readonly run: RunFile
  readonly browser: LazyBrowser
  /** The checks that this process has loaded, by their ids. */
  readonly checks: ReadonlyMap<string, FiledCheck>
}

/** A lane in this process that is not at work yet. */
export function laneHere({ run, browser, checks }: LaneTools): Lane {
  const worlds = new Map<string, Promise<OpenWorld>>()
  let current: OwnAttempt | undefined
  const worldOf = ({ target: name, role }: PlannedCheck): Promise<OpenWorld> => {
    const target = run.targets.find((one) => one.name === name)
    if (!target) throw new HarnessError(`The run knows no target "${name}".`)
    const key = JSON.stringify([name, role])
    const world = worlds.get(key) ?? openWorld(run, target, role, browser)
    worlds.set(key, world)
    return world
  }
  const checkOf = ({ check: { id } }: PlannedCheck): FiledCheck => {
    const check = checks.get(id)
    if (!check) throw new HarnessError(`The list of checks knows ${id}, and no file of the suites does.`)
    return check
  }
  return {
    async carryOut(planned) {
      try {
        const { coverage, body } = checkOf(planned)
        const timeoutMs = boundMs(coverage)
        const world = await worldOf(planned)
        // A login that needs pages takes many times as long as a token request, and may be put off.
        const attempt = openAttempt(world.codes || world.login ? 5 * timeoutMs : timeoutMs)
        current = attempt
        const again: CheckBody = (tools) => currentAttempt.run(attempt, () => body(tools))
        const guises = guisesOf(planned, run)
        const check = { run, world, coverage, description: planned.check, info: attempt.info, guises, again }
        const work = runCheck(check, (tools) => attempt.carryOut(() => again(tools))).then(() => true)
        try {
          if (!(await attempt.orGivenUp(work))) return new Error('The runner ended the check for taking too long.')
          const [error] = attempt.info.errors
          return error && new Error(error.message)
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
