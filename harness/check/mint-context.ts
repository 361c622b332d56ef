import { NotTestable } from '../errors.js'
import type { CanaryProgram } from '../lab/protocol.js'
import type { MintContext, Mutation, Party } from '../mutations/types.js'
import { because } from './given-parties.js'
import type { World } from './world.js'

/** What a message is made from, apart from the world. */
export interface MessageParts {
  readonly party: Party
  readonly mutation?: Mutation
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

/** Thrown by the context while the other participant does not exist yet. */
class OtherWanted extends Error {}

/** Hands over what a message is minted in, and serves the canaries that it asks for. */
export async function withOther<T>(
  world: World,
  parts: MessageParts,
  use: (context: MintContext) => Promise<T>,
): Promise<T> {
  const served: CanaryProgram[] = []
  const made = await use(contextFor(world, parts, undefined, served)).catch(async (error: unknown) => {
    if (!(error instanceof OtherWanted)) throw error
    return use(contextFor(world, parts, await parts.other(), served))
  })
  for (const program of served) await world.lab.canary(program)
  return made
}

function contextFor(world: World, parts: MessageParts, other: Party | undefined, served: CanaryProgram[]): MintContext {
  return {
    party: parts.party,
    get other(): Party {
      if (!other) throw new OtherWanted()
      return other
    },
    untrusted: world.untrusted,
    foreignKey: world.foreignKey,
    target: world.target,
    registry: {
      get partyId(): string {
        if (world.given) throw new NotTestable(because.registryId)
        return world.registry.partyId
      },
      partyIdParameter: world.settings.registry.partyIdParameter,
    },
    canary: (name, content) => {
      const unique = `${parts.canaryPrefix}-${name}`
      if (content) served.push({ name: unique, ...content })
      return `${world.httpUrl}/canary/${unique}`
    },
    now: Math.floor(Date.now() / 1000) - world.target.datedBack,
  }
}
