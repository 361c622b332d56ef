import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { sha256 } from '../encoding/sha256.js'
import { BoundedMap } from '../engine/bounded-map.js'
import { global } from '../engine/fault.js'
import { headerValues, type Received } from '../engine/received.js'
import { obey, type Rulebook, ruleAbout, unless } from '../engine/rule.js'
import { cookieOf, setCookie, withCookie } from '../pages/cookies.js'
import type { HumanLogin } from './provider.js'

/** Sessions beside those that are known by random names, which only a fault sees to. */
interface OwnSessions {
  /** `sub` of the human who is logged in with a browser. */
  readonly of: (received: Received) => string | undefined
  /** The cookie that a browser gets with which somebody has just logged in. */
  readonly begin: (received: Received, sub: string) => string
}

/** How sessions are kept. */
interface Keeping {
  sessions?: OwnSessions
}

/** Sessions that are remembered at most. */
const limit = 10_000
const cookie = 'human'

/** The cookie itself says who is logged in. */
const inCookie: OwnSessions = {
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

const key = randomBytes(32)
const macOf = (text: string): string => createHmac('sha256', key).update(text).digest('hex')

/** The cookie says who is logged in, and what a function makes of that vouches for it. */
const signed = (mac: (sub: string) => string, holds: (given: string, right: string) => boolean): OwnSessions => ({
  of: (received) => {
    const [sub = '', given] = Buffer.from(cookieOf(received, cookie) ?? '', 'base64url')
      .toString()
      .split('|')
    return given !== undefined && holds(given, mac(sub)) ? sub : undefined
  },
  begin: (_, sub) => setCookie(cookie, Buffer.from(`${sub}|${mac(sub)}`).toString('base64url')),
})

const known = new BoundedMap<string>(limit)

/** A session is known by a name that is no random one. */
const byName = (nameOf: (received: Received, sub: string) => string): OwnSessions => ({
  of: (received) => known.get(cookieOf(received, cookie) ?? ''),
  begin: (received, sub) => {
    const name = nameOf(received, sub)
    known.set(name, sub)
    return setCookie(cookie, name)
  },
})

let count = 0

/** Browsers of one kind are one browser. */
const byAgent: OwnSessions = {
  of: (received) => known.get(agentOf(received)),
  begin: (received, sub) => {
    known.set(agentOf(received), sub)
    return setCookie(cookie, 'known')
  },
}

const agentOf = (received: Received): string => `agent ${headerValues(received, 'user-agent').join()}`

const keeping = (sessions: OwnSessions) =>
  unless<Keeping>((own) => {
    own.sessions = sessions
    return true
  })

/** How it is known who is logged in with a browser. */
export const sessionRules = [
  ruleAbout<Keeping, 'human'>()('human', 'a session at the provider is known by a random name', () => true, {
    'keeps-session-in-cookie': global(
      'keeps who is logged in in a cookie that anybody can write, at an IdentityProvider',
      keeping(inCookie),
    ),
    'signs-session-without-name': global(
      'keeps who is logged in in a cookie whose signature is not about the name, at an IdentityProvider',
      keeping(
        signed(
          () => macOf(''),
          (given, right) => given === right,
        ),
      ),
    ),
    'takes-part-of-session-signature': global(
      'keeps who is logged in in a signed cookie, and takes the beginning of a signature for it, at an IdentityProvider',
      keeping(signed(macOf, (given, right) => right.startsWith(given))),
    ),
    'knows-browsers-by-agent': global(
      'takes all browsers that call themselves alike for one, at an IdentityProvider',
      keeping(byAgent),
    ),
    'counts-sessions-of-provider': global(
      'has sessions whose cookies count up, at an IdentityProvider',
      keeping(byName(() => `session-${++count}`)),
    ),
    'hashes-human-to-session-of-provider': global(
      'has the SHA-256 of the sub of a human for the cookie of a session, at an IdentityProvider',
      keeping(byName((_, sub) => sha256(sub))),
    ),
    'takes-name-of-session': global(
      'takes the name of a session from the browser',
      keeping(byName((received) => cookieOf(received, cookie) ?? randomUUID())),
    ),
  }),
]

/** Pages of a login as they are where sessions are kept by these rules. */
export function keepingSessions(book: Rulebook<Keeping>, { find, visit }: HumanLogin): HumanLogin['visit'] {
  return async (received, waiting) => {
    const own: Keeping = {}
    await obey(book, own)
    const { sessions } = own
    if (!sessions) return visit(received, waiting)
    const { prompts, maxAge } = waiting.login.flow
    const kept = prompts.size === 0 && maxAge === undefined ? sessions.of(received) : undefined
    if (kept !== undefined && find(kept)) return waiting.logIn(kept)
    return visit(received, {
      ...waiting,
      logIn: async (sub) => withCookie(await waiting.logIn(sub), sessions.begin(received, sub)),
    })
  }
}
