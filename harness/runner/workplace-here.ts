import { type LazyBrowser, lazyBrowser } from '../browser/lazy.js'
import type { RunFile } from '../contracts/run.js'
import { laneHere } from './lane.js'
import { watchStrayErrors } from './stray-errors.js'
import { loadChecks } from './suite-files.js'
import type { Lane, Workplace } from './types.js'

/**
 * This process as a place for lanes.
 * @param files Files of checks, below `suites`.
 * @param shared A browser that stays when it is closed; one of its own by default.
 */
export async function workplaceHere(run: RunFile, files: readonly string[], shared?: LazyBrowser): Promise<Workplace> {
  const checks = new Map((await loadChecks(files)).map((check) => [check.coverage.id, check]))
  const browser = shared ?? lazyBrowser()
  const stray = watchStrayErrors()
  const lanes: Lane[] = []
  return {
    openLane() {
      const lane = laneHere({ run, browser, checks })
      lanes.push(lane)
      return { ...lane, carryOut: async (planned) => stray.ofHarness() ?? (await lane.carryOut(planned)) }
    },
    async close() {
      stray.close()
      await Promise.all(lanes.map((lane) => lane.close()))
      if (!shared) await browser.close()
    },
  }
}
