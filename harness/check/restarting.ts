import type { StewardAddress } from '../contracts/steward.js'
import { askForKit, askForRestart } from '../target/process/steward.js'
import type { CheckClient } from './message/client.js'
import type { Sender } from './message/sender.js'
import { untilGranted } from './settle.js'
import type { Message } from './types.js'
import type { World } from './world.js'

/** How long a target that was restarted may take until it grants, before it is given its kit anew, milliseconds. */
const warmMs = 3_000

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
export async function restart({ steward, world, client, sender, permitted }: Restarting): Promise<void> {
  const { name } = world.target
  await askForRestart(steward, name)
  const isItself = async (mostMs?: number): Promise<boolean> =>
    (await untilGranted(client, sender, world.patience, mostMs)) &&
    (permitted === undefined ||
      (await sender.probe(permitted(), 'does it know the kit still?'))?.outcome.kind === 'granted')
  if (await isItself(warmMs)) return
  await askForKit(steward, name)
  await isItself()
}
