import { type CookieJar, cookieJar } from '../../browser/cookies.js'
import { NotPlain } from '../../browser/not-plain.js'
import { plainVisit } from '../../browser/plain-visit.js'
import { StepProblem } from '../../browser/step-problem.js'
import type { Swap } from '../../browser/swap.js'
import type { BrowserCookie, BrowserVisit, LoginValues } from '../../browser/types.js'
import { NotTestable } from '../../errors.js'
import { readOutcome } from '../../judge/outcome.js'
import type { Form } from '../../mutations/types.js'
import type { LoginStep } from '../../target/login.js'
import type { Exchange, HttpResponse } from '../../wire/types.js'
import { mostLoginWaits, waitAsTold } from '../deliver.js'
import type { World } from '../world.js'
import { type Authorized, addressOf, bareAddress } from './authorization.js'
import type { KeptLogin } from './kept-login.js'
import { isPutOff } from './page.js'

/** How an authorization request is carried out. */
export interface WalkOptions {
  /** Whether the human is logged in already; `kept` by default. */
  readonly session?: 'kept' | 'none'
  /** What the browser of a human holds already who is not logged in. */
  readonly cookies?: readonly BrowserCookie[] | undefined
  /** Makes the values of the cookies with which the request is sent from those of the kept session; nothing where it leaves one out. Without a page. */
  readonly rewrite?: ((value: string) => string | undefined) | undefined
  /** Whether the browser goes on where a page comes; true by default. */
  readonly pages?: boolean
  /** What is typed in place of the user name and password of the target's human. */
  readonly typed?: Partial<LoginValues> | undefined
  /** In a window of its own, with others at the same time; over HTTP alone where its pages let it. */
  readonly sideBySide?: boolean
  /** What is changed on the way, in a window of its own. */
  readonly swap?: Swap | undefined
  /** Over HTTP alone where its pages let it: what is sought is that a login works. */
  readonly plain?: boolean
  /** Every step of the target file has to match its page. */
  readonly everyStep?: boolean
  /** Bound on each exchange, milliseconds. */
  readonly timeoutMs?: number | undefined
}

/** Carries out authorization requests: over HTTP as long as the target redirects, in the browser where it shows a page. */
export interface Walker {
  /** @throws NotTestable without a browser. */
  walk(parameters: Form, options?: WalkOptions): Promise<Authorized>
  /** How long the human of the kept session has been logged in at least, milliseconds; 0 before the first walk. */
  age(): number
}

/** What a walk needs of the world. */
export type WalkWorld = Pick<
  World,
  'target' | 'settings' | 'http' | 'pages' | 'browser' | 'login' | 'redirectUri' | 'counterparties'
>

/** How often a login is begun over HTTP that only a browser can end. */
const mostInVain = 3

/** Redirects that are followed. */
const mostRedirects = 10

/** What came of a walk over HTTP; `page` where only a browser gets any further. */
type Walked = Pick<Authorized, 'exchanges' | 'redirect'> & { readonly page: boolean }

