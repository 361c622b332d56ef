import { isPassword, type LoginStep } from '../../contracts/login.js'
import type { HttpClient } from '../../wire/http.js'
import type { Exchange, HttpRequest, HttpResponse } from '../../wire/types.js'
import { isName, textFor } from '../act.js'
import { keptAddress, keptForm, type Room, roomForBodies } from '../exchange.js'
import { isUserName, labSteps } from '../lab-page.js'
import { type Clean, createSecrets } from '../secrets.js'
import { StepProblem } from '../step-problem.js'
import { type Carrier, isOwnChange, swapper } from '../swap.js'
import type { LoginValues, Visit, VisitOptions } from '../types.js'
import { cookieJar } from './cookies.js'
import { mayKeepCookies, mayRefuseCookies } from './cookies-of-sites.js'
import { NotPlain } from './not-plain.js'
import type { PlainPage, Reading, Submission } from './plain-page.js'

/** Addresses after which a login is called endless. */
const mostAddresses = 50

/** Where a page sends a browser on to by itself, with what it posts there for a query; nothing where it needs a human. */
export type SendsOn = (response: HttpResponse, url: string) => Promise<string | undefined>

/**
 * A window without a browser: follows redirects, links and forms over HTTP, on pages that only a human changes. Takes
 * a fiftieth of the time that a browser needs.
 * @param http Takes any server certificate, as the browser does.
 * @returns a visit whose methods throw `NotPlain` where only a browser shows what would happen.
 */
export function plainVisit(
  http: HttpClient,
  options: Pick<VisitOptions, 'origins' | 'secrets' | 'labLogin' | 'cookies' | 'swap'> &
    Reading & { readonly sendsOn?: SendsOn | undefined },
): Visit {
  const jar = cookieJar(options.cookies)
  const secrets = createSecrets(options.secrets)
  const room = roomForBodies()
  const exchanges: Exchange[] = []
  const swap = options.swap && swapper(options.swap, options.labLogin)
  let visited: string[] = []
  let asked = 0
  let here: PlainPage | undefined
  let proven = false

  const get = async (submission: Submission): Promise<void> => {
    const way = here ? [url()] : []
    here = undefined
    for (let next: Submission | undefined = submission; next; ) {
      const held = jar.header(next.url)
      const carrying: Submission & Carrier = { ...next, ...(held !== undefined && { cookie: held }) }
      const swapped = visited.length > 0 || options.swap?.fromStart ? swap?.next(carrying) : undefined
      if (options.swap && swapped?.body !== undefined && !isOwnChange(options.swap)) jar.replace([])
      next = swapped ?? next
      if (visited.push(next.url) > mostAddresses) throw new NotPlain('it is redirected too often')
      // Not asked for, and there is no page; a login may have come to its end there all the same.
      if (!options.origins.includes(new URL(next.url).origin)) return
      const cookie = (options.swap?.onceProved && swapped?.cookie) || jar.header(next.url)
      way.push(next.url)
      if (!options.seen && mayKeepCookies(way, next.method, jar)) throw new NotPlain('a browser may keep cookies back')
      const request = requestOf(next, cookie)
      const exchange = await http.exchange(request)
      exchanges.push(cleaned(exchange, secrets.clean, room))
      const { response } = exchange
      if (!response) throw new NotPlain('no answer came')
      if (!options.seen && mayRefuseCookies(response)) throw new NotPlain('a browser may take other cookies')
      jar.receive(next.url, response.headers)
      const posts: string | undefined = await options.sendsOn?.(response, next.url)
      const to: Submission | undefined = posts ? { method: 'GET', url: posts } : redirected(next, response)
      // What reads pages takes long to load, and most workers log nobody in.
      if (!to) here = (await import('./plain-page.js')).plainPage(next.url, response, options)
      next = to
    }
  }
  const url = (): string => visited.at(-1) ?? 'about:blank'
  const page = (): PlainPage => {
    if (!here) throw new NotPlain('there is no page')
    return here
  }

  return {
    async goto(to) {
      visited = []
      asked = 0
      here = undefined
      await get({ method: 'GET', url: to })
      page()
    },
    async follow(steps, values, until) {
      secrets.add(values.password)
      for (const step of steps) if ('fill' in step && !isName(step.fill.value)) secrets.addTyped(step.fill.value)
      let open = steps
      for (;;) {
        while (asked < visited.length) {
          const address = visited[asked++] as string
          if (until(address)) return address
        }
        const atLab = options.labLogin?.some((prefix) => url().startsWith(prefix)) ?? false
        const { done, sent, rest } = carriedOut(page(), atLab ? labSteps : open, values)
        if (!atLab) open = rest
        proven ||= done.some(atLab ? isUserName : isPassword)
        if (sent) await get(sent)
        else if (page().inert) throw new StepProblem('Nothing more happens on the page.')
        else throw new NotPlain('the page may go on by itself')
      }
    },
    shows: async (text) => {
      const says = page().says(text)
      if (!page().inert && !(says && options.seen)) throw new NotPlain('the page may show it later, or take it away')
      return says
    },
    url,
    cookies: async () => jar.all(),
    keep: async (cookies) => jar.replace([...jar.all(), ...cookies]),
    exchanges,
    get carriers() {
      return swap?.carriers ?? 0
    },
    get proven() {
      return proven
    },
    blocked: [],
    screenshots: [],
    close: async () => undefined,
  }
}

