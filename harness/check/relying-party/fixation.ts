import { randomBytes } from 'node:crypto'
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
export type Rewriting = (cookie: Pick<BrowserCookie, 'name' | 'value'>, username: string) => string | undefined

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
      const value = rewrite(cookie, username)
      return value === undefined ? [] : [{ ...cookie, value }]
    })
  const { answer, exchanges } = await inWindow(world, lookingAt(course), { cookies })
  return { ...login, answer, cookies, exchanges: [...login.exchanges, ...exchanges] }
}

/**
 * A human logs in in a window that brings cookies along which the target never set; another window with the same ones
 * then looks at who is logged in.
 * @returns the login, with the answer that the other window got and its cookies.
 */
export async function withCookiesBroughtAlong(
  world: World,
  username: string,
  course: Course,
  inWindow: OpenWindow,
  cookies: readonly BrowserCookie[],
): Promise<Journey> {
  const look = lookingAt(course)
  const before = await inWindow(world, look, { cookies })
  if (before.answer.outcome.kind === 'granted') throw new Inconclusive('Made-up cookies look like those of somebody.')
  const login = await inWindow(world, (visit) => journey(world, visit, username, course), { cookies })
  const off = unlessOff(login, 'the look with cookies that were brought along')
  if (off) return off
  const { answer, exchanges } = await inWindow(world, look, { cookies })
  return { ...login, answer, cookies, exchanges: [...login.exchanges, ...exchanges] }
}

/** Cookies of the same names and forms with values that nobody set; those of one form have one value. */
export function madeAlike(cookies: readonly BrowserCookie[]): readonly BrowserCookie[] {
  const drawn = randomBytes(Math.max(0, ...cookies.map(({ value }) => value.length)))
  const alike = ({ value }: BrowserCookie): string => {
    const digits = alphabets.find(({ form }) => form.test(value))?.digits ?? ''
    return [...value].map((one, place) => (/\w/.test(one) ? digits[(drawn[place] ?? 0) % digits.length] : one)).join('')
  }
  return cookies.map((cookie) => ({ ...cookie, value: alike(cookie) }))
}

/** What values are written in. */
const alphabets = [
  { form: /^\d*$/, digits: '0123456789' },
  { form: /^[0-9a-f-]*$/, digits: '0123456789abcdef' },
  { form: /^[0-9A-F-]*$/, digits: '0123456789ABCDEF' },
  { form: /(?:)/, digits: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789' },
]

/** What a window sees at the page that tells who is logged in. */
const lookingAt =
  ({ afterwards }: Course) =>
  async (visit: Visit) => {
    const come = await afterwards?.(visit)
    return { answer: come?.answer ?? lastAnswer(visit), exchanges: visit.exchanges }
  }

/** Whether the target gets a cookie. */
export function isOf({ target }: World, { domain }: BrowserCookie): boolean {
  const { hostname } = new URL(target.baseUrl)
  return `.${hostname}`.endsWith(`.${domain.replace(/^\./, '')}`)
}
