import type { BrowserCookie, Visit } from '../../browser/types.js'
import { Inconclusive } from '../../contracts/errors.js'
import { lastAnswer } from '../identity-provider/page.js'
import type { World } from '../world.js'
import { type Course, type Journey, journey, unlessOff } from './journey.js'
import { stepsFrom } from './steps.js'
import { answerKeptBack, isKeptBack, type OpenWindow } from './window.js'

/**
 * A human logs in and the lab keeps the answer back for a while; meanwhile another window looks at who is logged in.
 * It has only the cookies that the target had set before the answer.
 * @returns the login, with the answer that the other window got and its cookies.
 */
export async function withCookiesOfBefore(
  world: World,
  username: string,
  course: Course,
  inWindow: OpenWindow,
): Promise<Journey> {
  const look = lookingAt(course)
  return inWindow(world, async (visit) => {
    const kept = await stepsFrom(world, visit, course.start, { username, until: isKeptBack(world) })
    const cookies = (await visit.cookies()).filter((cookie) => isOf(world, cookie))
    const before = await inWindow(world, look, { cookies })
    if (before.answer.outcome.kind === 'granted')
      throw new Inconclusive('A window in which nobody has logged in yet looks like one in which somebody has.')
    const login = await journey(world, visit, username, course, { answer: answerKeptBack(world, kept), begins: false })
    const off = unlessOff(login, 'the look with older cookies')
    if (off) return off
    const { answer, exchanges } = await inWindow(world, look, { cookies })
    return { ...login, answer, cookies, exchanges: [...login.exchanges, ...exchanges] }
  })
}

/** Makes another value of a cookie that was set for a human; nothing where it leaves the cookie out. */
export type Rewriting = (value: string, username: string) => string | undefined

/**
 * A human logs in; another window then looks at who is logged in. It has only those cookies that could be made up.
 * @returns the login, with the answer that the other window got and its cookies.
 */
export async function withCookiesRewritten(
  world: World,
  username: string,
  course: Course,
  inWindow: OpenWindow,
  rewrite: Rewriting,
): Promise<Journey> {
  const login = await inWindow(world, (visit) => journey(world, visit, username, course))
  const off = unlessOff(login, 'the look with cookies written anew')
  if (off) return off
  const cookies = login.cookies
    .filter((cookie) => isOf(world, cookie))
    .flatMap((cookie) => {
      const value = rewrite(cookie.value, username)
      return value === undefined ? [] : [{ ...cookie, value }]
    })
  const { answer, exchanges } = await inWindow(world, lookingAt(course), { cookies })
  return { ...login, answer, cookies, exchanges: [...login.exchanges, ...exchanges] }
}

/** What a window sees at the page that tells who is logged in. */
const lookingAt =
  ({ afterwards }: Course) =>
  async (visit: Visit) => {
    const come = await afterwards?.(visit)
    return { answer: come?.answer ?? lastAnswer(visit), exchanges: visit.exchanges }
  }

/** Whether the target gets a cookie. */
function isOf({ target }: World, { domain }: BrowserCookie): boolean {
  const { hostname } = new URL(target.baseUrl)
  return `.${hostname}`.endsWith(`.${domain.replace(/^\./, '')}`)
}
