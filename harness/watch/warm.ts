import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type LazyBrowser, lazyBrowser } from '../browser/lazy.js'
import type { PlannedCheck } from '../contracts/plan.js'
import type { RunTarget } from '../contracts/run.js'
import { connectLab } from '../lab/channel/client.js'
import { type Ending, endAll } from '../run/engage.js'
import { makeRunFolder } from '../run/folders.js'
import type { RunOptions } from '../run/options.js'
import { orderOf } from '../run/session.js'
import { type Stage, setStage } from '../run/stage.js'
import type { ListedCheck } from '../runner/kept-list.js'
import { planOf } from '../runner/planning.js'

/** What stays from round to round: lab, kits, keys, browser, and what preflight has learned. */
export interface Warm {
  readonly options: RunOptions
  readonly list: readonly ListedCheck[]
  /** Every check of the targets. */
  readonly plan: readonly PlannedCheck[]
  readonly stage: Stage
  readonly browser: LazyBrowser
  /** Temporary folder of all this, with private keys. */
  readonly folder: string
  /** Folder of the evidence of each check as it was carried out last. */
  readonly kept: string
  /** Folder of the evidence of each check as it was carried out the time before. */
  readonly before: string
  /** What ends the targets that run. */
  readonly targets: Ending[]
  /** The targets as preflight saw them last, by their names, and whether it logged in. */
  readonly learned: Map<string, { readonly target: RunTarget; readonly logins: boolean }>
  /** Ends the targets that were launched; the lab is as if nothing had happened in it. */
  forget(): Promise<void>
  close(): Promise<void>
}

/**
 * Sets up lab and kits; no target is touched.
 * @throws ConfigError when a port is taken or a folder cannot be written.
 */
export async function warmUp(options: RunOptions, list: readonly ListedCheck[]): Promise<Warm> {
  const folder = makeRunFolder()
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  const targets: Ending[] = []
  try {
    const stage = await setStage({ ...options, oneProcess: true }, folder)
    const browser = lazyBrowser()
    return {
      options,
      list,
      plan: planOf(list, orderOf(options, folder)),
      stage,
      browser,
      folder,
      kept: mkdtempSync(join(folder, 'kept-')),
      before: mkdtempSync(join(folder, 'before-')),
      targets,
      learned: new Map(),
      async forget() {
        await endAll(targets)
        for (const { world } of stage.targets) {
          const lab = connectLab(stage.control, world)
          await lab.beginAnew().finally(lab.close)
        }
      },
      close: () => endAll([remove, stage.close, browser.close, () => endAll(targets)]),
    }
  } catch (error) {
    remove()
    throw error
  }
}