/** A walker for one worker. */
export function walker(world: WalkWorld, kept: KeptLogin, noBrowser: () => string): Walker {
  const origin = originOf(world.target.baseUrl)
  let last: Promise<unknown> = Promise.resolve()
  /** Pages one after the other, so that what one login needs is not done eight times at once. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work)
    last = mine.catch(() => undefined)
    return mine
  }
  const byHttp = async (start: string, jar: CookieJar, lands: Lands, timeoutMs?: number): Promise<Walked> => {
    const exchanges: Exchange[] = []
    let waits = 0
    for (let url = start; exchanges.length <= mostRedirects + waits; ) {
      const exchange = await get(world, url, jar, timeoutMs)
      exchanges.push(exchange)
      const { response } = exchange
      if (!response) return { exchanges, page: false }
      const put = readOutcome(exchange, () => false).outcome.kind === 'deferred'
      if (put && (await waitAsTold([exchange], waits++))) continue
      const next = put ? undefined : locationOf(response, url)
      if (next === undefined) return { exchanges, page: !put && isPage(response) }
      if (lands(next)) return { exchanges, redirect: next, page: false }
      // Whoever has its pages elsewhere is followed there by a browser.
      if (originOf(next) !== origin) return { exchanges, page: true }
      url = next
    }
    return { exchanges, page: false }
  }
  const bounds = ({ password }: LoginValues) => ({
    origins: [origin, originOf(world.redirectUri), ...(world.login?.allowOrigins ?? [])],
    secrets: [world.login?.password ?? '', password].filter((secret) => secret !== ''),
    labLogin: labLogin(world),
  })
  const byBrowser = async (
    start: string,
    jar: CookieJar,
    lands: Lands,
    { everyStep, typed, swap }: Pick<WalkOptions, 'everyStep' | 'typed' | 'swap'>,
  ): Promise<Browsed> => {
    const { login } = world
    if (!world.browser || !login) throw new NotTestable(noBrowser())
    const values: LoginValues = { ...login, ...typed }
    const browser = await world.browser()
    const steps = everyStep ? login.steps : optionally(login.steps)
    const earlier: Exchange[] = []
    for (let waits = 0; ; waits += 1) {
      const visit = await browser.visit({ ...bounds(values), cookies: jar.all(), ...(swap && { swap }) })
      try {
        await visit.goto(start)
        const redirect = await visit.follow(steps, values, lands)
        return { ...seenIn(visit, earlier), redirect, cookies: await visit.cookies() }
      } catch (error) {
        if (!(error instanceof StepProblem)) throw error
        const again = isPutOff(visit) && (await waitAsTold(visit.exchanges, waits, mostLoginWaits))
        if (!again) return { ...seenIn(visit, earlier), problem: error }
        earlier.push(...visit.exchanges)
      } finally {
        await visit.close()
      }
    }
  }

  /** A login that came to its end without a browser; nothing where only that can tell. */
  const byForms = async (
    start: string,
    jar: CookieJar,
    lands: Lands,
    { typed, swap }: Pick<WalkOptions, 'typed' | 'swap'>,
  ): Promise<Browsed | undefined> => {
    const { steps = [], username = '', password = '' } = world.login ?? {}
    const values = { username, password, ...typed }
    const visit = plainVisit(world.pages, { ...bounds(values), cookies: jar.all(), ...(swap && { swap }) })
    try {
      await visit.goto(start)
      const redirect = await visit.follow(optionally(steps), values, lands)
      const { exchanges, carriers } = visit
      return { exchanges, carriers, redirect, typedPassword: true, cookies: await visit.cookies() }
    } catch (error) {
      if (error instanceof NotPlain || error instanceof StepProblem) return undefined
      throw error
    }
  }
  const sideBySide = async (start: string, lands: Lands, options: WalkOptions): Promise<Browsed> =>
    (await byForms(start, cookieJar(), lands, options)) ?? (await byBrowser(start, cookieJar(), lands, options))
  let inVain = 0
  const plainly = async (start: string, jar: CookieJar, lands: Lands): Promise<Browsed | undefined> => {
    // Nobody is to begin each login twice.
    if (inVain === mostInVain) return undefined
    const browsed = await byForms(start, jar, lands, {})
    if (!browsed) inVain += 1
    return browsed
  }

  return {
    age: () => (kept.since === 0 ? 0 : Date.now() - kept.since),
    async walk(parameters, options = {}) {
      const { session = 'kept', cookies, pages = true, timeoutMs } = options
      if (!world.browser) throw new NotTestable(noBrowser())
      const start = addressOf(world, parameters)
      const others = options.swap ? [options.swap.to] : []
      const lands = landing([world.redirectUri, ...valuesOf(parameters, 'redirect_uri'), ...others])
      if (options.sideBySide || options.swap) return { ...(await sideBySide(start, lands, options)), paged: true }
      const isKept = session === 'kept'
      if (isKept && kept.since === 0) kept.renewed()
      const jar = options.rewrite
        ? cookieJar(written(kept.jar, options.rewrite))
        : isKept
          ? kept.jar
          : cookieJar(cookies)
      const seen = kept.since
      const { page, ...first } = await byHttp(start, jar, lands, timeoutMs)
      if (!page || !pages || options.rewrite) return { ...first, paged: page, cookies: jar.all() }
      return inTurn(async (): Promise<Authorized> => {
        if (isKept && (kept.renewed() || kept.since > seen)) {
          const { page: still, ...again } = await byHttp(start, jar, lands, timeoutMs)
          if (!still) return { ...again, exchanges: [...first.exchanges, ...again.exchanges], paged: false }
        }
        const browsed =
          (options.plain ? await plainly(start, jar, lands) : undefined) ??
          (await byBrowser(start, jar, lands, options))
        if (isKept && browsed.cookies) await kept.keep(browsed.cookies)
        return { ...browsed, exchanges: [...first.exchanges, ...browsed.exchanges], paged: true }
      })
    },
  }
}

