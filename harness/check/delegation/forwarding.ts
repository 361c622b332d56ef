import type { Mutation, Party } from '../../mutations/types.js'
import type { Forwarded, Forwarding } from './types.js'

/** The request goes without any forwarded JWT. */
export const withoutForwarded: Forwarding = { name: 'none', value: async () => [] }

/** One JWT that is not as usual. */
export const forwarding = (name: string, what: Forwarded): Forwarding => ({
  name,
  value: async (mint) => [await mint(what)],
})

/** A JWT of the consumer for the caller with one thing about it changed. */
export const forwardingMutated = (mutate: Mutation): Forwarding => forwarding(mutate.name, { mutate })

/** A JWT of somebody else for the caller. */
export const forwardingOf = (name: string, party: Party): Forwarding => forwarding(name, { party })
