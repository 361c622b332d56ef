import type { CanaryProgram } from '../lab/protocol.js'
import type { MintContext, Mutation, Party } from '../mutations/types.js'
import { type Minted, mint, tokenRequest } from './mint.js'
import type { Message, Reuse } from './types.js'
import type { World } from './world.js'

/** The entries from which a message is made; a control has `conforming` in each. */
const entries: readonly Mutation['entry'][] = [
  'party id',
  'certificate',
  'record',
  'registry',
  'identity',
  'header',
  'claims',
  'text',
  'signature',
  'encoding',
  'form',
  'request',
]

/** A message with the means to mint it. */
export interface MintableMessage extends Message {
  /** Whether each call mints a new JWT (a replay does not). */
  readonly fresh: boolean
  readonly mint: () => Promise<Minted>
}

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

/** A message that mints a new JWT each time. */
export function freshMessage(world: World, parts: MessageParts): MintableMessage {
  const { party, mutation, ageSeconds } = parts
  return {
    party,
    fresh: true,
    recipe: recipeOf(parts.changes, { age: `iat ${ageSeconds} s ago`, lab: parts.lab }),
    mint: () =>
      withOther(world, parts, (context) =>
        mint({ ageSeconds, jti: parts.nextJti(), ...(mutation && { mutation }) }, context, world.settings),
      ),
  }
}

/** A message that carries a JWT which was sent before. */
export function repeatedMessage(
  world: World,
  parts: MessageParts,
  assertion: string,
  clientId: string,
  first: Message['recipe'],
  reuse: Reuse | undefined,
): MintableMessage {
  const again = reuse?.reencode?.(assertion) ?? assertion
  const request = (context: MintContext) => tokenRequest(again, clientId, reuse?.mutate, context, world.settings)
  return {
    party: parts.party,
    fresh: false,
    // The JWT is the one that was sent; the request around it is made anew.
    recipe: {
      ...first,
      form: 'conforming',
      request: 'conforming',
      lab: parts.lab,
      JWT: reuse ? `that of the control once more, ${reuse.name}` : 'that of the control once more',
    },
    mint: () =>
      withOther(world, parts, async (context) => {
        const { url, ...rest } = request(context)
        const at = reuse?.at === undefined ? url : url.replace(world.target.baseUrl, reuse.at)
        return { assertion: again, request: { ...rest, url: at, connection: 'new' as const } }
      }),
  }
}

/** The entries in which two recipes differ. */
export const differences = (a: Message['recipe'], b: Message['recipe']): readonly string[] =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((entry) => a[entry] !== b[entry])

const recipeOf = (changes: readonly Mutation[], rest: Message['recipe']): Message['recipe'] => ({
  ...Object.fromEntries(entries.map((entry) => [entry, 'conforming'])),
  ...Object.fromEntries(changes.map(({ entry, name }) => [entry, name])),
  ...rest,
  JWT: 'new',
})

/** Thrown by the context while the other participant does not exist yet. */
class OtherWanted extends Error {}

async function withOther<T>(world: World, parts: MessageParts, use: (context: MintContext) => Promise<T>): Promise<T> {
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
    registry: world.registry,
    canary: (name, content) => {
      const unique = `${parts.canaryPrefix}-${name}`
      if (content) served.push({ name: unique, ...content })
      return `${world.httpUrl}/canary/${unique}`
    },
    now: Math.floor(Date.now() / 1000),
  }
}