/** What came of a walk in the browser. */
type Browsed = Omit<Authorized, 'paged'>

const optionally = (steps: readonly LoginStep[]) => steps.map((step) => ({ ...step, optional: true }))

/** What a visit tells of a login, after what came of earlier ones that were put off. */
const seenIn = ({ exchanges, typedPassword, carriers }: BrowserVisit, earlier: readonly Exchange[]) => ({
  exchanges: [...earlier, ...exchanges],
  typedPassword,
  carriers,
})

/** Cookies with other values. */
const written = (jar: CookieJar, rewrite: NonNullable<WalkOptions['rewrite']>): readonly BrowserCookie[] =>
  jar.all().flatMap((cookie) => {
    const value = rewrite(cookie.value)
    return value === undefined ? [] : [{ ...cookie, value }]
  })

type Lands = (url: string) => boolean

/** Whether an address is that of a relying party, whatever its parameters. */
const landing =
  (addresses: readonly string[]): Lands =>
  (url) =>
    addresses.some((address) => plain(url) === plain(address))

/** Browsers and servers write some addresses in another way. */
const plain = (url: string): string => {
  const bare = bareAddress(url)
  return URL.canParse(bare) ? new URL(bare).href : bare
}

const get = async ({ http }: WalkWorld, url: string, jar: CookieJar, timeoutMs?: number): Promise<Exchange> => {
  const cookie = jar.header(url)
  const request = {
    method: 'GET',
    url,
    headers: [['accept', 'text/html'] as const, ...(cookie === undefined ? [] : [['cookie', cookie] as const])],
  }
  const bound = timeoutMs === undefined ? {} : { timeoutMs }
  const exchange = await http.exchange(request, bound)
  // A GET does no harm twice.
  const answered = exchange.noAnswer?.reusedConnection ? await http.exchange(request, bound) : exchange
  if (answered.response) jar.receive(url, answered.response.headers)
  return answered
}

/** Where an answer sends the browser. */
function locationOf({ status, headers }: HttpResponse, url: string): string | undefined {
  const { location } = headers
  if (typeof location !== 'string' || ![301, 302, 303, 307, 308].includes(status)) return undefined
  // An absolute address as it was told, since every character of it may matter.
  if (/^https?:\/\//i.test(location)) return location
  return URL.canParse(location, url) ? new URL(location, url).href : undefined
}

/** A page that leads on, as a login page or a consent page does; an error page has no form. */
const isPage = ({ status, body }: HttpResponse): boolean =>
  (status >= 200 && status < 400) || ((status === 401 || status === 403) && /<form/i.test(body))

const originOf = (url: string): string => new URL(url).origin

const valuesOf = (parameters: Form, wanted: string): readonly string[] =>
  parameters.flatMap(([name, value]) => (name === wanted ? [value] : []))

/** Where the lab's own IdentityProviders ask for a user name. */
const labLogin = ({ counterparties }: WalkWorld): readonly string[] =>
  counterparties.identityProviders.map(({ baseUrl }) => `${baseUrl}/`)