/** Does what steps say until one of them asks a server for something; those that were done, and those that are left. */
function carriedOut(
  page: PlainPage,
  steps: readonly LoginStep[],
  values: LoginValues,
): { readonly sent?: Submission; readonly done: readonly LoginStep[]; readonly rest: readonly LoginStep[] } {
  const done: LoginStep[] = []
  let rest = steps
  for (const [index, step] of steps.entries()) {
    const came = carryOut(page, step, values)
    if (came === false && step.optional) continue
    if (came === false) break
    done.push(step)
    rest = steps.slice(index + 1)
    if (came !== true) return { sent: came, done, rest }
  }
  return { done, rest }
}

/** Where a step leads; whether it could be carried out where it leads nowhere. */
function carryOut(page: PlainPage, step: LoginStep, values: LoginValues): Submission | boolean {
  if ('expect' in step) return page.says(step.expect.text)
  if ('fill' in step) return page.fill(step.fill, textFor(step.fill.value, values))
  // What a click does besides is up to the scripts of the page.
  if (!page.inert) throw new NotPlain('the page may act by itself')
  return page.click(step.click) ?? false
}

const requestOf = ({ method, url, body }: Submission, cookie: string | undefined): HttpRequest => ({
  method,
  url,
  headers: [
    ['accept', 'text/html,application/xhtml+xml,*/*;q=0.8'],
    ...(cookie === undefined ? [] : [['cookie', cookie] as const]),
    ...(body === undefined ? [] : [['content-type', 'application/x-www-form-urlencoded'] as const]),
  ],
  ...(body !== undefined && { body }),
})

/** Where an answer sends the window. */
function redirected({ method, url, body }: Submission, { status, headers }: HttpResponse): Submission | undefined {
  const { location } = headers
  if (![301, 302, 303, 307, 308].includes(status) || typeof location !== 'string') return undefined
  if (!URL.canParse(location, url)) throw new NotPlain(`${location} is no address`)
  const to = new URL(location, url).href
  return status < 307 || method === 'GET'
    ? { method: 'GET', url: to }
    : { method, url: to, ...(body !== undefined && { body }) }
}

/** An exchange as it may be kept. */
function cleaned({ request, response, ...rest }: Exchange, clean: Clean, room: Room): Exchange {
  const { body } = request
  return {
    ...rest,
    request: {
      ...request,
      url: keptAddress(request.url, clean),
      ...(body !== undefined && { body: keptForm(String(body), clean) }),
    },
    ...(response && { response: cleanedAnswer(response, clean, room) }),
  }
}

function cleanedAnswer({ headers, body, ...response }: HttpResponse, clean: Clean, room: Room): HttpResponse {
  const kept = room(clean(body))
  const cleanedHeaders = Object.entries(headers).map(([name, value]) => [
    name,
    typeof value === 'string' ? keptAddress(value, clean) : value.map((one) => keptAddress(one, clean)),
  ])
  return {
    ...response,
    headers: Object.fromEntries(cleanedHeaders),
    body: kept ?? '',
    truncated: response.truncated || kept === undefined,
  }
}
