import type { StewardAddress } from '../contracts/steward.js'
import { askForKit, askForRestart } from '../target/process/steward.js'
import type { CheckClient } from './message/client.js'
import type { Sender } from './message/sender.js'
import { isOfServer, untilGranted } from './settle.js'
import type { Message } from './types.js'
import type { World } from './world.js'

/** For how long a target that refuses strangers after a restart may not be warm yet, and how long one may take to be ready, milliseconds. */
const [warmMs, readyMs] = [3_000, 60_000]
const pauseMs = 500

/** What a target is restarted with. */
export interface Restarting {
  readonly steward: StewardAddress
  readonly world: World
  readonly client: CheckClient
  readonly sender: Sender
  /** A request for evidence that the kit permits, of a target that answers such ones. */
  readonly permitted?: () => Message
}

/**
 * Has the target restarted, and waits until it is itself again. One that kept its kit in memory alone is given it once
 * more. Any other is not: what loads a kit may empty a store first of which a check is about to see whether it lasts.
 */
export async function restart(restarting: Restarting): Promise<void> {
  const { steward, world, client, sender, permitted } = restarting
  const { name } = world.target
  const label = 'does it know the kit still?'
  await askForRestart(steward, name)
  const isKnown =
    (await knowsParties(restarting)) &&
    (permitted === undefined || (await sender.probe(permitted(), label))?.outcome.kind === 'granted')
  if (isKnown) return
  await askForKit(steward, name)
  await untilGranted(client, sender, world.patience)
}

/** Whether a conforming stranger is granted; not so only where the target has been ready for a while and refuses one. */
async function knowsParties({ world, client, sender }: Restarting): Promise<boolean> {
  const begun = Date.now()
  for (;;) {
    const sent = await sender.probe(await client.probe(), 'is the target itself again?')
    if (sent?.outcome.kind === 'granted') return true
    const isReady = sent === undefined || isOfServer(sent)
    if (Date.now() - begun > (isReady ? warmMs : readyMs)) return !isReady
    await world.patience.wait(pauseMs)
  }
}
