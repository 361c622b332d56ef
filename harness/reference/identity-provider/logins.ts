import { BoundedMap } from '../engine/bounded-map.js'
import type { Answer, Received } from '../engine/received.js'
import { obey, type Rulebook } from '../engine/rule.js'
import { cookieOf, removedCookie, setCookie, withCookie } from '../pages/cookies.js'
import { failurePage, redirect } from '../pages/page.js'
import { answerToClient } from './authorization-answer.js'
import type { Flow } from './flow.js'
import type { Human, LoggedIn } from './human.js'
import { paths } from './paths.js'
import type { Arrival } from './rules/human.js'
import { type Login, newName, type Question, type Session, type Store } from './store.js'

/** A login that waits for its human. */
export interface Waiting {
  readonly login: Login
  /** Whether somebody is logged in with the browser already; read by a fault alone. */
  readonly isKnown: boolean
  /** Goes on with the human of that `sub`. */
  readonly logIn: (sub: string) => Promise<Answer>
  /** The cookie of a session of that human, though nobody has logged in, which only a fault begins. */
  readonly startSession: (sub: string) => string
  /** Goes on with what the human consented to. */
  readonly consent: () => Answer
  /** Goes on once more with the human of that `sub` though the login is over, which only a fault does. */
  readonly logInAgain: (sub: string) => Promise<Answer>
}

/** How a provider logs in. */
interface Conduct {
  readonly find: (sub: string) => Human | undefined
  /** Whether each login asks for consent. */
  readonly asksForConsent: boolean
  readonly keepsSessions: boolean
  /** Who is logged in. */
  readonly arrival: Rulebook<Arrival>
}

/** An authorization request, as far as it has come. */
interface Underway extends Pick<Login, 'flow' | 'human'> {
  readonly answered: ReadonlySet<Question>
  /** Of its browser. */
  readonly session: Session | undefined
}

/** A browser has the first at the page of a login, the second where it goes on from there. */
const cookies = { page: '_interaction', way: '_interaction_resume', session: 'session' }
const way = `${paths.authorize}/`
/** Requests that are kept at most. */
const mostRequests = 20_000

const failures: Readonly<Record<Question, string>> = {
  login: 'the human has to log in',
  consent: 'the human has to consent',
}

const now = (): number => Math.floor(Date.now() / 1000)

/** Takes browsers from an authorization request by way of its pages to the answer; each login stays in the browser in which it began. */
export class Logins {
  readonly #store: Store
  readonly #conduct: Conduct
  /** Requests by what they wait under; only a fault has any wait so. */
  readonly #latest = new BoundedMap<Flow>(mostRequests)

  constructor(store: Store, conduct: Conduct) {
    this.#store = store
    this.#conduct = conduct
  }

