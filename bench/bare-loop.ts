import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CheckClient, checkClient } from '../harness/check/message/client.js'
import { handIdentifiers } from '../harness/check/parties/identifiers.js'
import type { Message } from '../harness/check/types.js'
import { referenceTargets } from '../harness/cli/references.js'
import type { RunTarget } from '../harness/contracts/run.js'
import { type OpenWorld, openWorld } from '../harness/run/open-world.js'
import { defaultOptions } from '../harness/run/options.js'
import { type Session, startRun } from '../harness/run/session.js'
import { sendBesides, sendWhatStandsAlone } from './what-waits.js'

/** What the loop cost, milliseconds. */
export interface BareLoop {
  /** From the first message to the last answer. */
  readonly loopMs: number
  /** With setting up lab, keys and target, as in a run. */
  readonly wholeMs: number
  readonly granted: number
}

/** Whatever the loop sends, it sends through this. */
export interface Loop {
  readonly session: Session
  readonly world: OpenWorld
  /** A client with names of its own. */
  client(name: string): CheckClient
  /** Whether the message was granted. */
  send(client: CheckClient, message: Message, timeoutMs?: number): Promise<boolean>
}

/**
 * The floor for the wall time of a run: as many parties and token requests, against the same lab, keys and
 * registrations, but in one process without runner, judge or evidence, `lanes` at a time. The waits of a run are part
 * of it: outages of the registry and a restart of the target alone, a silent registry beside the rest.
 */
export async function bareLoop(parties: number, exchanges: number, lanes: number): Promise<BareLoop> {
  const out = mkdtempSync(join(tmpdir(), 'assay-bare-'))
  const started = performance.now()
  const session = await startRun(defaultOptions(out, referenceTargets(['ServiceProvider'])))
  const world = await openWorld(session.run, session.run.targets[0] as RunTarget, 'ServiceProvider')
  const loop = loopOf(session, world)
  const first = performance.now()
  let granted = 0
  const lane = async (index: number) => {
    for (let made = index; made < parties; made += lanes) {
      const client = loop.client(`bare ${made}`)
      const message = await client.message()
      const share = Math.floor(exchanges / parties) + (made < exchanges % parties ? 1 : 0)
      for (let sent = 0; sent < share; sent++) if (await loop.send(client, message)) granted += 1
    }
  }
  await sendWhatStandsAlone(loop)
  await Promise.all([sendBesides(loop), ...Array.from({ length: lanes }, (_, index) => lane(index))])
  const ended = performance.now()
  await world.close()
  await session.close()
  rmSync(out, { recursive: true })
  return { loopMs: ended - first, wholeMs: ended - started, granted }
}

const loopOf = (session: Session, world: OpenWorld): Loop => ({
  session,
  world,
  client: (name) =>
    checkClient(world, handIdentifiers(session.run.seed, world, name), { changes: [] }, (reason) => {
      throw new Error(reason)
    }),
  async send(client, message, timeoutMs) {
    const { request } = await client.mintable(message).mint()
    const { response } = await world.http.exchange(request, timeoutMs === undefined ? {} : { timeoutMs })
    return response?.status === 200
  },
})
