import { checkClient } from '../../check/message/client.js'
import { checkSender, expired } from '../../check/message/sender.js'
import { preflightIdentifiers } from '../../check/parties/identifiers.js'
import { createRecorder } from '../../check/recorder.js'
import type { Message } from '../../check/types.js'
import type { World } from '../../check/world.js'
import { NotTestable } from '../../contracts/errors.js'

/** After so many wrong messages of a client in a row servers refuse it that lock clients out at all: three to five are usual. */
const wrongOnes = 6

/**
 * Whether a target refuses a client that it granted, once some wrong messages came in its name, and grants a stranger
 * meanwhile: its refusals say nothing then. Nobody asks where clients cannot be made as they are needed.
 */
export async function locksClientsOut(world: World, seed: number): Promise<boolean> {
  if (world.otherParties === undefined) return false
  const ids = preflightIdentifiers(seed, world, 'preflight lock-out')
  const client = checkClient(world, ids, { changes: [] }, (reason) => {
    throw new NotTestable(reason)
  })
  const sender = checkSender(world, client, createRecorder())
  const comesTo = async (message: Message, kind: 'granted' | 'refused'): Promise<boolean> =>
    (await sender.probe(message, 'preflight lock-out'))?.outcome.kind === kind
  const sound = await client.message()
  if (!(await comesTo(sound, 'granted'))) return false
  for (let sent = 0; sent < wrongOnes; sent += 1)
    if (!(await comesTo(client.next(sound, { mutate: expired }), 'refused'))) return false
  return (await comesTo(client.next(sound), 'refused')) && comesTo(await client.message(), 'granted')
}
