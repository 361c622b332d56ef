import type { HttpResponse } from '../wire/types.js'
import type { BrowserCookie } from './types.js'

/** Cookies of one human at one target, as far as a client needs them that talks to one host alone (RFC 6265). */
export interface CookieJar {
  /** Value of the `Cookie` header for an address; undefined where no cookie fits. */
  header(url: string): string | undefined
  /** Takes over what an answer sets. */
  receive(url: string, headers: HttpResponse['headers']): void
  /** Takes over all cookies of a browser in place of those that it holds. */
  replace(cookies: readonly BrowserCookie[]): void
  all(): readonly BrowserCookie[]
}

/** A jar that holds these cookies. */
export function cookieJar(cookies: readonly BrowserCookie[] = []): CookieJar {
  let held = cookies
  return {
    header(url) {
      const fitting = held.filter((cookie) => fits(cookie, new URL(url)))
      return fitting.length === 0 ? undefined : fitting.map(({ name, value }) => `${name}=${value}`).join('; ')
    },
    receive(url, headers) {
      const lines = headers['set-cookie'] ?? []
      for (const line of typeof lines === 'string' ? [lines] : lines) {
        const cookie = parse(line, new URL(url))
        if (!cookie) continue
        held = held.filter((other) => !same(other, cookie))
        if (!isOver(cookie)) held = [...held, cookie]
      }
    },
    replace(all) {
      held = all
    },
    all: () => held,
  }
}

const fits = (cookie: BrowserCookie, { hostname, pathname, protocol }: URL): boolean =>
  !isOver(cookie) &&
  (hostname === cookie.domain || (cookie.domain.startsWith('.') && `.${hostname}`.endsWith(cookie.domain))) &&
  isBelow(pathname, cookie.path) &&
  // As a browser does, which trusts a loopback address as it is.
  (!cookie.secure || protocol === 'https:' || /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname))

const isBelow = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`)

const isOver = ({ expires }: BrowserCookie): boolean => expires >= 0 && expires * 1000 <= Date.now()

const same = (one: BrowserCookie, other: BrowserCookie): boolean =>
  one.name === other.name && one.domain === other.domain && one.path === other.path

function parse(line: string, { hostname, pathname }: URL): BrowserCookie | undefined {
  const [pair = '', ...rest] = line.split(';')
  const at = pair.indexOf('=')
  if (at < 1) return undefined
  const attributes = new Map(rest.map((one) => attribute(one)))
  const path = attributes.get('path')
  return {
    name: pair.slice(0, at).trim(),
    value: pair.slice(at + 1).trim(),
    // Whatever other hosts it is meant for as well.
    domain: hostname,
    path: path?.startsWith('/') ? path : pathname.slice(0, Math.max(1, pathname.lastIndexOf('/'))),
    expires: expiry(attributes),
    httpOnly: attributes.has('httponly'),
    secure: attributes.has('secure'),
    sameSite: /^strict$/i.test(attributes.get('samesite') ?? '') ? 'Strict' : 'Lax',
  }
}

const attribute = (text: string): readonly [name: string, value: string] => {
  const at = text.indexOf('=')
  return at < 0 ? [text.trim().toLowerCase(), ''] : [text.slice(0, at).trim().toLowerCase(), text.slice(at + 1).trim()]
}

/** Unix time in seconds; -1 where it lasts as long as the jar. */
function expiry(attributes: ReadonlyMap<string, string>): number {
  const age = attributes.get('max-age')
  if (age !== undefined && /^-?\d+$/.test(age)) return Math.max(0, Date.now() / 1000 + Number(age))
  const date = Date.parse(attributes.get('expires') ?? '')
  return Number.isNaN(date) ? -1 : Math.max(0, date / 1000)
}
