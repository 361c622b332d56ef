import type { Screenshot } from '../../browser/types.js'
import type { Sought } from '../../contracts/evidence.js'
import { meets } from '../../guises/types.js'
import type { Answer } from '../../judge/outcome.js'
import type { Mutation } from '../../mutations/types.js'
import type { Exchange } from '../../wire/types.js'
import type { Redeemed } from '../code-source.js'
import type { Message, Reuse, Sent } from '../types.js'
import type { World } from '../world.js'
import { type Blueprint, type Minted, mintCopies, tokenRequest } from './mint.js'
import { inContext, type MessageParts } from './mint-context.js'

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
  /** Minting takes the turns of what is minted, after the codes have been fetched, so that a JWT does not wait for them. */
  readonly takesTurn?: true
  /** `timeoutMs` is the bound on each exchange that it takes. */
  readonly mint: (timeoutMs?: number) => Promise<Minted>
  /** So many requests around one and the same JWT or code; equal ones when absent. */
  readonly copies?: (count: number) => Promise<readonly Minted[]>
  /**
   * Carries out what is more than one HTTP request, such as a login in a browser; takes the place of `mint`. `ready` is
   * waited for before that request of it which others are to meet.
   */
  readonly perform?: (timeoutMs?: number, ready?: () => Promise<void>) => Promise<Delivery>
}

/** A message that mints a new JWT each time. */
export const freshMessage = (world: World, parts: MessageParts): MintableMessage => ({
  party: parts.party,
  fresh: true,
  ...(world.codes && { takesTurn: true }),
  recipe: recipeOf(world, parts.changes, {
    age: `iat ${parts.ageSeconds} s ago`,
    lab: parts.lab,
    ...(parts.guise && { guise: parts.guise.name }),
    ...(world.codes && parts.guise?.values.some(({ posted }) => posted) && { asked: 'by POST' }),
  }),
  // The code first, so that the JWT is as young as can be.
  mint: async (timeoutMs) => {
    const code = await codeFor(world, parts, timeoutMs)
    if (code) await world.patience.turn()
    return (await mintNew(world, parts, [code]))[0] as Minted
  },
  copies: async (count) => {
    const codes = await codesFor(world, parts, count)
    if (world.codes) await world.patience.turn(count)
    return mintNew(world, parts, codes)
  },
})

/** A message that carries a JWT which was sent before. */
export const repeatedMessage = (world: World, parts: MessageParts, sent: Sent, reuse?: Reuse): MintableMessage => ({
  party: parts.party,
  fresh: false,
  ...(world.codes && { takesTurn: true }),
  // The JWT is the one that was sent; the request around it is made anew.
  recipe: {
    ...sent.message.recipe,
    form: 'conforming',
    request: 'conforming',
    lab: parts.lab,
    JWT: reuse ? `that of the control once more, ${reuse.name}` : 'that of the control once more',
  },
  mint: (timeoutMs) => mintAround(world, parts, sent.assertion, reuse, timeoutMs),
})

/** A new JWT of a party, with a token request around it for each code. */
const mintNew = (
  world: World,
  parts: MessageParts,
  codes: readonly (Redeemed | undefined)[],
): Promise<readonly Minted[]> =>
  inContext(world, parts, (context) => mintCopies(blueprintOf(parts), context, world.settings, codes))

/** A new token request of a party around a JWT that exists already. */
export async function mintAround(
  world: World,
  { mutation: _, ...parts }: MessageParts,
  jwt: string,
  { mutate: mutation, reencode, at }: Partial<Reuse> = {},
  timeoutMs?: number,
): Promise<Minted> {
  const redeemed = await codeFor(world, parts, timeoutMs)
  if (redeemed) await world.patience.turn()
  const made = await inContext(world, { ...parts, ...(mutation && { mutation }) }, async (context) => {
    const { partyId: clientId } = parts.party
    const changes = changesOf({ ...parts, ...(mutation && { mutation }) })
    const around = { clientId, redeemed, changes, ...toChange(parts.guise, mutation) }
    return tokenRequest({ assertion: reencode?.(jwt) ?? jwt, ...around }, context, world.settings)
  })
  const { url, ...rest } = made.request
  const there = at === undefined ? url : url.replace(world.target.baseUrl, at)
  return { ...made, request: { ...rest, url: there, connection: 'new' } }
}

/** A conforming client assertion of a party, addressed to any other; at most one thing about it is not as usual. */
export async function mintAssertion(world: World, parts: MessageParts, audience: string): Promise<string> {
  const towards = { ...world, target: { ...world.target, partyId: audience } }
  const [minted] = await mintNew(towards, parts, [undefined])
  return minted?.assertion ?? ''
}

/** The conforming token request of a party that redeems a code which it has already. */
export const mintRedeeming = async (world: World, parts: MessageParts, redeemed: Redeemed): Promise<Minted> =>
  (await mintNew(world, parts, [redeemed]))[0] as Minted

const blueprintOf = (parts: MessageParts): Blueprint => ({
  ageSeconds: parts.ageSeconds,
  jti: parts.nextJti(),
  changes: changesOf(parts),
  ...toChange(parts.guise, parts.mutation),
})

/** Without a guise some changes are meant to leave a message as it is. */
const toChange = (guise: MessageParts['guise'], mutation: Mutation | undefined): Pick<Blueprint, 'mutation'> =>
  guise && mutation ? { mutation } : {}

/** The guise first: what is wrong with a message has the last word, but for a form in which wrong values stand as well. */
export function changesOf({ guise, mutation }: Pick<MessageParts, 'guise' | 'mutation'>): readonly Mutation[] {
  const values = guise?.values.filter((value) => meets(value, mutation?.entry)) ?? []
  const changes = [
    ...values.filter(({ dresses }) => !dresses),
    { mutation },
    ...values.filter(({ dresses }) => dresses),
  ]
  return changes.flatMap((each) => each.mutation ?? [])
}

/** A code for the token request of a message, where the target takes one. */
async function codeFor(world: World, parts: MessageParts, timeoutMs?: number): Promise<Redeemed | undefined> {
  const { codes } = world
  return codes && inContext(world, parts, (context) => codes.redeemable(parts.mutation, context, timeoutMs))
}

/** Codes for so many copies. One after the other, since some targets lose one of two that are asked for at once. */
async function codesFor(world: World, parts: MessageParts, count: number): Promise<readonly (Redeemed | undefined)[]> {
  const codes: (Redeemed | undefined)[] = []
  while (codes.length < count) codes.push(await codeFor(world, parts))
  return codes
}

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
