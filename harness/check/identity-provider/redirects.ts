import type { CookieJar } from '../../browser/plain/cookies.js'
import type { SendsOn } from '../../browser/plain/plain-visit.js'
import { readOutcome } from '../../judge/outcome.js'
import type { Form } from '../../mutations/types.js'
import type { Exchange, HttpResponse } from '../../wire/types.js'
import type { World } from '../world.js'
import { bareAddress } from './authorization.js'
import type { Authorized } from './types.js'

/** Redirects that are followed. */
const mostRedirects = 10

/** What came of a walk over HTTP; `page` is the address from which only a browser gets any further. */
type Walked = Pick<Authorized, 'exchanges' | 'redirect'> & { readonly page?: string | undefined }

/** Whether an address is where a login is to end. */
export type Lands = (url: string) => boolean

/** Whether an address is that of a relying party, whatever its parameters. */
export const landing =
  (addresses: readonly string[]): Lands =>
  (url) =>
    addresses.some((address) => plain(url) === plain(address))

/** Browsers and servers write some addresses in another way. */
const plain = (url: string): string => {
  const bare = bareAddress(url)
  return URL.canParse(bare) ? new URL(bare).href : bare
}

export const originOf = (url: string): string => new URL(url).origin

/** Where a walk begins. */
interface Start {
  readonly start: string
  /** Of the target; a browser follows what leads elsewhere. */
  readonly origin: string
  readonly jar: CookieJar
  /** The query of the first address is posted as a form, which no browser can do again: it goes on from where that led. */
  readonly posted?: boolean | undefined
  /** What stands in the query of a request that is posted. */
  readonly besides?: Form | undefined
  /** Where a page sends the browser on to. */
  readonly sendsOn?: SendsOn | undefined
}

/**
 * Follows the redirects of a target over HTTP, as long as it shows no page.
 * @param timeoutMs Bound on each exchange, milliseconds.
 */
export async function byRedirects(
  { http, patience }: Pick<World, 'http' | 'patience'>,
  { start, origin, jar, posted = false, besides = [], sendsOn }: Start,
  lands: Lands,
  timeoutMs?: number,
): Promise<Walked> {
  const exchanges: Exchange[] = []
  // A browser goes all the way itself where it can.
  const pageAt = (url: string): string | undefined => (posted ? (url === start ? undefined : url) : start)
  let waits = 0
  for (let url = start; exchanges.length <= mostRedirects + waits; ) {
    const exchange = await ask(http, { url, jar, besides: posted && url === start ? besides : undefined }, timeoutMs)
    exchanges.push(exchange)
    const { response } = exchange
    if (!response) return { exchanges }
    const put = readOutcome(exchange, () => false).outcome.kind === 'deferred'
    if (put && (await patience.asTold([exchange], waits++))) continue
    const next = put ? undefined : (locationOf(response, url) ?? (await sendsOn?.(response, url)))
    if (next === undefined) return { exchanges, page: !put && isPage(response) ? pageAt(url) : undefined }
    if (lands(next)) return { exchanges, redirect: next }
    // A browser follows a target that has its pages elsewhere.
    if (originOf(next) !== origin) return { exchanges, page: pageAt(next) }
    url = next
  }
  return { exchanges }
}

const formType = ['content-type', 'application/x-www-form-urlencoded'] as const

/** Asks for an address; posts its query as a form where `besides` says what stands in the query then. */
const ask = async (
  http: World['http'],
  { url, jar, besides }: { readonly url: string; readonly jar: CookieJar; readonly besides: Form | undefined },
  timeoutMs?: number,
): Promise<Exchange> => {
  const cookie = jar.header(url)
  const headers = [['accept', 'text/html'] as const, ...(cookie === undefined ? [] : [['cookie', cookie] as const])]
  const [at = '', body = ''] = url.split('?')
  const query = String(new URLSearchParams(besides))
  const request = besides
    ? { method: 'POST', url: query === '' ? at : `${at}?${query}`, headers: [...headers, formType], body }
    : { method: 'GET', url, headers }
  const bound = timeoutMs === undefined ? {} : { timeoutMs }
  const exchange = await http.exchange(request, bound)
  // What a browser asks for here does no harm twice.
  const answered = exchange.noAnswer?.reusedConnection ? await http.exchange(request, bound) : exchange
  if (answered.response) jar.receive(url, answered.response.headers)
  return answered
}

/** Where an answer sends the browser. */
export function locationOf({ status, headers }: HttpResponse, url: string): string | undefined {
  const { location } = headers
  if (typeof location !== 'string' || ![301, 302, 303, 307, 308].includes(status)) return undefined
  // The absolute address as it came, since every character of it may matter.
  if (/^https?:\/\//i.test(location)) return location
  return URL.canParse(location, url) ? new URL(location, url).href : undefined
}

/** A page that leads on, as a login page or a consent page does; an error page has no form. */
const isPage = ({ status, body }: HttpResponse): boolean =>
  (status >= 200 && status < 400) || ((status === 401 || status === 403) && /<form/i.test(body))
