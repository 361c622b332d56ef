import type { CookieJar } from '../../browser/plain/cookies.js'
import { NotPlain } from '../../browser/plain/not-plain.js'
import { plainVisit, type SendsOn } from '../../browser/plain/plain-visit.js'
import { StepProblem } from '../../browser/step-problem.js'
import type { Swap } from '../../browser/swap.js'
import type { BrowserCookie, LoginValues, Visit, VisitOptions } from '../../browser/types.js'
import { NotTestable } from '../../contracts/errors.js'
import type { LoginStep, LoginUnderTest } from '../../contracts/login.js'
import type { Exchange, HttpRequest } from '../../wire/types.js'
import { parametersOf, waiting } from '../meeting.js'
import { mostLoginWaits } from '../patience.js'
import type { World } from '../world.js'
import { isPostedTo, withQuery } from './form-answer.js'
import { isPutOff } from './page.js'
import { type Lands, originOf } from './redirects.js'
import type { Authorized } from './types.js'

/** What a window needs of the world. */
export type WindowWorld = Pick<
  World,
  'target' | 'pages' | 'patience' | 'pagesSeen' | 'browser' | 'login' | 'redirectUri' | 'counterparties'
>

/** A login in a window. */
export interface WindowOptions {
  readonly start: string
  /** What the window holds at its beginning. */
  readonly jar: CookieJar
  readonly lands: Lands
  /** Where a page sends the browser on to; absent where the answer to the request is not posted. */
  readonly sendsOn?: SendsOn | undefined
  /** What is typed in place of the user name and password of the target's human. */
  readonly typed?: Partial<LoginValues> | undefined
  /** What is typed before that, and changed on the page that comes then. */
  readonly slip?: Partial<LoginValues> | undefined
  /** What is changed on the way. */
  readonly swap?: Swap | undefined
  /** Every step of the target file has to match its page. */
  readonly everyStep?: boolean | undefined
  /** The human goes the way of `login.otherSteps`. */
  readonly elsewhere?: boolean | undefined
  /** Waited for before the password is sent, over HTTP. */
  readonly ready?: (() => Promise<void>) | undefined
  /** Opens something else in the same browser, which holds those cookies then. */
  readonly meanwhile?: ((cookies: readonly BrowserCookie[]) => Promise<Opened>) | undefined
}

/** What came of something else that was opened in the browser of a login. */
export interface Opened {
  readonly exchanges: readonly Exchange[]
  /** All that the browser holds afterwards. */
  readonly cookies: readonly BrowserCookie[]
}

/** What came of a login in a window. */
export type Browsed = Omit<Authorized, 'paged'>

/**
 * A login in Chromium; one that is put off is begun anew, as the target asks.
 * @throws NotTestable without a browser.
 */
export async function inBrowser(
  world: WindowWorld,
  { start, jar, lands, sendsOn, typed, slip, swap, everyStep, elsewhere, meanwhile }: WindowOptions,
  noBrowser: () => string,
): Promise<Browsed> {
  const { login } = world
  if (!world.browser || !login) throw new NotTestable(noBrowser())
  const values = valuesOf(login, typed)
  const browser = await world.browser()
  const way = stepsOf(login, elsewhere)
  const steps = everyStep ? way : optionally(way)
  const earlier: Exchange[] = []
  for (let waits = 0; ; waits += 1) {
    const visit = await browser.visit({
      ...bounds(world, values),
      cookies: jar.all(),
      ...(swap && { swap }),
      ...patienceOf(login),
    })
    const besides: Exchange[] = []
    const seen = () => ({ ...seenIn(visit), exchanges: [...earlier, ...inTime(visit.exchanges, besides)] })
    try {
      await visit.goto(start)
      if (meanwhile) besides.push(...(await openedIn(visit, meanwhile)))
      if (slip) await slipped(visit, steps, valuesOf(login, slip), lands)
      const redirect = await visit.follow(steps, values, lands)
      const posted = sendsOn && visit.exchanges.findLast(isPostedTo(redirect))?.request.body
      return {
        ...seen(),
        redirect: posted === undefined ? redirect : withQuery(redirect, String(posted)),
        cookies: await visit.cookies(),
        inBrowser: true,
      }
    } catch (error) {
      if (!(error instanceof StepProblem)) throw error
      const again = isPutOff(visit) && (await world.patience.asTold(visit.exchanges, waits, mostLoginWaits))
      if (!again) return { ...seen(), problem: error, cookies: await heldBy(visit), inBrowser: true }
      earlier.push(...visit.exchanges)
    } finally {
      await visit.close()
    }
  }
}