  /** Answers an authorization request that is as it should be. */
  begin(flow: Flow, received: Received): Answer {
    if (flow.waitsUnder !== undefined) this.#latest.set(flow.waitsUnder, flow)
    const inBrowser = this.humanOf(received)
    const human = (inBrowser && this.#known(flow.hintedInSession)) ?? inBrowser ?? this.#known(flow.hinted)
    return this.#goOn(
      { flow, human, answered: new Set(), session: this.#sessionOf(received) },
      this.#nameEarly(flow, received),
    )
  }

  /** The login whose page a browser asks for, if that is its own. */
  waiting(received: Received): Waiting | undefined {
    const login = this.#loginAt(paths.login, cookies.page, received)
    if (!login) return undefined
    const answer = (question: Question): Answer => {
      login.answered.add(question)
      const said = login.flow.pagesSayWho && login.human ? `?${new URLSearchParams({ sub: login.human.sub })}` : ''
      return redirect(`${way}${login.name}${said}`)
    }
    const logIn = async (said: string): Promise<Answer> => {
      this.#store.firstHuman ??= said
      const arrival = { at: this.#store, first: this.#store.firstHuman, attempted: login.attempted, sub: said }
      await obey(this.#conduct.arrival, arrival)
      const { sub } = arrival
      const already = login.flow.keepsHuman ? this.humanOf(received)?.sub : undefined
      this.#store.latestHuman = sub
      login.human = { sub: already ?? sub, since: now() }
      return answer('login')
    }
    return {
      login,
      isKnown: this.humanOf(received) !== undefined,
      logIn,
      startSession: (sub) =>
        setCookie(cookies.session, this.#startSession(login.flow, { sub, since: now() }, received).name),
      consent: () => answer('consent'),
      logInAgain: async (sub) => {
        this.#store.logins.set(login.name, login)
        return withCookie(await logIn(sub), setCookie(cookies.way, login.name, `${way}${login.name}`))
      },
    }
  }

  /** Goes on from the page of a login. */
  resume(received: Received): Answer {
    const login = this.#loginAt(way, cookies.way, received)
    if (!login) return failurePage(400, 'There is no such login, or it has expired.')
    const said = login.flow.pagesSayWho ? new URLSearchParams(received.query).get('sub') : null
    if (said !== null) login.human = { sub: said, since: now() }
    const { name, asks, answered, human = this.humanOf(received) } = login
    const flow = this.#latest.get(login.flow.waitsUnder ?? '') ?? login.flow
    if (human && !this.#conduct.find(human.sub)) return failurePage(400, 'Nobody knows this human any more.')
    this.#store.logins.delete(name)
    const gone = [removedCookie(cookies.page, `${paths.login}${name}`), removedCookie(cookies.way, `${way}${name}`)]
    const isNew = human !== undefined && asks === 'login' && answered.has('login')
    const session = isNew ? this.#startSession(flow, human, received) : this.#sessionOf(received)
    const lines = isNew && session ? [...gone, setCookie(cookies.session, session.name)] : gone
    return this.#goOn({ flow, human, answered, session }, lines)
  }

  #loginAt(below: string, cookie: string, received: Received): Login | undefined {
    const name = received.path.slice(below.length)
    const login = this.#store.logins.get(name)
    return cookieOf(received, cookie) === name || login?.flow.takesStrangers ? login : undefined
  }

  /** Sends a code, or asks what has to be asked first. */
  #goOn({ flow, human, answered, session }: Underway, lines: readonly string[]): Answer {
    const asks = this.#question(flow, human, answered)
    if (human && asks === undefined) {
      const code = this.#store.issueCode(flow, human, session?.browser)
      const issued = flow.tellsToken ? this.#store.codes.get(code) : undefined
      return answerToClient(flow, { code, ...(issued && { token: this.#store.issueToken(issued) }) }, lines)
    }
    const question = asks ?? 'login'
    if (flow.prompts.has('none'))
      return answerToClient(flow, { error: `${question}_required`, error_description: failures[question] }, lines)
    const name = newName()
    this.#store.logins.set(name, { name, asks: question, flow, human, answered: new Set(answered) })
    const page = `${paths.login}${name}`
    const query = flow.pagesSayWhere ? `?${new URLSearchParams({ redirect_uri: flow.redirectUri })}` : ''
    return redirect(`${page}${query}`, [
      ...lines,
      setCookie(cookies.page, name, page),
      setCookie(cookies.way, name, `${way}${name}`),
    ])
  }

  #question(flow: Flow, human: LoggedIn | undefined, answered: ReadonlySet<Question>): Question | undefined {
    if (!human || (!answered.has('login') && isToLogInAnew(flow, human))) return 'login'
    return this.#conduct.asksForConsent && !answered.has('consent') ? 'consent' : undefined
  }

  /** Who is logged in with a browser. */
  humanOf(received: Received): LoggedIn | undefined {
    if (!this.#conduct.keepsSessions) return undefined
    const human = this.#sessionOf(received)?.human
    return human && this.#conduct.find(human.sub) && human
  }

  #sessionOf(received: Received): Session | undefined {
    return this.#store.sessions.get(cookieOf(received, cookies.session) ?? '')
  }

  /** Whom a hint names, where a fault takes that for a login. */
  #known(sub: string | undefined): LoggedIn | undefined {
    return sub !== undefined && this.#conduct.find(sub) ? { sub, since: now() } : undefined
  }

  /** A session that begins here, and ends the one that the browser had. */
  #startSession({ keepsNames }: Flow, human: LoggedIn, received: Received): Session {
    const before = this.#sessionOf(received)
    if (before) this.#store.sessions.delete(before.name)
    const name = (keepsNames && before?.name) || newName()
    const session = { name, human, browser: before?.browser ?? name }
    this.#store.sessions.set(name, session)
    this.#store.latestHumans.set(session.browser, human.sub)
    return session
  }

  /** The cookie of a session without anybody, where a fault names it that early. */
  #nameEarly({ keepsNames }: Flow, received: Received): readonly string[] {
    if (!keepsNames || this.#sessionOf(received)) return []
    const name = newName()
    this.#store.sessions.set(name, { name, human: undefined, browser: name })
    return [setCookie(cookies.session, name)]
  }
}

/** Whether somebody who is logged in has to say so anew (OpenID Connect Core §3.1.2.1). */
function isToLogInAnew({ prompts, maxAge }: Flow, { since }: LoggedIn): boolean {
  return prompts.has('login') || maxAge === 0 || (maxAge !== undefined && now() - since > maxAge)
}
