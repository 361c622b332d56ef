import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkClient } from '../harness/check/client.js'
import { identifiers } from '../harness/check/identifiers.js'
import { referenceTargets } from '../harness/cli/references.js'
import { openWorld } from '../harness/run/open-world.js'
import { defaultOptions } from '../harness/run/options.js'
import type { RunTarget } from '../harness/run/run-file.js'
import { startRun } from '../harness/run/session.js'

/** What the loop cost, milliseconds. */
export interface BareLoop {
  /** From the first message to the last answer. */
  readonly loopMs: number
  /** With setting up lab, keys and target, as in a run. */
  readonly wholeMs: number
  readonly granted: number
}

/**
 * The limit that a run can come near to: as many parties and token requests as a run makes, against the same lab, keys and registrations,
 * in one process without runner, judge or evidence, `lanes` at a time.
 */
export async function bareLoop(parties: number, exchanges: number, lanes: number): Promise<BareLoop> {
  const out = mkdtempSync(join(tmpdir(), 'assay-bare-'))
  const started = performance.now()
  const session = await startRun({ ...defaultOptions(out), targets: referenceTargets(['ServiceProvider']) })
  const world = await openWorld(session.run, session.run.targets[0] as RunTarget, 'ServiceProvider')
  const first = performance.now()
  let granted = 0
  const lane = async (index: number) => {
    for (let made = index; made < parties; made += lanes) {
      const client = checkClient(world, identifiers(session.run.seed, `bare ${made}`), { changes: [] }, (reason) => {
        throw new Error(reason)
      })
      const message = client.mintable(await client.message())
      const share = Math.floor(exchanges / parties) + (made < exchanges % parties ? 1 : 0)
      for (let sent = 0; sent < share; sent++) {
        const { request } = await message.mint()
        const { response } = await world.http.exchange(request)
        if (response?.status === 200) granted += 1
      }
    }
  }
  await Promise.all(Array.from({ length: lanes }, (_, index) => lane(index)))
  const ended = performance.now()
  await world.close()
  await session.close()
  rmSync(out, { recursive: true })
  return { loopMs: ended - first, wholeMs: ended - started, granted }
}