/** A login over HTTP alone, as far as its pages need no browser; nothing where only that can tell what would happen. */
export async function byForms(
  world: WindowWorld,
  { start, jar, lands, sendsOn, typed, slip, swap, everyStep, elsewhere, ready, meanwhile }: WindowOptions,
): Promise<Browsed | undefined> {
  const steps = world.login ? stepsOf(world.login, elsewhere) : []
  const values = valuesOf(world.login, typed)
  const sendsPassword = (request: HttpRequest) => [...parametersOf(request).values()].includes(values.password)
  const visit = plainVisit(ready ? waiting(world.pages, sendsPassword, ready) : world.pages, {
    ...bounds(world, values),
    seen: world.pagesSeen === true,
    cookies: jar.all(),
    ...(swap && { swap }),
    sendsOn,
  })
  const besides: Exchange[] = []
  const seen = () => ({ ...seenIn(visit), exchanges: inTime(visit.exchanges, besides) })
  try {
    await visit.goto(start)
    if (meanwhile) besides.push(...(await openedIn(visit, meanwhile)))
    if (slip) await slipped(visit, optionally(steps), valuesOf(world.login, slip), lands)
    const redirect = await visit.follow(everyStep ? steps : optionally(steps), values, lands)
    return { ...seen(), redirect, cookies: await visit.cookies() }
  } catch (error) {
    if (error instanceof NotPlain || isPutOff(visit)) return undefined
    if (error instanceof StepProblem) return { ...seen(), problem: error, cookies: await heldBy(visit) }
    throw error
  }
}

/** Carries the steps out as far as they lead with what a human types by mistake. */
async function slipped(visit: Visit, ...login: Parameters<Visit['follow']>): Promise<void> {
  try {
    await visit.follow(...login)
  } catch (error) {
    if (!(error instanceof StepProblem)) throw error
  }
}

/** What a browser holds where a login came to no end; nothing where it crashed. */
const heldBy = (visit: Visit): Promise<readonly BrowserCookie[]> => visit.cookies().catch(() => [])

/** Opens something else in the browser of a visit. */
async function openedIn(
  visit: Visit,
  meanwhile: NonNullable<WindowOptions['meanwhile']>,
): Promise<readonly Exchange[]> {
  const { exchanges, cookies } = await meanwhile(await visit.cookies())
  await visit.keep(cookies)
  return exchanges
}

/** Exchanges of two windows, oldest first. */
const inTime = (some: readonly Exchange[], others: readonly Exchange[]): readonly Exchange[] =>
  others.length === 0
    ? some
    : [...some, ...others].sort((one, two) => Date.parse(one.startedAt) - Date.parse(two.startedAt))

/** What is typed; somebody else has no mailbox of the usual human. */
export function valuesOf(
  { username = '', password = '', email }: Partial<LoginValues> = {},
  typed: Partial<LoginValues> = {},
): LoginValues {
  const mailbox =
    typed.username === undefined || typed.username === username ? email : `${typed.username}@nobody.invalid`
  return { username, password, ...(mailbox !== undefined && { email: mailbox }), ...typed }
}

/** How long a browser waits for the element of a step, where the target file says so. */
export const patienceOf = ({ patience }: Pick<LoginUnderTest, 'patience'> = {}): Pick<VisitOptions, 'patience'> =>
  patience === undefined
    ? {}
    : {
        patience: {
          stepMs: patience * 1000,
          loadMs: Math.max(usualLoadMs, patience * 1000),
          allMs: usualAllMs + patience * 2000,
        },
      }

/** Longest waits of a window for one answer and for all of a login, milliseconds, where no patience is asked for. */
const usualLoadMs = 10_000
const usualAllMs = 45_000

const bounds = ({ target, redirectUri, login, counterparties }: WindowWorld, { password }: LoginValues) => ({
  origins: [originOf(target.baseUrl), originOf(redirectUri), ...(login?.allowOrigins ?? [])],
  secrets: [login?.password ?? '', password].filter((secret) => secret !== ''),
  // Where the lab's own IdentityProviders ask for a user name.
  labLogin: counterparties.identityProviders.map(({ baseUrl }) => `${baseUrl}/`),
})

const stepsOf = ({ steps, otherSteps }: LoginUnderTest, elsewhere = false): readonly LoginStep[] =>
  (elsewhere ? otherSteps : undefined) ?? steps

const optionally = (steps: readonly LoginStep[]) => steps.map((step) => ({ ...step, optional: true }))

const seenIn = (visit: Visit) => {
  const { exchanges, proven, carriers } = visit
  return { exchanges, proven, carriers, endedAt: visit.url() }
}
