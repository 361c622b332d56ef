import { NotTestable } from '../../contracts/errors.js'
import type { CanaryProgram } from '../../contracts/lab-protocol.js'
import type { Guise } from '../../guises/types.js'
import type { ContextWith, Mutation, Need, Party } from '../../mutations/types.js'
import { because, outOfHands } from '../parties/given-parties.js'
import type { World } from '../world.js'

/** What a message is made from, apart from the world. */
export interface MessageParts {
  readonly party: Party
  readonly mutation?: Mutation
  /** Another conforming form of the message, which its control has too. */
  readonly guise?: Guise
  /** What is not conforming about the party or the message. */
  readonly changes: readonly Mutation[]
  readonly ageSeconds: number
  readonly nextJti: () => string
  /** What the check changed about the lab so far. */
  readonly lab: string
  /** Another participant, made on first use. */
  readonly other: () => Promise<Party>
  /** Makes canary names unique to the check. */
  readonly canaryPrefix: string
}

/** Whether a mutation looks at that. */
export const needs = (mutation: Mutation | undefined, what: Need): boolean => mutation?.needs?.includes(what) ?? false

/** Throws `NotTestable` where a party cannot send a message with that mutation to the target. */
export function ensureSendable({ given }: World, { party, mutation }: Pick<MessageParts, 'party' | 'mutation'>): void {
  if (given && needs(mutation, 'registryId')) throw new NotTestable(because(outOfHands.given).registryId)
  const reason = mutation?.unfit?.(party)
  if (reason !== undefined) throw new NotTestable(reason)
}

/** Hands over what a message is minted in, with all that its mutation needs, and serves the canaries that it asks for. */
export async function inContext<T>(
  world: World,
  parts: MessageParts,
  use: (context: ContextWith<Need>) => Promise<T>,
): Promise<T> {
  ensureSendable(world, parts)
  const other = needs(parts.mutation, 'other') ? await parts.other() : undefined
  const served: CanaryProgram[] = []
  const made = await use(contextOf(world, parts, other, served))
  for (const program of served) await world.lab.canary(program)
  return made
}

function contextOf(
  world: World,
  parts: MessageParts,
  other: Party | undefined,
  served: CanaryProgram[],
): ContextWith<Need> {
  const context = {
    party: parts.party,
    ...(other && { other }),
    untrusted: world.untrusted,
    foreignKey: world.foreignKey,
    target: world.target,
    registryId: world.registry.partyId,
    evidenceRegistryId: world.counterparties.authorisationRegistry.partyId,
    identityProviderIds: world.counterparties.identityProviders.map(({ partyId }) => partyId),
    partyIdParameter: world.settings.registry.partyIdParameter,
    canary: (name: string, content?: Omit<CanaryProgram, 'name'>) => {
      const unique = `${parts.canaryPrefix}-${name}`
      if (content) served.push({ name: unique, ...content })
      return `${world.httpUrl}/canary/${unique}`
    },
    now: Math.floor(Date.now() / 1000) - world.target.datedBack,
  }
  // Without another participant only where the types let no mutation look at one.
  return context as ContextWith<Need>
}
