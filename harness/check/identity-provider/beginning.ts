import type { CookieJar } from '../../browser/plain/cookies.js'
import { readOutcome } from '../../judge/outcome.js'
import type { Form, Party } from '../../mutations/types.js'
import type { Exchange } from '../../wire/types.js'
import type { World } from '../world.js'
import { addressOf } from './authorization.js'
import { pushedRequest } from './pushed-request.js'
import { locationOf } from './redirects.js'

/** A relying party and what it asks. */
export interface AskedBy {
  readonly party: Party
  readonly parameters: Form
  /** They stand in the query, whatever the target wants. */
  readonly unsigned?: boolean | undefined
  /** What the browser holds that posts the request. */
  readonly jar?: CookieJar
}

/** Where the browser of a human begins a login, and what the relying party has sent before; no address where that was not answered with one. */
export interface Beginning {
  readonly start: string | undefined
  readonly exchanges: readonly Exchange[]
}

/**
 * Where a login begins: at an address with the parameters, or where the answer to a signed request leads (`interface.login.request`).
 * @param timeoutMs Bound on each exchange, milliseconds.
 */
export async function beginning(
  world: Pick<World, 'target' | 'settings' | 'http' | 'patience'>,
  { party, parameters, unsigned = false, jar }: AskedBy,
  timeoutMs?: number,
): Promise<Beginning> {
  if (unsigned || world.settings.login.request !== 'signed')
    return { start: addressOf(world, parameters), exchanges: [] }
  const exchanges: Exchange[] = []
  for (let waits = 0; ; waits += 1) {
    const request = pushedRequest(world, party, parameters)
    const cookie = jar?.header(request.url)
    const headers = [...request.headers, ...(cookie === undefined ? [] : [['cookie', cookie] as const])]
    const bound = timeoutMs === undefined ? {} : { timeoutMs }
    const exchange = await world.http.exchange({ ...request, headers }, bound)
    exchanges.push(exchange)
    if (exchange.response) jar?.receive(request.url, exchange.response.headers)
    const isPutOff = readOutcome(exchange, () => false).outcome.kind === 'deferred'
    if (isPutOff && (await world.patience.asTold([exchange], waits))) continue
    const { response } = exchange
    return { start: response && locationOf(response, request.url), exchanges }
  }
}
