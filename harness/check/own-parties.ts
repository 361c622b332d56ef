import { NotTestable } from '../contracts/errors.js'
import type { Guise } from '../guises/types.js'
import type { Mutation, Party } from '../mutations/types.js'
import type { Identifiers } from './parties/identifiers.js'
import type { PartySource } from './parties/parties.js'

/** The parties of one check, in the order in which they were made: their names follow from it. */
export interface OwnParties {
  readonly made: readonly Party[]
  /** A party, not yet known to the registry: `register` ends the making of parties. `control` is whom it may be like. */
  make(mutation?: Mutation, control?: Party): Promise<Party>
  register(): Promise<void>
  /** A party that the registry knows. */
  registered(mutation?: Mutation): Promise<Party>
  /** The one that messages name beside their sender; made and registered on first use. */
  other(): Promise<Party>
  /** That one, where it was made. */
  named(): Promise<Party | undefined>
  /** A registered party of which nothing is asked but that it is one. */
  spare(): Promise<Party>
  /** Registered parties of which no evidence is kept. */
  crowd(count: number): Promise<readonly Party[]>
  /** What is out of the ordinary about a party itself; part of the recipe of each of its messages. */
  about(party: Party): Mutation | undefined
}

/** With what the parties of a check are made. */
export interface PartyMaking {
  readonly source: PartySource
  readonly ids: Identifiers
  /** Ends the check where a party that it needs cannot be had. */
  readonly notTestable: (reason: string) => never
  /** What those that messages name are like; others are as usual. */
  readonly guise?: Guise
}

/** So many parties made in a row have different keys; the pool that they come from has some more. */
const apart = 8

export function ownParties({ source, ids, notTestable, guise }: PartyMaking): OwnParties {
  const made: Party[] = []
  const special = new Map<Party, Mutation>()
  let other: Promise<Party> | undefined
  const make = async (mutation?: Mutation, control?: Party): Promise<Party> => {
    const surroundings = {
      ...(guise && { guised: { guise, place: made.length } }),
      ...(control && { control }),
      beside: [...(control ? [control] : []), ...made.slice(-apart)],
    }
    const party = await orEnd(notTestable, () => source.make(ids.party(), mutation, surroundings))
    made.push(party)
    if (mutation) special.set(party, mutation)
    return party
  }
  const registered = async (mutation?: Mutation): Promise<Party> => {
    const party = await make(mutation)
    await source.register()
    return party
  }
  const bystander = async (): Promise<Party> => {
    const party = await orEnd(notTestable, () => source.make(ids.party()))
    made.push(party)
    await source.register()
    return party
  }
  return {
    made,
    make,
    register: () => source.register(),
    registered,
    other() {
      other ??= registered()
      return other
    },
    named: () => other ?? Promise.resolve(undefined),
    spare: () => source.spare?.(ids.party()) ?? bystander(),
    async crowd(count) {
      const all = await inOrder(Array.from({ length: count }, ids.party), (name) =>
        orEnd(notTestable, () => source.make(name)),
      )
      await source.register()
      return all
    },
    about: (party) => special.get(party),
  }
}

/** Ends the check where something is lacking that it needs. */
export async function orEnd<T>(notTestable: (reason: string) => never, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof NotTestable) return notTestable(error.message)
    throw error
  }
}

/** One after the other, because names follow from the order in which they are drawn. */
export async function inOrder<A, B>(items: readonly A[], make: (item: A) => Promise<B>): Promise<B[]> {
  const made: B[] = []
  for (const item of items) made.push(await make(item))
  return made
}
