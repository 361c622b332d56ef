import type { Json, JsonObject } from '../../contracts/json.js'
import type { FaultName } from '../../faults/faults.js'
import { decodeForm, type Parameters } from '../encoding/form.js'
import { BoundedMap } from '../engine/bounded-map.js'
import type { Received } from '../engine/received.js'
import type { RegistryAddress } from '../kit.js'
import type { Participant } from '../participant/participant.js'
import { TokenRequest } from '../token-endpoint/token-request.js'
import type { Provider } from './provider.js'

/** A login that a relying party sent a browser away for. */
export interface Pending {
  /** Which browser. */
  readonly browser: string
  readonly provider: RegistryAddress
  readonly state: string
  /** Always there, but for a fault. */
  readonly nonce: string | undefined
  readonly verifier: string
  /** Where the browser goes on when the login is done. */
  readonly goesOn: string
  /** Names that a fault may be on for, beside the code. */
  readonly names: readonly string[]
  used: boolean
}

/**
 * By what a session is known: a random name, or what only faults have: who is logged in, the kind of browser, a number
 * that counts up, the hash of the human, or what the browser brings along.
 */
export type SessionKind = 'random' | 'human' | 'agent' | 'number' | 'hash' | 'brought'

/** Somebody who logged in, as a login knows them. */
export type KnownHuman = Pick<SignIn, 'human' | 'userinfo'>

/** Logins kept at most. */
const limit = 10_000

/** The logins that have not come to an end, by their state. */
export class PendingLogins {
  readonly #logins = new BoundedMap<Pending>(limit)
  /** Who logged in last; only a fault keeps that. */
  human: string | undefined
  /** What userinfo said of who logged in last; only a fault keeps that. */
  claims: JsonObject = {}
  /** The access token of who logged in last; only a fault keeps that. */
  accessToken: string | undefined
  /** Who was the first to log in of whom userinfo said that; only a fault asks. */
  readonly firstOf = new BoundedMap<string>(limit)
  /** Who was the first to log in of those whom a fault takes for one. */
  readonly firstLike = new BoundedMap<KnownHuman>(limit)
  /** Who was the first to log in of all who have something in common, whatever their provider; only a fault asks. */
  readonly firstAnywhere = new BoundedMap<Pick<SignIn, 'human' | 'home'>>(limit)
  /** Who was the first to log in in a browser; only a fault asks. */
  readonly firstIn = new BoundedMap<KnownHuman>(limit)

  /** What came of each answer, by its code; only a fault asks. */
  readonly outcomeOf = new BoundedMap<Pick<SignIn, 'login' | 'sub'>>(limit)
  /** `sub` of who logged in last in each browser; only a fault asks. */
  readonly humansOf = new BoundedMap<string>(limit)

  add(login: Pending): void {
    this.#logins.set(login.state, login)
  }

  of(state: string): Pending | undefined {
    return this.#logins.get(state)
  }

  /** Whether a nonce is that of any login; only a fault is content with that. */
  sent(nonce: Json | undefined): boolean {
    return [...this.#logins.values()].some((login) => login.nonce === nonce)
  }

  /** The one that any browser was sent away for last; only a fault asks. */
  latest(): Pending | undefined {
    return [...this.#logins.values()].at(-1)
  }

  /** The one that a browser was sent away for last; only a fault does without the state. */
  latestOf(browser: string): Pending | undefined {
    return [...this.#logins.values()].findLast((login) => login.browser === browser)
  }
}

/** The parameters of an answer, in the address or in a form. */
export const answerOf = ({ method, body, query }: Received): Parameters =>
  decodeForm(method === 'POST' ? body.toString() : query)

/** What the rules about authorization answers are about. */
export type SignInTopic = 'answer' | 'id token' | 'userinfo'

/** An authorization answer on its way through the rules; each rule fills in what later ones need. */
export class SignIn {
  readonly participant: Participant
  readonly parameters: Parameters
  readonly browser: string
  readonly logins: PendingLogins
  readonly providerOf: (address: RegistryAddress) => Provider
  /** Topics whose rules are not asked any more. */
  readonly excused = new Set<SignInTopic>()
  pending: Pending | undefined
  /** Whether the token request goes wherever a redirect points, which only a fault sees to. */
  followsRedirects = false
  /** Who it is, at the provider that was asked; empty until every rule was obeyed. */
  human = ''
  /** Party Identifier of the provider whose human it is; empty until every rule was obeyed. */
  home = ''
  /** Whether the human is logged in by what the browser had before, even when the login is refused; only a fault sees to that. */
  keeps = false
  session: SessionKind = 'random'
  /** Whether a refusal tells the code_verifier; only a fault sees to that. */
  confides = false
  /** What the browser is to carry on in its address; only a fault gives it anything. */
  readonly told = new URLSearchParams()
  accessToken: string | undefined
  idToken: string | undefined
  /** Carries the id_token through the rules that it shares with a client assertion. */
  readonly jwt: TokenRequest
  /** What userinfo says; empty where nothing was asked. */
  userinfo: JsonObject = {}

  constructor(
    received: Received,
    { participant, browser, logins, providerOf }: Pick<SignIn, 'participant' | 'browser' | 'logins' | 'providerOf'>,
    faults: ReadonlySet<FaultName>,
  ) {
    this.participant = participant
    this.browser = browser
    this.logins = logins
    this.providerOf = providerOf
    this.parameters = answerOf(received)
    this.jwt = new TokenRequest(received, participant, faults)
  }

  /** The only value of a parameter; one that stands twice is none. */
  parameter(name: string): string | undefined {
    const values = this.parameters.get(name) ?? []
    return values.length === 1 ? values[0] : undefined
  }

  /** Takes a login for the one that the answer belongs to. */
  take(login: Pending | undefined): boolean {
    this.pending = login
    return login !== undefined
  }

  /** The login that the answer belongs to. */
  get login(): Pending {
    if (!this.pending) throw new TypeError('no login was found')
    return this.pending
  }

  /** Party Identifier of the provider that was asked. */
  get asked(): string {
    return this.login.provider.partyId
  }

  /** Takes that one for the human who logs in. */
  meet(human: string): true {
    this.human = human
    return true
  }

  /** Takes the human for one of that provider. */
  comeFrom(provider: string): true {
    this.home = provider
    return true
  }

  /** Has the browser carry something on in its address. */
  tell(name: string, value = ''): true {
    this.told.set(name, value)
    return true
  }

  claim(name: string): Json | undefined {
    return this.jwt.claim(name)
  }

  /** Who it is, as the id_token says; only where a fault does without its word, as userinfo says. */
  get sub(): Json | undefined {
    return (this.idToken === undefined ? undefined : this.claim('sub')) ?? this.userinfo.sub
  }
}
