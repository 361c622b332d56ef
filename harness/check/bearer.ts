import type { Json } from '../contracts/json.js'
import { sha256, shortestToken } from '../evidence/redact.js'
import { keepsToken } from '../guises/concerns.js'
import { readAnswer } from '../judge/outcome.js'
import type { Mutation, Party } from '../mutations/types.js'
import { decodeJwt, memberOf } from '../wire/decode.js'
import type { Exchange } from '../wire/types.js'
import { Withheld } from './code-source.js'
import type { CheckClient } from './message/client.js'
import { deliver } from './message/deliver.js'
import type { Carried } from './types.js'
import type { World } from './world.js'

/** An access token of the target. */
export interface Bearer extends Carried {
  /** What it took to get it just now; empty where it was there already. */
  readonly before: readonly Exchange[]
}

/** How long a token serves again at most, milliseconds. */
const longestMs = 20_000

/** What is out of the ordinary about the assertion on which an access token is got. */
export interface BearerOptions {
  readonly ageSeconds?: number | undefined
  readonly mutate?: Mutation | undefined
}

/** The target gave no access token. */
export class NoToken extends Withheld {}

/** Gets access tokens of the target for parties of one check, with conforming assertions. */
export interface Bearers {
  /** A token got for this very call, with a client assertion of that age (2 s by default). @throws NoToken where the target gives none. */
  fresh(party: Party, options?: BearerOptions): Promise<Bearer>
  /** The party's last token while it is young (20 s, or half of its `expires_in` where that is less), or a fresh one. */
  of(party: Party, ageSeconds?: number): Promise<Bearer>
  /** One of the two: the last one where it is to be kept, by the caller or by the guise, and nothing is unusual about its assertion. */
  usual(party: Party, options: BearerOptions & { readonly keepsToken?: true | undefined }): Promise<Bearer>
}

/** The bearers of one check. */
export function checkBearers(world: World, client: CheckClient): Bearers {
  const { accessToken: field, expiresIn } = world.settings.token.fields
  const kept = new Map<string, { readonly bearer: Bearer; readonly until: number }>()
  const read = (exchange: Exchange) => readAnswer(exchange, field)
  const fresh = async (party: Party, options?: BearerOptions): Promise<Bearer> => {
    const message = client.authentication(party, options)
    const conforms = options?.mutate === undefined
    const { minted, exchanges, answer } = await deliver(world, message, read, { conforms })
    if (answer.accessToken === undefined || answer.blemished) {
      const status = exchanges.at(-1)?.response?.status
      const came = status === undefined ? 'no answer came' : `status ${status} came`
      const why = `${party.partyId} got no access token (${came}), without which the call says nothing.`
      throw new NoToken(why, { exchanges, answer })
    }
    const seconds = secondsIn(memberOf(answer.json, expiresIn))
    const life = seconds === undefined ? {} : { expiresIn: seconds }
    const bearer = { token: answer.accessToken, ...life, assertion: minted.assertion ?? '', before: exchanges }
    // A target may let a client have one live token only, so the last one is the one to keep.
    kept.set(party.partyId, { bearer, until: Date.now() + keptMs(seconds) })
    return bearer
  }
  const of = async (party: Party, ageSeconds?: number): Promise<Bearer> => {
    const known = kept.get(party.partyId)
    return known && Date.now() < known.until ? { ...known.bearer, before: [] } : fresh(party, { ageSeconds })
  }
  const isKept = keepsToken(world.guise)
  return {
    fresh,
    of,
    usual: (party, { keepsToken: byCaller, ...options }) =>
      byCaller || (isKept && options.mutate === undefined) ? of(party, options.ageSeconds) : fresh(party, options),
  }
}

/**
 * What is presented as an access token, where it may be a secret: short texts are none, nor what evidence tells of a
 * request anyhow.
 */
export function secretIn(presented: string | undefined, { partyId }: Party, assertion: string): readonly string[] {
  const told = [partyId, memberOf(decodeJwt(assertion).payload, 'jti'), sha256(assertion)]
  return presented === undefined || presented.length < shortestToken || told.includes(presented) ? [] : [presented]
}

/** Seconds, as a number or as text. */
const secondsIn = (expiresIn: Json | undefined): number | undefined => {
  const seconds = typeof expiresIn === 'string' && expiresIn !== '' ? Number(expiresIn) : expiresIn
  return typeof seconds === 'number' && Number.isFinite(seconds) ? seconds : undefined
}

/** How long a token of that lifetime in seconds serves again, milliseconds; as long as any where no lifetime can be read. */
const keptMs = (seconds = Number.POSITIVE_INFINITY): number => Math.min(longestMs, seconds * 500)
