import type { Screenshot } from '../browser/types.js'
import type { Sought } from '../evidence/types.js'
import type { Answer } from '../judge/outcome.js'
import type { Mutation } from '../mutations/types.js'
import type { Exchange } from '../wire/types.js'
import { codeFor, codesFor } from './login/code-for.js'
import { type Blueprint, type Minted, mint, mintCopies, type Redeemed, tokenRequest } from './mint.js'
import { type MessageParts, withOther } from './mint-context.js'
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

/** A message that got its answer, with every exchange that it took. */
export interface Delivery {
  readonly minted: Pick<Minted, 'assertion' | 'before' | 'carried' | 'secrets'>
  readonly exchanges: readonly Exchange[]
  readonly answer: Answer
  /** It came before the message itself was sent: the authorization endpoint gave no code for it. */
  readonly early?: true
  /** What the browser showed. */
  readonly screenshots?: readonly Screenshot[]
}

/** A message with the means to mint it and to read its answer. */
export interface MintableMessage extends Message {
  /** What it asks for; an access token when absent. */
  readonly sought?: Sought
  /** Reads what came of it; the answer of a token endpoint when absent. */
  readonly read?: (exchange: Exchange) => Answer
  /** Whether each call mints a new JWT (a replay does not). */
  readonly fresh: boolean
  /** `timeoutMs` is the bound on each exchange that it takes. */
  readonly mint: (timeoutMs?: number) => Promise<Minted>
  /** Mints without asking the target for anything, so that whoever else the message names is made; `mint` when absent. */
  readonly draft?: () => Promise<unknown>
  /** So many requests around one and the same JWT or code; equal ones when absent. */
  readonly copies?: (count: number) => Promise<readonly Minted[]>
  /** Carries out what is more than one HTTP request, such as a login in a browser; takes the place of `mint`. */
  readonly perform?: (timeoutMs?: number) => Promise<Delivery>
}

/** A message that mints a new JWT each time. */
export function freshMessage(world: World, parts: MessageParts): MintableMessage {
  const { party, mutation, ageSeconds } = parts
  const blueprint = () => ({ ageSeconds, jti: parts.nextJti(), ...(mutation && { mutation }) })
  const around = (codes: readonly (Redeemed | undefined)[], as: Pick<Blueprint, 'draft'> = {}) =>
    withOther(world, parts, (context) => mintCopies({ ...blueprint(), ...as }, context, world.settings, codes))
  return {
    party,
    fresh: true,
    recipe: recipeOf(world, parts.changes, { age: `iat ${ageSeconds} s ago`, lab: parts.lab }),
    // The code first, so that the JWT is as young as can be.
    mint: async (timeoutMs) => (await around([await codeFor(world, parts, timeoutMs)]))[0] as Minted,
    draft: () => around([undefined], { draft: true }),
    copies: async (count) => around(await codesFor(world, parts, count)),
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
    mint: async (timeoutMs) => {
      const redeemed = await codeFor(world, parts, timeoutMs)
      return withOther(world, parts, async (context) => {
        const made = tokenRequest(
          { assertion: again, clientId, mutation: reuse?.mutate, redeemed },
          context,
          world.settings,
        )
        const { url, ...rest } = made.request
        const at = reuse?.at === undefined ? url : url.replace(world.target.baseUrl, reuse.at)
        return { ...made, request: { ...rest, url: at, connection: 'new' as const } }
      })
    },
  }
}

/** A conforming client assertion of a party, addressed to any other; at most one thing about it is not as usual. */
export async function mintAssertion(world: World, parts: MessageParts, audience: string): Promise<string> {
  const towards = { ...world, target: { ...world.target, partyId: audience } }
  const { mutation, ageSeconds } = parts
  const { assertion = '' } = await withOther(towards, parts, (context) =>
    mint({ ageSeconds, jti: parts.nextJti(), ...(mutation && { mutation }) }, context, world.settings),
  )
  return assertion
}

/** The conforming token request of a party that redeems a code which it has already. */
export const mintRedeeming = (world: World, parts: MessageParts, redeemed: Redeemed): Promise<Minted> =>
  withOther(world, parts, (context) =>
    mint({ ageSeconds: parts.ageSeconds, jti: parts.nextJti() }, context, world.settings, redeemed),
  )

/** The entries in which two recipes differ. */
export const differences = (a: Message['recipe'], b: Message['recipe']): readonly string[] =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((entry) => a[entry] !== b[entry])

const recipeOf = (world: World, changes: readonly Mutation[], rest: Message['recipe']): Message['recipe'] => ({
  ...Object.fromEntries(entries.map((entry) => [entry, 'conforming'])),
  ...(world.codes && { authorization: 'conforming' }),
  ...Object.fromEntries(changes.map(({ entry, name }) => [entry, name])),
  ...rest,
  JWT: 'new',
})
