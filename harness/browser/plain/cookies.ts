import { Cookie, CookieJar as Jar } from 'tough-cookie'
import type { HttpResponse } from '../../wire/types.js'
import type { BrowserCookie } from '../types.js'

/** Cookies of one human at one target, as a browser keeps them (RFC 6265). */
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
  let jar = holding(cookies)
  return {
    header: (url) => jar.getCookieStringSync(url) || undefined,
    receive(url, headers) {
      for (const line of [headers['set-cookie'] ?? []].flat()) jar.setCookieSync(line, url, { ignoreError: true })
    },
    replace(all) {
      jar = holding(all)
    },
    all: () => held(jar),
  }
}

// A target may have any name, also one under which nobody registers any.
const newJar = (): Jar => new Jar(undefined, { rejectPublicSuffixes: false })

function holding(cookies: readonly BrowserCookie[]): Jar {
  const jar = newJar()
  for (const { name, domain, expires, sameSite, ...rest } of cookies) {
    const host = domain.replace(/^\./, '')
    const cookie = new Cookie({
      ...rest,
      key: name,
      // A cookie of one host alone has no domain.
      domain: host === domain ? null : host,
      expires: expires < 0 ? 'Infinity' : new Date(expires * 1000),
      sameSite: sameSite.toLowerCase(),
    })
    jar.setCookieSync(cookie, `https://${host}${rest.path}`, { ignoreError: true })
  }
  return jar
}

/** The cookies of a jar that are not over. */
function held(jar: Jar): readonly BrowserCookie[] {
  return (jar.serializeSync()?.cookies ?? []).flatMap((serialized) => {
    const cookie = Cookie.fromJSON(serialized)
    return cookie && cookie.TTL() > 0 ? [asBrowsersKeep(cookie)] : []
  })
}

function asBrowsersKeep(cookie: Cookie): BrowserCookie {
  const { key: name, value, hostOnly, path, secure, httpOnly, sameSite } = cookie
  const domain = cookie.domain?.includes(':') ? `[${cookie.domain}]` : cookie.domain
  const until = cookie.expiryTime()
  return {
    name,
    value,
    domain: `${hostOnly ? '' : '.'}${domain}`,
    path: path ?? '/',
    expires: until === undefined || !Number.isFinite(until) ? -1 : until / 1000,
    httpOnly,
    secure,
    // Without `Secure`, browsers take no cookie for all sites.
    sameSite: sameSite === 'strict' ? 'Strict' : sameSite === 'none' && secure ? 'None' : 'Lax',
  }
}
