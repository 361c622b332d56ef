import { setTimeout as sleep } from 'node:timers/promises'
import { type CookieJar, cookieJar } from '../../browser/plain/cookies.js'
import { isOwnChange } from '../../browser/swap.js'
import type { BrowserCookie } from '../../browser/types.js'
import type { Form } from '../../mutations/types.js'
import type { World } from '../world.js'
import { beginning } from './beginning.js'
import { formAnswer, isAnsweredByForm } from './form-answer.js'
import type { KeptLogin } from './kept-login.js'
import { byRedirects, type Lands, landing, originOf } from './redirects.js'
import type { Authorized, Walker, WalkOptions } from './types.js'
import { type Browsed, byForms, inBrowser, type WindowOptions, type WindowWorld } from './windows.js'

/** What a walk needs of the world. */
export type WalkWorld = WindowWorld & Pick<World, 'settings' | 'http'>

/** How often in a row a login is begun over HTTP that only a browser can end. */
const mostInVain = 3

/** By then it can be seen from times in seconds which of two requests came last, milliseconds. */
const laterMs = 1_100

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
  const sideBySide = async (window: WindowOptions): Promise<Browsed> => {
    const browsed = await byForms(world, window)
    return browsed?.redirect === undefined ? inBrowser(world, window, noBrowser) : browsed
  }
  const plainly = overHttp(world)

  return {
    age: () => (kept.since === 0 ? 0 : Date.now() - kept.since),
    async walk(parameters, { party, session = 'kept', pages = true, ...options }) {
      const { unsigned, posted, besides, rewrite, swap, typed, slip, everyStep, elsewhere, timeoutMs, ready } = options
      const lands = landing([
        world.redirectUri,
        ...valuesOf([...parameters, ...(besides ?? [])], 'redirect_uri'),
        ...(swap === undefined || isOwnChange(swap) ? [] : [swap.to]),
      ])
      const sendsOn = isAnsweredByForm(parameters) ? formAnswer(lands) : undefined
      const isApart = options.sideBySide || swap !== undefined
      const isKept = session === 'kept' && !isApart
      if (isKept && kept.since === 0) kept.renewed()
      const held = isKept ? kept.jar : cookieJar(isApart ? undefined : options.cookies)
      const jar = rewrite ? cookieJar(written(kept.jar, rewrite)) : held
      const { start, ...begun } = await beginning(world, { party, parameters, unsigned, jar }, timeoutMs)
      if (start === undefined) return { ...begun, paged: false }
      if (lands(start)) return { ...begun, redirect: start, paged: false }
      if (isKept) kept.lighten(start)
      const after = (came: Authorized): Authorized => ({ ...came, exchanges: [...begun.exchanges, ...came.exchanges] })
      if (isApart) {
        const window = {
          start,
          jar,
          lands,
          sendsOn,
          typed,
          elsewhere,
          ready,
          swap: swap && { ...swap, fromStart: begun.exchanges.length > 0 },
        }
        const plain = swap && options.plain === 'page' ? await plainly(window, 'page') : await sideBySide(window)
        return after({ ...(plain ?? (await inBrowser(world, window, noBrowser))), paged: true })
      }
      const redirected = () =>
        byRedirects(
          world,
          { start, origin, jar, posted: posted && begun.exchanges.length === 0, besides, sendsOn },
          lands,
          timeoutMs,
        )
      const seen = kept.since
      let { page, ...first } = await redirected()
      if (!page || !pages || rewrite) return after({ ...first, paged: page !== undefined, cookies: jar.all() })
      const ended = await inTurn(async (): Promise<Authorized> => {
        if (isKept && (kept.renewed() || kept.since > seen)) {
          const { page: still, ...again } = await redirected()
          page = still
          if (!still) return { ...again, exchanges: [...first.exchanges, ...again.exchanges], paged: false }
        }
        const meanwhile = options.meanwhile && opening(world, options.meanwhile, lands, timeoutMs)
        const window = { start: page ?? start, jar, lands, sendsOn, typed, slip, everyStep, elsewhere, meanwhile }
        const browsed = (await plainly(window, options.plain)) ?? (await inBrowser(world, window, noBrowser))
        if (isKept && browsed.cookies && browsed.redirect !== undefined) await kept.keep(browsed.cookies)
        return { ...browsed, exchanges: [...first.exchanges, ...browsed.exchanges], paged: true }
      })
      return after(ended)
    },
  }
}

/** Logins over HTTP alone, as long as they are not begun in vain; nothing where a browser has to carry one out. */
function overHttp(
  world: WalkWorld,
): (window: WindowOptions, mayEnd: WalkOptions['plain']) => Promise<Browsed | undefined> {
  let inVain = 0
  let works = false
  return async (window, mayEnd) => {
    // Nobody is to begin each login twice.
    if (mayEnd === undefined || inVain === mostInVain || (mayEnd === 'page' && !works)) return undefined
    const browsed = await byForms(world, window)
    const hasArrived = browsed?.redirect !== undefined
    works ||= hasArrived
    inVain = hasArrived ? 0 : inVain + 1
    return hasArrived || mayEnd === 'page' ? browsed : undefined
  }
}

/** Opens a request in the browser of another one, or in one of its own, over HTTP, as far as its redirects lead. */
const opening =
  (
    world: WalkWorld,
    asked: NonNullable<WalkOptions['meanwhile']>,
    lands: Lands,
    timeoutMs?: number,
  ): WindowOptions['meanwhile'] =>
  async (cookies) => {
    await sleep(laterMs)
    const jar = cookieJar(asked.isApart ? undefined : cookies)
    const held = () => (asked.isApart ? cookies : jar.all())
    const { start, exchanges } = await beginning(world, { ...asked, jar }, timeoutMs)
    if (start === undefined) return { exchanges, cookies: held() }
    const origin = originOf(world.target.baseUrl)
    const { exchanges: opened } = await byRedirects(world, { start, origin, jar }, lands, timeoutMs)
    return { exchanges: [...exchanges, ...opened], cookies: held() }
  }

/** Cookies with other values. */
const written = (jar: CookieJar, rewrite: NonNullable<WalkOptions['rewrite']>): readonly BrowserCookie[] =>
  jar.all().flatMap((cookie) => {
    const value = rewrite(cookie.value)
    return value === undefined ? [] : [{ ...cookie, value }]
  })

const valuesOf = (parameters: Form, wanted: string): readonly string[] =>
  parameters.flatMap(([name, value]) => (name === wanted ? [value] : []))
