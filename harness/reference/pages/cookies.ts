import { type Answer, headerValues, type Received } from '../engine/received.js'

/** The value of a cookie that a browser sends. */
export function cookieOf(received: Received, name: string): string | undefined {
  const pairs = headerValues(received, 'cookie').flatMap((line) => line.split(/;\s*/))
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
}

/**
 * Gives a browser a cookie for as long as it runs. It goes along when another site sends the browser back.
 * @param path Where it goes along.
 */
export const setCookie = (name: string, value: string, path = '/'): string =>
  `${name}=${value}; Path=${path}; HttpOnly; SameSite=Lax`

/** Takes such a cookie away. */
export const removedCookie = (name: string, path: string): string => `${setCookie(name, '', path)}; Max-Age=0`

/** The same where the other site sends the browser back with a form. */
export const setCookieForForms = (name: string, value: string): string =>
  `${name}=${value}; Path=/; HttpOnly; SameSite=None; Secure`

/** An answer that sets one more cookie. */
export function withCookie(answer: Answer, line: string): Answer {
  const others = [answer.headers['set-cookie'] ?? []].flat()
  return { ...answer, headers: { ...answer.headers, 'set-cookie': [...others, line] } }
}
