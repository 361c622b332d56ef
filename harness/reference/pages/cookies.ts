import { headerValues, type Received } from '../engine/received.js'

/** The value of a cookie that a browser sends. */
export function cookieOf(received: Received, name: string): string | undefined {
  const pairs = headerValues(received, 'cookie').flatMap((line) => line.split(/;\s*/))
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
}

/** Gives a browser a cookie for as long as it runs. It goes along when another site sends the browser back. */
export const setCookie = (name: string, value: string): string => `${name}=${value}; Path=/; HttpOnly; SameSite=Lax`

/** The same where the other site sends the browser back with a form. */
export const setCookieForForms = (name: string, value: string): string =>
  `${name}=${value}; Path=/; HttpOnly; SameSite=None; Secure`
