import { HarnessError } from '../../contracts/errors.js'
import type { History } from '../../guises/types.js'
import type { ContextWith, Mutation, Need, Party } from '../../mutations/types.js'
import type { BearerOptions } from '../bearer.js'
import type { Redeemed } from '../code-source.js'
import type { LabState } from '../lab.js'
import { inOrder, type OwnParties, orEnd, ownParties } from '../own-parties.js'
import type { Identifiers } from '../parties/identifiers.js'
import type { Client, Message, PartyOptions } from '../types.js'
import type { World } from '../world.js'
import {
  freshMessage,
  type MintableMessage,
  mintAround,
  mintAssertion,
  mintRedeeming,
  repeatedMessage,
} from './message.js'
import type { Minted } from './mint.js'
import { ensureSendable, inContext, type MessageParts, needs } from './mint-context.js'

/** Conforming messages carry `iat` this many seconds in the past, because some receivers tolerate no clock difference (ruling 3). */
const defaultAgeSeconds = 2

/** Mutations that concern the party itself, so that it takes a twin to carry them. */
const ofParty: readonly Mutation['entry'][] = ['party id', 'certificate', 'record', 'registry']

/** The client of one check. `partiesOf` tells which parties it made, `mintable` how a message of it is minted. */
export interface CheckClient extends Client {
  readonly parties: readonly Party[]
  /** A conforming message of a party that nothing was sent for yet; shows whether the target still lives. */
  probe(): Promise<Message>
  /** A conforming message of the other party that the check names, where it names one; otherwise a probe. */
  another(): Promise<Message>
  /** What shows that from now on; a token request by default. */
  probeBy(make: () => Promise<Message>): void
  mintable(message: Message): MintableMessage
  /** A party, not yet known to the registry: `register` ends the making of parties. */
  make(mutation?: Mutation, control?: Party): Promise<Party>
  register(): Promise<void>
  /** Registered parties of which no evidence is kept. */
  crowd(count: number): Promise<readonly Party[]>
  /** A conforming token request of a party; `iat` lies so many seconds in the past, 2 by default. */
  authentication(party: Party, options?: BearerOptions): MintableMessage
  /** The token request of a party around a JWT that exists already; `name` says in the recipe which one. */
  presenting(party: Party, jwt: () => Promise<string>, name: string): MintableMessage
  /** The conforming token request of a party that redeems a code which it has already. */
  redeeming(party: Party, redeemed: Redeemed): Promise<Minted>
  /** What that mutation of a message of the party may look at. */
  inContext<T>(
    party: Party,
    mutation: Mutation | undefined,
    use: (context: ContextWith<Need>) => Promise<T>,
  ): Promise<T>
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
  const { guise } = world
  const making = { ids, notTestable, ...(guise && { guise }) }
  const parties = ownParties({ ...making, source: world.parties })
  const newcomers = world.newcomers ? ownParties({ ...making, source: world.newcomers }) : parties
  const parts = (party: Party, mutation?: Mutation, ageSeconds = usualAge(world)): MessageParts => ({
    party,
    changes: [parties.about(party), mutation].filter((one) => one !== undefined),
    ageSeconds,
    nextJti: ids.jti,
    lab: state.changes.join('; ') || 'as usual',
    other: parties.other,
    canaryPrefix: parties.made[0]?.scope ?? party.scope,
    ...(guise && { guise }),
    ...(mutation && { mutation }),
  })
  const message = (party: Party, mutation?: Mutation, ageSeconds?: number): MintableMessage =>
    freshMessage(world, parts(party, mutation, ageSeconds))
  const usualProbe = async (): Promise<Message> => message(await parties.spare())
  let probe = usualProbe
  const another = async (): Promise<Message> => {
    const named = probe === usualProbe ? await parties.named() : undefined
    return named ? message(named) : probe()
  }

  return {
    get parties() {
      return [...new Set([...parties.made, ...newcomers.made])]
    },
    prepare: (...mutations) => prepare({ world, parties, message, notTestable }, mutations),
    async message({ mutate, ageSeconds } = {}) {
      const party = await parties.registered(isOfParty(mutate) ? mutate : undefined)
      return message(party, mutate, ageSeconds)
    },
    newcomer: async () => message(await newcomers.registered()),
    next: (previous, { mutate, ageSeconds } = {}) => message(previous.party, mutate, ageSeconds),
    again: (sent, reuse) => repeatedMessage(world, parts(sent.message.party), sent, reuse),
    probe: () => probe(),
    another,
    probeBy(make) {
      probe = make
    },
    mintable: asMintable,
    make: parties.make,
    register: parties.register,
    crowd: parties.crowd,
    authentication: (party, { ageSeconds, mutate } = {}) => message(party, mutate, ageSeconds),
    presenting(party, jwt, name) {
      const usual = message(party)
      const mint = async () => mintAround(world, parts(party), await jwt())
      return { ...usual, recipe: { ...usual.recipe, JWT: name }, mint }
    },
    redeeming: (party, redeemed) => mintRedeeming(world, parts(party), redeemed),
    inContext: (party, mutation, use) => inContext(world, parts(party, mutation), use),
    assertion: (party, audience, { mutate, ageSeconds } = {}) =>
      mintAssertion(world, parts(party, mutate, ageSeconds), audience),
  }
}

/** With what a control and its mutated messages are made. */
interface Preparing {
  readonly world: World
  readonly parties: OwnParties
  readonly message: (party: Party, mutation?: Mutation) => MintableMessage
  readonly notTestable: (reason: string) => never
}

/** All parties of a control and its mutated messages are known to the registry before any is sent, and whatever else these need is there. */
async function prepare(
  { world, parties, message, notTestable }: Preparing,
  mutations: readonly Mutation[],
): Promise<readonly [Message, ...Message[]]> {
  const party = await parties.make()
  const apart = world.locksOut === true || historyOf(world) === 'never seen'
  const senders = await inOrder(mutations, (mutation) =>
    apart || isOfParty(mutation)
      ? parties.make(isOfParty(mutation) ? mutation : undefined, party)
      : Promise.resolve(party),
  )
  if (mutations.some((mutation) => needs(mutation, 'other'))) await parties.other()
  await parties.register()
  for (const mutation of mutations) await orEnd(notTestable, () => ensureSendable(world, { party, mutation }))
  return [message(party), ...mutations.map((mutation, index) => message(senders[index] as Party, mutation))]
}

/** Seconds that `iat` of a JWT lies in the past where nothing else is said. */
export const usualAge = ({ guise }: Pick<World, 'guise'>): number =>
  guise?.values.find(({ ageSeconds }) => ageSeconds !== undefined)?.ageSeconds ?? defaultAgeSeconds

/** What of a client the target is to have seen before a message that is judged. */
export const historyOf = ({ guise }: Pick<World, 'guise'>): History | undefined =>
  guise?.values.find(({ history }) => history !== undefined)?.history

const isOfParty = (mutation: Mutation | undefined): boolean =>
  mutation !== undefined && ofParty.includes(mutation.entry)

function asMintable(message: Message): MintableMessage {
  if ('mint' in message && typeof message.mint === 'function') return message as MintableMessage
  throw new HarnessError('A message was made by something other than the client of this check.')
}
