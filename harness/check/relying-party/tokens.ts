import { type LedgerEntry, tokenBeginning } from '../../contracts/lab-protocol.js'
import { decodeJwt, memberOf, sha256 } from '../../wire/decode.js'
import { tokensLike } from '../../wire/token-like.js'
import type { Exchange } from '../../wire/types.js'
import { bareAddress } from '../identity-provider/authorization.js'
import { isPage } from '../identity-provider/page.js'
import type { World } from '../world.js'
import type { Journey } from './journey.js'
import { isAtLab } from './window.js'

const beginningsIn = (text: string): readonly string[] => tokensLike(text).map(tokenBeginning)

/** Digests of how the tokens begin that the lab answered with (`LedgerEntry.issued`). */
export const issuedIn = (entries: readonly LedgerEntry[]): ReadonlySet<string> =>
  new Set(entries.flatMap(({ issued }) => issued ?? []))

/** Whether one of these tokens stands in a text, not percent-encoded. */
export const holdsToken = (text: string, issued: ReadonlySet<string>): boolean =>
  beginningsIn(text).some((beginning) => issued.has(sha256(beginning)))

/** How the tokens begin that the lab issued for these humans, of those that a window saw anywhere. */
export async function tokensSeen(
  { lab, given }: Pick<World, 'lab' | 'given'>,
  humans: readonly string[],
  journey: Pick<Journey, 'exchanges' | 'endedAt'>,
): Promise<readonly string[]> {
  if (given) return []
  const entries = await lab.ledger({ subjects: humans, kinds: ['login-token'] })
  const issued = issuedIn(entries)
  if (issued.size === 0) return []
  const seen = new Set(textsOf(journey).flatMap(beginningsIn))
  return [...seen].filter((text) => issued.has(sha256(text)))
}

const textsOf = ({ exchanges, endedAt }: Pick<Journey, 'exchanges' | 'endedAt'>): readonly string[] => [
  endedAt,
  ...exchanges.flatMap(({ request, response }) => [
    request.url,
    String(request.body ?? ''),
    ...request.headers.map(([, value]) => value),
    ...Object.values(response?.headers ?? {}).flat(),
    response?.body ?? '',
  ]),
]

const visitedIn = (world: World, { exchanges, endedAt }: Pick<Journey, 'exchanges' | 'endedAt'>): readonly string[] =>
  [...exchanges.filter(isPage).flatMap(addressesOf), endedAt].filter((url) => !isAtLab(world, url))

/** All that a target tells a window: its pages, and the addresses that it leads to, but for those of the lab's IdentityProviders. */
export const toldIn = (world: World, journey: Pick<Journey, 'exchanges' | 'endedAt'>): readonly string[] => [
  ...visitedIn(world, journey),
  ...journey.exchanges
    .filter((each) => isPage(each) && each.request.url.startsWith(world.target.baseUrl))
    .flatMap(({ response }) => response?.body ?? []),
]

/** Begins as the JSON of a header does in base64url, whatever is encoded before it. */
const jwtLike = /ey[\w-]+\.[\w-]+\.[\w-]+/g

/** Whether a JWT of the target to one of the lab's IdentityProviders, or to the registry, stands in a text. */
export function holdsOwnAssertion(text: string, { target, counterparties, registry }: World): boolean {
  const receivers = [registry, ...counterparties.identityProviders].map(({ partyId }) => partyId)
  return (text.match(jwtLike) ?? []).some((compact) => {
    const { payload } = decodeJwt(compact)
    const audiences = [memberOf(payload, 'aud')].flat()
    return memberOf(payload, 'iss') === target.partyId && audiences.some((aud) => receivers.includes(String(aud)))
  })
}

/** Addresses that the window saw, but for the lab's, with one of these tokens in them; without their parameters. */
export function addressesWith(
  tokens: readonly string[],
  world: World,
  { exchanges, endedAt }: Pick<Journey, 'exchanges' | 'endedAt'>,
): readonly string[] {
  const telling = visitedIn(world, { exchanges, endedAt }).filter((url) => tokens.some((token) => url.includes(token)))
  return [...new Set(telling.map(bareAddress))]
}

function addressesOf({ request: { url }, response }: Exchange): readonly string[] {
  const to = [response?.headers.location ?? []].flat()
  return [url, ...to.filter((one) => URL.canParse(one, url)).map((one) => new URL(one, url).href)]
}
