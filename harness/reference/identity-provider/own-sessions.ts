import { randomUUID } from 'node:crypto'
import { BoundedMap } from '../bounded-map.js'
import { cookieOf, setCookie } from '../login/cookies.js'
import type { Received } from '../token-endpoint/received.js'

/** Sessions beside those of the engine, which only a fault sees to. */
export interface OwnSessions {
  /** `sub` of whoever is logged in with a browser. */
  readonly of: (received: Received) => string | undefined
  /** The cookie that a browser gets with which somebody has just logged in. */
  readonly begin: (received: Received, sub: string) => string
}

/** Sessions that are remembered at most. */
const limit = 10_000
const cookie = 'human'

/** The cookie itself says who is logged in. */
export const inCookie: OwnSessions = {
  of: (received) => subIn(cookieOf(received, cookie) ?? ''),
  begin: (_, sub) => setCookie(cookie, Buffer.from(JSON.stringify({ sub })).toString('base64url')),
}

/** Whom such a cookie names. */
function subIn(value: string): string | undefined {
  try {
    return String((JSON.parse(Buffer.from(value, 'base64url').toString()) as { readonly sub?: unknown }).sub)
  } catch {
    return undefined
  }
}

const known = new BoundedMap<string>(limit)

/** A session is known by the name that the browser gives it. */
export const byGivenName: OwnSessions = {
  of: (received) => known.get(cookieOf(received, cookie) ?? ''),
  begin: (received, sub) => {
    const name = cookieOf(received, cookie) ?? randomUUID()
    known.set(name, sub)
    return setCookie(cookie, name)
  },
}
