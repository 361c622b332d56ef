import { randomUUID } from 'node:crypto'
import type { JsonObject } from '../../contracts/json.js'
import type { FaultName } from '../../faults/faults.js'
import { html } from '../../html.js'
import { BoundedMap } from '../engine/bounded-map.js'
import type { Answer, Received } from '../engine/received.js'
import { Refusal } from '../engine/refusal.js'
import { type NamesOf, obey, only, type Rule, type Rulebook, withFaults } from '../engine/rule.js'
import { namedVariants, type RuleChanges, varied } from '../engine/variants.js'
import type { RegistryAddress } from '../kit.js'
import { cookieOf, setCookie, setCookieForForms } from '../pages/cookies.js'
import { page, redirect } from '../pages/page.js'
import { RegistryFailure } from '../registry/transport.js'
import type { ResourceTools } from '../token-endpoint/resource.js'
import { answerRules, exchangeRules } from './answer-rules.js'
import type { Served } from './departure-rules.js'
import { judgedIdTokenRules } from './id-token-rules.js'
import { Provider } from './provider.js'
import { answerOf, PendingLogins, type SessionKind, SignIn } from './sign-in.js'
import { userinfoRules } from './userinfo-rules.js'
import { type RelyingPartyVariant, relyingPartyVariants } from './variants.js'

/** Every rule of a relying party about a login. */
export const relyingPartyRules = [...answerRules, ...exchangeRules, ...judgedIdTokenRules, ...userinfoRules]

type Variant = RuleChanges<SignIn, NamesOf<typeof relyingPartyRules>>

/** Does without what is about somebody else (OpenID Connect Core §5.3.2). */
const leavingStrangersAlone: Variant = {
  'sub of userinfo is that of the id_token': () => (signIn) => {
    if (signIn.userinfo.sub !== signIn.sub) signIn.userinfo = {}
    return true
  },
}

/** Asks nothing where the id_token says what the human is called (OpenID Connect Core §5.4). */
const askingForWantOfClaims: Variant = {
  'userinfo can be asked': (right) => (signIn) => {
    const [name, email] = [signIn.claim('name'), signIn.claim('email')]
    if (signIn.idToken === undefined || name === undefined) return right(signIn)
    signIn.userinfo = { sub: signIn.sub ?? null, name, ...(email !== undefined && { email }) }
    return true
  },
}

/** Goes on by the id_token alone where userinfo fails, which it may: nobody is bound to ask (OpenID Connect Core §5.3). */
const doingWithoutUserinfo: Variant = {
  'userinfo can be asked': (right) => async (signIn) => {
    try {
      return await right(signIn)
    } catch {
      const name = signIn.claim('name')
      signIn.userinfo = { sub: signIn.sub ?? null, ...(name !== undefined && { name }) }
      return true
    }
  },
}

/** Makes an account of somebody's first and last name, and of a mailbox that is known to be theirs. */
const wantingMailbox: Variant = {
  'sub of userinfo is that of the id_token': only(
    ({ userinfo: { given_name, family_name, email_verified } }) =>
      typeof given_name === 'string' && typeof family_name === 'string' && email_verified === true,
  ),
}

/** Somebody who logged in. */
export interface LoggedIn {
  readonly sub: string
  /** Party Identifier of the provider that says so. */
  readonly issuer: string
  /** What it says beside `sub`. */
  readonly claims: JsonObject
  /** Its tokens; read by faults alone. */
  readonly tokens: { readonly idToken: string | undefined; readonly accessToken: string | undefined }
  /** By what its session is known. */
  readonly session: SessionKind
  /** Whether the browser had no cookie, and so began no login; only a fault lets it come this far. */
  readonly isStranger: boolean
  /** Where the browser goes on. */
  readonly goesOn: string
  /** The same with what the browser is to carry on, which only a fault has. */
  readonly address: string
}

/** What a login is begun with. */
export interface Beginning {
  readonly provider: RegistryAddress
  readonly scope: string
  readonly goesOn: string
  /** Names that a fault may be on for. */
  readonly names?: readonly string[]
  /** What a ServiceProvider asked a broker with for it. */
  readonly served?: Served
}

const cookie = 'relying-party'
/** Humans of refused logins kept at most. */
const limit = 10_000

/** A relying party: sends browsers to an IdentityProvider and judges what they come back with (L216, L280–287). */
export class RelyingParty {
  readonly #tools: ResourceTools
  readonly #redirectUri: string
  /** Whether answers come in forms (OAuth 2.0 Form Post Response Mode). */
  readonly #byForm: boolean
  readonly #variants: ReadonlySet<RelyingPartyVariant>
  readonly #rules: readonly Rule<SignIn>[]
  readonly #logins = new PendingLogins()
  /** Logins so far. */
  #begun = 0
  readonly #providers = new Map<string, Provider>()
  /** Humans by what their browser had before the login, refused or not; only a fault keeps any. */
  readonly #kept = new BoundedMap<LoggedIn>(limit)
  readonly #books = new Map<string, Rulebook<SignIn>>()

