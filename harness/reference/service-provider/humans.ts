import { randomUUID } from 'node:crypto'
import { isObject } from '../../contracts/json.js'
import { html } from '../../html.js'
import { sha256 } from '../encoding/sha256.js'
import { BoundedMap } from '../engine/bounded-map.js'
import { type Answer, headerValues, type Received } from '../engine/received.js'
import { Refusal } from '../engine/refusal.js'
import { namedVariants } from '../engine/variants.js'
import { cookieOf, setCookie } from '../pages/cookies.js'
import { failurePage, page, redirect } from '../pages/page.js'
import { oneASecond } from '../pages/put-off.js'
import { type LoggedIn, RelyingParty, refusedPage } from '../relying-party/relying-party.js'
import type { Resource, ResourceTools } from '../token-endpoint/resource.js'
import { parsed } from './rule.js'

/** Ways to log a human in that differ from what the reference does by itself (`ASSAY_REFERENCE_VARIANT`). */
export const humanVariants = [
  'shows-human-by-script',
  'shows-human-at-once',
  'puts-logins-off',
  'begins-login-anew',
  'logs-in-by-itself',
] as const

/** Where humans log in, where they come back to and where they see who they are. */
const usualPaths = { start: '/login', callback: '/login/callback', human: '/login/human' }
const cookie = 'human'
/** Sessions kept at most. */
const limit = 10_000

/** The humans who are logged in at a ServiceProvider, by their cookie. */
export class Humans {
  readonly #humans = new BoundedMap<LoggedIn>(limit)
  /** Whether humans are kept in cookies, which only a fault does. */
  #inCookies = false

  /** Sessions so far. */
  #count = 0

  /** Who logged in last with a browser of that kind, where a fault knows browsers by that. */
  readonly #byAgent = new BoundedMap<LoggedIn>(limit)

  add(human: LoggedIn, received: Received): string {
    if (human.session === 'agent') this.#byAgent.set(agentOf(received), human)
    if (human.session === 'human') {
      this.#inCookies = true
      const { sub, issuer, claims } = human
      return Buffer.from(JSON.stringify({ sub, issuer, claims })).toString('base64url')
    }
    const name = this.#nameOf(human, received)
    this.#humans.set(name, human)
    return name
  }

  /** What a session is known by; all but a random name is a fault's. */
  #nameOf({ session, sub, issuer }: LoggedIn, received: Received): string {
    this.#count += 1
    if (session === 'number') return `session-${this.#count}`
    if (session === 'hash') return sha256(`${issuer}${sub}`)
    return (session === 'brought' ? cookieOf(received, cookie) : undefined) ?? randomUUID()
  }

  /** Whether a token came with a login; only a fault asks. */
  came(token: string): boolean {
    const logins = [...this.#humans.values()]
    return logins.some(({ tokens }) => [tokens.idToken, tokens.accessToken].includes(token))
  }

  /** Whose browser it is. */
  of(received: Received): LoggedIn | undefined {
    const value = cookieOf(received, cookie) ?? ''
    return (
      this.#humans.get(value) ??
      (this.#inCookies ? readHuman(value) : undefined) ??
      this.#byAgent.get(agentOf(received))
    )
  }
}

const agentOf = (received: Received): string => headerValues(received, 'user-agent').join()

/** Who a cookie says is logged in. */
const readHuman = (value: string): LoggedIn | undefined => {
  const human = parsed(Buffer.from(value, 'base64url'))
  return isObject(human) && typeof human.sub === 'string' ? (human as unknown as LoggedIn) : undefined
}

/** The login of a ServiceProvider at the IdentityProvider of its kit (L216, L280–286). None where the kit names no IdentityProvider. */
export function loginOf(tools: ResourceTools, humans: Humans): readonly Resource[] {
  const { identityProvider } = tools.participant.kit
  if (!identityProvider) return []
  const relyingParty = new RelyingParty(tools, usualPaths.callback)
  const variants = namedVariants(humanVariants, tools.variants)
  const byScript = variants.has('shows-human-by-script')
  const atOnce = variants.has('shows-human-at-once')
  const logsInAnew = variants.has('begins-login-anew')
  const byItself = variants.has('logs-in-by-itself')
  const paths = { ...usualPaths, ...(atOnce && { human: '/' }) }
  const begin = (received: Received): Promise<Answer> =>
    relyingParty.begin(received, { provider: identityProvider, scope: 'openid profile', goesOn: paths.human })
  /** Who is logged in goes on as they are, where nobody else is sent away either. */
  const start = async (received: Received): Promise<Answer> =>
    byItself && humans.of(received) ? redirect(paths.human) : begin(received)
  const comeBack = async (received: Received): Promise<Answer> => {
    try {
      const human = await relyingParty.finish(received)
      const cookies = [setCookie(cookie, humans.add(human, received))]
      return atOnce ? humanPage(human, byScript, cookies) : redirect(human.address, cookies)
    } catch (error) {
      if (error instanceof Refusal) return logsInAnew ? redirect(paths.start) : refusedPage(error)
      throw error
    }
  }
  const at = (path: string, answer: (received: Received) => Promise<Answer>, method = 'GET'): Resource => ({
    serves: (asked) => asked === path,
    answer: async (received) =>
      received.method === method ? answer(received) : failurePage(405, `${method} is served here.`),
  })
  return [
    at(paths.start, variants.has('puts-logins-off') ? oneASecond(start) : start),
    at(paths.callback, comeBack, relyingParty.callbackMethod),
    at(paths.human, async (received) => {
      const human = humans.of(received) ?? relyingParty.kept(received)
      return !human && byItself ? begin(received) : humanPage(human, byScript)
    }),
  ]
}

/** @param byScript Whether the page says so in the browser alone. */
function humanPage(human: LoggedIn | undefined, byScript: boolean, cookies: readonly string[] = []): Answer {
  if (!human) return failurePage(403, 'Nobody is logged in here.')
  const { name } = human.claims
  return page({
    cookies,
    title: byScript ? 'One moment' : 'Signed in',
    ...(byScript && { script: "document.querySelector('h1').textContent = 'Signed in'" }),
    content: html`<p>You are ${typeof name === 'string' ? `${name} (${human.sub})` : human.sub}, as ${human.issuer} says.</p>
<p>This says who you are. It gives you no authority to act for an organisation: that is verified separately.</p>`,
  })
}
