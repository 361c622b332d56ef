import { noChromium } from '../../browser/find.js'
import { plainVisit } from '../../browser/plain/plain-visit.js'
import { StepProblem } from '../../browser/step-problem.js'
import type { Browser, Visit, VisitOptions } from '../../browser/types.js'
import { Inconclusive, NotTestable } from '../../contracts/errors.js'
import { formPath, keptBackPath } from '../../contracts/lab-protocol.js'
import type { HttpRequest } from '../../wire/types.js'
import { patienceOf } from '../identity-provider/windows.js'
import { parametersOf, waiting } from '../meeting.js'
import type { World } from '../world.js'

/** What a window is opened with. */
type WindowOptions = Pick<VisitOptions, 'cookies' | 'patience'>

/** Opens a window for a while. It shares nothing but given cookies, and may reach the target, the lab and allowed origins. */
export type OpenWindow = <T>(
  world: World,
  use: (visit: Visit) => Promise<T>,
  options?: Pick<WindowOptions, 'cookies'>,
) => Promise<T>

/**
 * A window of the browser.
 * @throws NotTestable without a browser, Inconclusive where the window breaks off.
 */
export async function inOneWindow<T>(
  world: World,
  use: (visit: Visit) => Promise<T>,
  options: WindowOptions = {},
): Promise<T> {
  let visit: Visit | undefined
  try {
    visit = await openWindow(world, options)
    return await use(visit)
  } catch (error) {
    throw error instanceof StepProblem ? new Inconclusive(error.message) : error
  } finally {
    await visit?.close()
  }
}

/** A window without a browser. Throws `NotPlain` where only a browser can tell what would happen, `StepProblem` where nothing does. */
export const inPlainWindow: OpenWindow = (world, use, options) =>
  use(plainVisit(world.pages, { ...boundsOf(world), seen: world.pagesSeen === true, ...options }))

/** The same, in which the answer of the lab is brought to the target once others bring theirs. */
export const inMeetingWindow =
  (ready: () => Promise<void>): OpenWindow =>
  (world, use, options) => {
    const bringsAnswer = (request: HttpRequest): boolean =>
      request.url.startsWith(world.target.baseUrl) && parametersOf(request).has('code')
    return inPlainWindow({ ...world, pages: waiting(world.pages, bringsAnswer, ready) }, use, options)
  }

async function openWindow(world: World, options: WindowOptions): Promise<Visit> {
  const browser: Browser | undefined = await world.browser?.()
  if (!browser) throw new NotTestable(noChromium())
  const { patience } = patienceOf(world.login)
  return browser.visit({ ...boundsOf(world), ...options, patience: { ...options.patience, ...patience } })
}

/** What a window may reach and must not tell. */
const boundsOf = (world: World) => ({
  origins: [
    ...[world.target.baseUrl, world.redirectUri, ...labBases(world)].map((url) => new URL(url).origin),
    ...(world.login?.allowOrigins ?? []),
  ],
  secrets: world.login === undefined || world.login.password === '' ? [] : [world.login.password],
  labLogin: labBases(world).map((base) => `${base}/`),
})

/** Whether an address is one of the lab's IdentityProviders. */
export const isAtLab = (world: World, url: string): boolean =>
  labBases(world).some((base) => url.startsWith(`${base}/`))

/** The answer that the lab kept back from a browser which it left at an address: where it would have been sent, or got a form to go on with. */
export function answerKeptBack(world: World, url: string): string | undefined {
  if (!isAtLab(world, url)) return undefined
  const { pathname, searchParams } = new URL(url)
  const to = searchParams.get('redirect_uri')
  if (!pathname.endsWith(keptBackPath) || to === null) return undefined
  if (searchParams.get('response_mode') === 'form_post') return url.replace(keptBackPath, formPath)
  searchParams.delete('redirect_uri')
  return `${to}${to.includes('?') ? '&' : '?'}${searchParams}`
}

/** Whether an address is one where the lab keeps an answer back. */
export const isKeptBack =
  (world: World) =>
  (url: string): boolean =>
    answerKeptBack(world, url) !== undefined

const labBases = ({ counterparties }: World): readonly string[] =>
  counterparties.identityProviders.map(({ baseUrl }) => baseUrl)
