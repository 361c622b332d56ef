import type { Page, Request } from '@playwright/test'
import type { Exchange } from '../../wire/types.js'
import type { Bell } from '../bounds.js'
import { type Begun, exchangeOf, inWords, keptAddress, roomForBodies } from '../exchange.js'
import type { Clean } from '../secrets.js'
import type { Carrier } from '../swap.js'
import { type Gate, hostAndPort } from './gate.js'

/** An exchange with its place in the order in which requests were made. */
export interface Numbered {
  readonly number: number
  readonly exchange: Exchange
}

/** Everything that a window asks for. */
export interface Traffic {
  /** Addresses that the window went to, redirects included, since `startOver`. */
  readonly visited: readonly string[]
  startOver(): void
  /** When the window set out for an address that has not answered yet, milliseconds of `performance.now`. */
  readonly underway: number | undefined
  /** Why it came to an error page; an answer that shows nothing, or a journey given up for another, leaves it where it is. */
  readonly failure: string | undefined
  /** Status of the page that the window shows, where one was answered. */
  readonly status: number | undefined
  /** Whether that page announced another one in its header. */
  readonly refreshes: boolean
  /** Whether a request is open on which the page may depend. */
  readonly busy: boolean
  readonly blocked: readonly string[]
  /** Exchanges that ended since this was asked last; those that are open too, as unanswered, where nobody waits for them any longer. */
  take(atEnd?: boolean): Promise<readonly Numbered[]>
}

const mostExchanges = 300
const mostBlocked = 100
const mostVisited = 200
/** What a page cannot be complete without. */
const essential = new Set(['document', 'script', 'stylesheet', 'xhr', 'fetch'])
/** Whom Chromium asks of its own accord, about forms that it sees for example. */
const chromiumsOwn = /\.(google|googleapis|gvt1)\.com:443$/

interface Surroundings {
  readonly gate: Gate
  readonly origins: readonly string[]
  readonly clean: Clean
  readonly bell: Bell
  /** What was sent in place of what a page asked for. */
  readonly sentAs: ((request: Request) => Carrier | undefined) | undefined
}

/** Watches a page from its very first request. */
export function watchTraffic(page: Page, { gate, origins, clean, bell, sentAs }: Surroundings): Traffic {
  const context = page.context()
  const allowed = new Set(origins.map(hostAndPort))
  const room = roomForBodies()
  const visited: string[] = []
  const blocked = new Set<string>()
  const blockedNames = new Set<string>()
  const open = new Map<Request, Begun & { readonly number: number }>()
  const done: Promise<Numbered>[] = []
  let count = 0
  let underway: { readonly request: Request; readonly since: number } | undefined
  let failure: string | undefined
  let status: number | undefined
  let refreshes = false
  let location: string | undefined

  const isAllowed = (url: string): boolean => allowed.has(hostAndPort(url))
  const block = (url: string): void => {
    blockedNames.add(hostAndPort(url))
    if (blocked.size < mostBlocked) blocked.add(keptAddress(url, clean))
  }
  const went = (url: string): void => {
    if (/^https?:/.test(url) && visited.at(-1) !== url && visited.length < mostVisited) visited.push(url)
  }
  const ofWindow = (request: Request): boolean => request.isNavigationRequest() && frameOf(request) === page.mainFrame()

  function began(request: Request): void {
    const url = request.url()
    if (!/^https?:/.test(url)) return
    const since = performance.now()
    if (ofWindow(request)) {
      underway = { request, since }
      failure = isAllowed(url) ? undefined : `it was sent to ${new URL(url).origin}, which it may not ask`
      went(asTold(url, location))
      location = undefined
    }
    if (!isAllowed(url)) block(url)
    else if (++count <= mostExchanges) open.set(request, { number: count, startedAt: new Date(), since })
    bell.ring()
  }

  function ended(request: Request, error?: string): void {
    const problem = error === undefined ? undefined : gate.problems.get(hostAndPort(request.url()))
    if (error !== undefined && request === underway?.request) {
      underway = undefined
      if (!/ERR_ABORTED/.test(error)) failure ??= problem ?? inWords(error)
    }
    const begun = open.get(request)
    if (begun) {
      open.delete(request)
      const what = { ...(error !== undefined && { error }), ...(problem !== undefined && { problem }) }
      done.push(
        exchangeOf(request, begun, what, { clean, room }, sentAs?.(request)).then((exchange) => ({
          number: begun.number,
          exchange,
        })),
      )
    }
    bell.ring()
  }

  context.on('request', began)
  context.on('requestfinished', (request) => ended(request))
  context.on('requestfailed', (request) => {
    if (/^https?:/.test(request.url())) ended(request, request.failure()?.errorText ?? 'ERR_FAILED')
  })
  context.on('response', (response) => {
    if (!ofWindow(response.request())) return
    status = response.status()
    location = response.headers().location
    refreshes = 'refresh' in response.headers()
  })
  page.on('websocket', (socket) => {
    if (!isAllowed(socket.url())) block(socket.url())
  })
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame()) return
    went(frame.url())
    if (!frame.url().startsWith('chrome-error:')) underway = failure = undefined
    bell.ring()
  })

  return {
    visited,
    startOver: () => {
      visited.length = 0
      failure = status = undefined
    },
    get underway() {
      return underway?.since
    },
    get failure() {
      return failure
    },
    get status() {
      return status
    },
    get refreshes() {
      return refreshes
    },
    get busy() {
      return [...open.keys()].some((request) => essential.has(request.resourceType()))
    },
    get blocked() {
      // What Playwright does not show, an icon of the page for example, is known to the gate by its host alone.
      const unseen = [...gate.turnedAway].filter((name) => !blockedNames.has(name) && !chromiumsOwn.test(name))
      return [...blocked, ...unseen].slice(0, mostBlocked)
    },
    take: async (atEnd = false) => {
      if (atEnd) for (const request of [...open.keys()]) ended(request, 'ERR_TIMED_OUT')
      return Promise.all(done.splice(0))
    },
  }
}

/** An address with the fragment with which a redirect told it: requests have none. */
const asTold = (url: string, location = ''): string =>
  URL.canParse(location, url) && new URL(location, url).href.split('#', 1)[0] === url
    ? new URL(location, url).href
    : url

const frameOf = (request: Request) => {
  try {
    return request.frame()
  } catch {
    // The first request of a window that opens: there is no frame yet.
    return undefined
  }
}
