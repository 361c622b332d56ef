import type { HttpResponse } from '../../wire/types.js'
import type { CookieJar } from './cookies.js'

/**
 * Whether a browser may leave cookies out because another site leads to the request: strict ones, and all of a form.
 * @param way Addresses since the last click or typed address, that of the request last.
 */
export function mayKeepCookies(way: readonly string[], method: string, jar: CookieJar): boolean {
  const url = way.at(-1) ?? ''
  if (jar.header(url) === undefined || way.every((one) => siteOf(one) === siteOf(url))) return false
  return method === 'POST' || jar.all().some(({ sameSite }) => sameSite === 'Strict')
}

/** Whether an answer sets a cookie that a browser takes on conditions, or not for every page. */
export const mayRefuseCookies = ({ headers }: HttpResponse): boolean =>
  [headers['set-cookie'] ?? []]
    .flat()
    .some((line) => /^\s*__(host|secure)-|;\s*(partitioned|samesite=none)/i.test(line))

/** A narrow one, since no list of public suffixes is at hand. */
const siteOf = (url: string): string => {
  const { protocol, hostname } = new URL(url)
  return `${protocol}//${hostname}`
}
