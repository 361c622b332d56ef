import { checkClient } from '../../check/message/client.js'
import { checkSender } from '../../check/message/sender.js'
import { preflightIdentifiers } from '../../check/parties/identifiers.js'
import { createRecorder } from '../../check/recorder.js'
import type { Sent } from '../../check/types.js'
import type { World } from '../../check/world.js'
import { Inconclusive, NotTestable } from '../../contracts/errors.js'
import { changed, hurried } from './changed-world.js'
import { type Found, linesOf, searchForms } from './form-search.js'
import { conforming, departing, type Relative, together, tokenPaths } from './relatives.js'

/** Finds out which client a target grants that refuses the conforming one. */
export function findOut(world: World, seed: number, refused: Sent): Promise<Found> {
  const ids = preflightIdentifiers(seed, world, 'preflight relatives')
  const stop = (reason: string): never => {
    throw new NotTestable(reason)
  }
  const send = async (relatives: readonly Relative[]): Promise<Sent | undefined> => {
    const other = changed(hurried(world), linesOf(relatives))
    const client = checkClient(other, ids, { changes: [] }, stop)
    const mutate = relatives.find((one) => one.mutate)?.mutate
    try {
      const message = await client.message(mutate && { mutate })
      return (await checkSender(other, client, createRecorder()).send(message, { label: 'preflight relative' })).sent
    } catch (error) {
      if (error instanceof NotTestable || error instanceof Inconclusive) return undefined
      throw error
    }
  }
  // Parties of the target's own data, and those of the target file, are what they are.
  const isOpen = ({ ofParty }: Relative): boolean => !ofParty || world.otherParties !== undefined
  const groups = [...conforming.map((one) => [one]), ...together].filter((group) => group.every(isOpen))
  const path = { setting: 'interface.token.path', own: world.settings.token.path, others: tokenPaths }
  return searchForms({ send, baseUrl: world.target.baseUrl, path, groups, departing }, refused)
}