  /** @param callbackPath Where browsers come back to, below the base URL. */
  constructor(tools: ResourceTools, callbackPath: string) {
    const { baseUrl, kit } = tools.participant
    this.#tools = tools
    this.#variants = namedVariants(relyingPartyVariants, tools.variants)
    this.#byForm = this.#variants.has('takes-answers-in-forms')
    this.#rules = varied(relyingPartyRules, [
      ...(this.#variants.has('asks-userinfo-for-want-of-claims') ? [askingForWantOfClaims] : []),
      ...(this.#variants.has('does-without-userinfo') ? [doingWithoutUserinfo] : []),
      ...(this.#variants.has('wants-verified-mailbox') ? [wantingMailbox] : []),
      ...(this.#variants.has('leaves-strange-userinfo-alone') ? [leavingStrangersAlone] : []),
    ])
    this.#redirectUri = `${(kit.baseUrl ?? baseUrl).replace(/\/$/, '')}${callbackPath}`
  }

  /** The method of the requests with which browsers come back. */
  get callbackMethod(): 'GET' | 'POST' {
    return this.#byForm ? 'POST' : 'GET'
  }

  /** Sends a browser away to log in. */
  async begin(received: Received, { provider, scope, goesOn, names = [], served = {} }: Beginning): Promise<Answer> {
    const known = this.#variants.has('names-browsers-anew') ? undefined : cookieOf(received, cookie)
    const browser = known ?? randomUUID()
    const departing = { scope, byForm: this.#byForm, count: ++this.#begun, served, browser }
    const { url, ...kept } = await this.#providerOf(provider).depart(departing)
    this.#logins.add({ ...kept, browser, provider, goesOn, names, used: false })
    return redirect(url, [this.#byForm ? setCookieForForms(cookie, browser) : setCookie(cookie, browser)])
  }

  /** Judges what a browser comes back with. Throws nothing but a `Refusal`. */
  async finish(received: Received): Promise<LoggedIn> {
    const browser = cookieOf(received, cookie) ?? ''
    const { participant, plan } = this.#tools
    const providerOf = (address: RegistryAddress) => this.#providerOf(address)
    const faults = plan.perParty ? plan.for(this.#namesOf(received, browser)) : plan.everywhere
    const signIn = new SignIn(received, { participant, browser, logins: this.#logins, providerOf }, faults)
    try {
      await obey(this.#bookFor(faults), signIn, signIn.excused)
    } catch (error) {
      throw signIn.confides ? confiding(refusalOf(error), signIn) : refusalOf(error)
    } finally {
      if (signIn.keeps) this.#kept.set(browser, loggedIn(signIn))
    }
    this.#logins.humansOf.set(browser, String(signIn.sub))
    this.#logins.outcomeOf.set(signIn.parameter('code') ?? '', { login: signIn.login, sub: signIn.sub })
    return loggedIn(signIn)
  }

  /** Who is logged in by what a browser had before the login, which only a fault sees to. */
  kept(received: Received): LoggedIn | undefined {
    return this.#kept.get(cookieOf(received, cookie) ?? '')
  }

  /** What a fault may be on for: the code, and what the login was begun with. */
  #namesOf(received: Received, browser: string): ReadonlySet<string> {
    const codes = answerOf(received).get('code') ?? []
    return new Set([...codes, ...(this.#logins.latestOf(browser)?.names ?? [])])
  }

  #providerOf(address: RegistryAddress): Provider {
    const { participant, plan } = this.#tools
    const known = this.#providers.get(address.partyId)
    if (known) return known
    const provider = new Provider(participant, address, this.#redirectUri, plan.everywhere, this.#variants)
    this.#providers.set(address.partyId, provider)
    return provider
  }

  #bookFor(faults: ReadonlySet<FaultName>): Rulebook<SignIn> {
    const name = [...faults].join()
    const book = this.#books.get(name) ?? withFaults(this.#rules, faults)
    this.#books.set(name, book)
    return book
  }
}

const loggedIn = ({
  sub,
  human,
  userinfo: { sub: _, ...claims },
  asked,
  home,
  idToken,
  accessToken,
  session,
  told,
  browser,
  login: { goesOn },
}: SignIn): LoggedIn => ({
  sub: human || String(sub),
  issuer: home || asked,
  claims,
  tokens: { idToken, accessToken },
  session,
  isStranger: browser === '',
  goesOn,
  address: told.size === 0 ? goesOn : `${goesOn}?${told}`,
})

/** Tells a human that the login came to nothing, and which rule it broke. */
export const refusedPage = ({ message }: Refusal): Answer =>
  page({
    title: 'Login refused',
    content: html`<p role="alert">Nobody is logged in: ${message}.</p>`,
    status: 403,
  })

/** What only a fault tells. */
const confiding = ({ status, error, message }: Refusal, { pending }: SignIn): Refusal =>
  new Refusal(status, error, `${message} (${pending?.verifier})`)

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof RegistryFailure)
    return new Refusal(403, 'temporarily_unavailable', `somebody who is needed does not answer: ${error.problem}`)
  process.stderr.write(`refused because of an error: ${error instanceof Error ? error.stack : String(error)}\n`)
  return new Refusal(403, 'invalid_request', 'the answer cannot be read')
}
