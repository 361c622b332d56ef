import { HarnessError, NotTestable } from '../errors.js'
import type { MintContext, Mutation, Party } from '../mutations/types.js'
import type { Identifiers } from './identifiers.js'
import type { LabState } from './lab.js'
import { freshMessage, type MintableMessage, mintAssertion, mintRedeeming, repeatedMessage } from './message.js'
import type { Minted, Redeemed } from './mint.js'
import { type MessageParts, withOther } from './mint-context.js'
import type { Client, Message, PartyOptions } from './types.js'
import type { World } from './world.js'

/** Conforming messages carry `iat` this many seconds in the past, because some receivers tolerate no clock difference (ruling 3). */
const defaultAgeSeconds = 2

/** Mutations that concern the party itself, so that it takes a twin to carry them. */
const ofParty: readonly Mutation['entry'][] = ['party id', 'certificate', 'record', 'registry']

/** The client of one check. `partiesOf` tells which parties it made, `mintable` how a message of it is minted. */
export interface CheckClient extends Client {
  readonly parties: readonly Party[]
  /** A conforming message of a party that nothing was sent for yet; shows whether the target still lives. */
  probe(): Promise<Message>
  /** What shows that from now on; a token request by default. */
  probeBy(make: () => Promise<Message>): void
  mintable(message: Message): MintableMessage
  /** A party, not yet known to the registry: `register` ends the making of parties. */
  make(mutation?: Mutation): Promise<Party>
  register(): Promise<void>
  /** Registered parties of which no evidence is kept. */
  crowd(count: number): Promise<readonly Party[]>
  /** A conforming token request of a party; `iat` lies so many seconds in the past, 2 by default. */
  authentication(party: Party, ageSeconds?: number): MintableMessage
  /** The token request of a party around a JWT that exists already; `name` says in the recipe which one. */
  presenting(party: Party, jwt: () => Promise<string>, name: string): MintableMessage
  /** The conforming token request of a party that redeems a code which it has already. */
  redeeming(party: Party, redeemed: Redeemed): Promise<Minted>
  /** What a mutation of a message of that party may look at. */
  inContext<T>(party: Party, use: (context: MintContext) => Promise<T>): Promise<T>
  /** A client assertion of a party, of any age and addressed to anybody. */
  assertion(party: Party, audience: string, options?: PartyOptions): Promise<string>
}

/**
 * @param world What the checks of this worker share.
 * @param ids Names for this check alone.
 * @param state What the check changed about the lab.
 * @param notTestable Ends the check where a party that it needs cannot be had.
 */
export function checkClient(
  world: World,
  ids: Identifiers,
  state: LabState,
  notTestable: (reason: string) => never,
): CheckClient {
  const parties: Party[] = []
  /** What is out of the ordinary about a party itself; part of the recipe of each of its messages. */
  const special = new Map<Party, Mutation>()
  let other: Promise<Party> | undefined
  const spare = () => world.parties.spare?.(ids.party()) ?? registered()
  let probe = async (): Promise<Message> => message(await spare())

  const orNotTestable = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      if (error instanceof NotTestable) return notTestable(error.message)
      throw error
    }
  }
  const make = async (mutation?: Mutation): Promise<Party> => {
    const party = await orNotTestable(world.parties.make(ids.party(), mutation))
    parties.push(party)
    if (mutation) special.set(party, mutation)
    return party
  }
  const registered = async (mutation?: Mutation): Promise<Party> => {
    const party = await make(mutation)
    await world.parties.register()
    return party
  }
  const parts = (party: Party, mutation?: Mutation, ageSeconds = defaultAgeSeconds): MessageParts => ({
    party,
    changes: [special.get(party), mutation].filter((one) => one !== undefined),
    ageSeconds,
    nextJti: ids.jti,
    lab: state.changes.join('; ') || 'as usual',
    other: () => {
      other ??= registered()
      return other
    },
    canaryPrefix: parties[0]?.scope ?? party.scope,
    ...(mutation && { mutation }),
  })
  const message = (party: Party, mutation?: Mutation, ageSeconds?: number) =>
    freshMessage(world, parts(party, mutation, ageSeconds))

  return {
    parties,
    async prepare(...mutations) {
      const party = await make()
      const senders = await inOrder(mutations, (mutation) =>
        ofParty.includes(mutation.entry) ? make(mutation) : Promise.resolve(party),
      )
      await world.parties.register()
      const mutated = mutations.map((mutation, index) => message(senders[index] as Party, mutation))
      // Minting once before anything is sent makes the other participant, where one is wanted, known to the registry before the control.
      for (const [index, one] of mutated.entries())
        if (!ofParty.includes((mutations[index] as Mutation).entry)) await orNotTestable((one.draft ?? one.mint)())
      return [message(party), ...mutated]
    },
    async message({ mutate, ageSeconds } = {}) {
      return message(
        await registered(mutate && ofParty.includes(mutate.entry) ? mutate : undefined),
        mutate,
        ageSeconds,
      )
    },
    next: (previous, { mutate, ageSeconds } = {}) => message(previous.party, mutate, ageSeconds),
    again(sent, reuse) {
      const { party, recipe } = sent.message
      return repeatedMessage(world, parts(party), sent.assertion, party.partyId, recipe, reuse)
    },
    probe: () => probe(),
    probeBy(make) {
      probe = make
    },
    mintable: asMintable,
    make,
    register: () => world.parties.register(),
    async crowd(count) {
      const all = await inOrder(Array.from({ length: count }, ids.party), (unique) =>
        orNotTestable(world.parties.make(unique)),
      )
      await world.parties.register()
      return all
    },
    authentication: (party, ageSeconds) => message(party, undefined, ageSeconds),
    presenting: (party, jwt, name) => ({
      ...message(party),
      recipe: { ...message(party).recipe, JWT: name },
      mint: async () => repeatedMessage(world, parts(party), await jwt(), party.partyId, {}, undefined).mint(),
    }),
    redeeming: (party, redeemed) => mintRedeeming(world, parts(party), redeemed),
    inContext: (party, use) => withOther(world, parts(party), use),
    assertion: (party, audience, { mutate, ageSeconds } = {}) =>
      mintAssertion(world, parts(party, mutate, ageSeconds), audience),
  }
}

function asMintable(message: Message): MintableMessage {
  if ('mint' in message && typeof message.mint === 'function') return message as MintableMessage
  throw new HarnessError('A message was made by something other than the client of this check.')
}

/** One after the other, because names follow from the order in which they are drawn. */
async function inOrder<A, B>(items: readonly A[], make: (item: A) => Promise<B>): Promise<B[]> {
  const made: B[] = []
  for (const item of items) made.push(await make(item))
  return made
}
