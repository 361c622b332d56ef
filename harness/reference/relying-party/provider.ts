import type { Configuration } from 'openid-client'
import { isObject, type JsonObject } from '../../contracts/json.js'
import type { FaultName } from '../../faults/faults.js'
import { BoundedMap } from '../engine/bounded-map.js'
import { refuse } from '../engine/refusal.js'
import { obey, type Rulebook, withFaults } from '../engine/rule.js'
import { varied } from '../engine/variants.js'
import type { Kit, RegistryAddress } from '../kit.js'
import type { Participant } from '../participant/participant.js'
import { asForm } from '../registry/own-assertion.js'
import { audienceIn, failureOf, type Made, OwnAssertions } from '../registry/own-assertions.js'
import { type RegistryAnswer, RegistryFailure, type RegistryTransport } from '../registry/transport.js'
import { departureRules, type Secrets, type Served, type Setting, stateOfBrowser } from './departure-rules.js'
import { withSignedRequest } from './signed-request.js'
import type { RelyingPartyVariant } from './variants.js'

/** How long one call of a provider may take, milliseconds. */
const patienceMs = 4000
const browsersKept = 10_000
const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/** What a code was turned into. */
export interface Tokens {
  readonly access_token?: string
  readonly id_token?: string
}

/** What a browser is sent away for. */
export interface Departing {
  readonly scope: string
  /** Whether the answer is to come in a form. */
  readonly byForm: boolean
  /** Which login it is, counted over all providers. */
  readonly count: number
  /** What a ServiceProvider asked a broker with. */
  readonly served: Served
  readonly browser: string
}

/** An authorization request that a browser is sent away with, and what is kept of it. */
export interface Departure {
  readonly url: string
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** Loaded at the first login. */
const openid = () => import('openid-client')

/**
 * An IdentityProvider as its relying party sees it. `openid-client` makes the requests; our rules judge the answers,
 * so it never sees an id_token.
 */
export class Provider {
  readonly #kit: Kit
  readonly #address: RegistryAddress
  readonly #redirectUri: string
  /** Whether token requests carry `client_id` beside the assertion. */
  readonly #namesClient: boolean
  readonly #signsRequests: boolean
  readonly #transport: RegistryTransport
  readonly #own: OwnAssertions
  readonly #departure: Rulebook<Setting>
  /** Of the login that was begun last. */
  #before: Secrets | undefined
  /** Of the first login in each browser. */
  readonly #firstOf = new BoundedMap<Secrets>(browsersKept)

  constructor(
    { kit, transportTo }: Participant,
    address: RegistryAddress,
    redirectUri: string,
    faults: ReadonlySet<FaultName>,
    variants: ReadonlySet<RelyingPartyVariant>,
  ) {
    this.#namesClient = !variants.has('names-no-client-beside-assertion')
    this.#kit = kit
    this.#signsRequests = variants.has('signs-login-requests')
    this.#address = address
    this.#redirectUri = redirectUri
    this.#transport = transportTo(address, patienceMs)
    this.#own = new OwnAssertions(kit, address, faults)
    const changes = variants.has('keeps-state-of-browser') ? [stateOfBrowser] : []
    this.#departure = withFaults(varied(departureRules, changes), faults)
  }

  /** Where to send a browser: authorization code flow with PKCE, `state` and `nonce`. */
  async depart({ scope, byForm, count, served, browser }: Departing): Promise<Departure> {
    const { buildAuthorizationUrl } = await openid()
    const now = { state: '', nonce: '', verifier: '' }
    const firstOfBrowser = this.#firstOf.get(browser)
    const before = this.#before
    const setting: Setting = { now, before, firstOfBrowser, challenge: { code_challenge: '' }, count, served, scope }
    await obey(this.#departure, setting)
    this.#before = now
    this.#firstOf.set(browser, firstOfBrowser ?? now)
    const { state, nonce, verifier } = now
    const url = buildAuthorizationUrl(await this.#configuration(), {
      scope: setting.scope,
      state,
      nonce,
      redirect_uri: this.#redirectUri,
      ...setting.challenge,
      ...(byForm && { response_mode: 'form_post' }),
    })
    const asked = this.#signsRequests ? await withSignedRequest(url, this.#kit, this.#address.partyId) : url
    return { url: asked.href, state, nonce, verifier }
  }

  /** Turns a code into tokens. Throws a `Refusal` where the provider gives none, a `RegistryFailure` where it does not answer. */
  async exchange(code: string, verifier: string, followsRedirects: boolean): Promise<Tokens> {
    const [faulty, ...others] = this.#own.ways
    const once = async (way = faulty): Promise<Tokens | undefined> =>
      way && this.#exchange(code, verifier, await this.#own.make(way), followsRedirects)
    const first = await once()
    if (first) return first
    // A faulty way is tried again where the refusal told something, and a right one after it.
    for (const way of others.length === 0 ? [] : this.#own.told === undefined ? others : [faulty, ...others]) {
      const tokens = await once(way)
      if (tokens) return tokens
    }
    return refuse(400, 'invalid_grant', 'the provider gave no tokens')
  }

  /** What the provider tells about the human; nothing where the kit names no address for it. */
  async userinfo(accessToken: string): Promise<JsonObject> {
    const { userinfo } = this.#address.paths
    if (userinfo === undefined) return {}
    const headers = { authorization: `Bearer ${accessToken}`, accept: 'application/json' }
    const { status, body } = await this.#transport.call({ method: 'GET', path: this.#path(userinfo), headers })
    const told = status === 200 ? parsed(body) : undefined
    return told ?? refuse(400, 'invalid_request', 'the provider tells nothing about the human')
  }

  async #exchange(code: string, verifier: string, made: Made, followsRedirects: boolean): Promise<Tokens | undefined> {
    const { genericGrantRequest } = await openid()
    let idToken: string | undefined
    const configuration = await this.#configuration(
      made,
      (answer) => {
        this.#own.failed = answer.status === 200 ? undefined : answer.status
        if (answer.status !== 200) this.#own.told = audienceIn(answer.body)
        const { id_token, ...rest } = parsed(answer.body) ?? {}
        idToken = typeof id_token === 'string' ? id_token : undefined
        return JSON.stringify(rest)
      },
      followsRedirects,
    )
    const form = { ...made.beside, code, redirect_uri: this.#redirectUri, code_verifier: verifier }
    try {
      const { access_token } = await genericGrantRequest(configuration, 'authorization_code', form)
      return { access_token, ...(idToken !== undefined && { id_token: idToken }) }
    } catch (error) {
      const cause = causeOf(error)
      if (cause) throw cause
      return undefined
    }
  }

  /** The library set up for one request: with an assertion of ours, and a reader that takes the id_token out of the answer. */
  async #configuration(
    made?: Made,
    read: (answer: RegistryAnswer) => string = ({ body }) => body.toString(),
    followsRedirects = false,
  ): Promise<Configuration> {
    const client = await openid()
    const { partyId: issuer, baseUrl, paths } = this.#address
    const at = (path: string): string => new URL(this.#path(path), baseUrl).href
    const server = {
      issuer,
      authorization_endpoint: at(paths.authorize ?? '/identity_provider/authorize'),
      token_endpoint: this.#own.tokenUrl,
    }
    const configuration = new client.Configuration(server, this.#kit.partyId, {}, (_, { client_id }, body) => {
      if (this.#namesClient) body.set('client_id', client_id)
      body.set('client_assertion_type', assertionType)
      body.set('client_assertion', made?.assertion ?? '')
    })
    configuration[client.customFetch] = async (url, { body, headers }) => {
      const answer = await this.#send(new URL(url), new URLSearchParams(String(body)), headers, made, followsRedirects)
      return new Response(read(answer), { status: answer.status, headers: { 'content-type': 'application/json' } })
    }
    if (baseUrl.startsWith('http:')) client.allowInsecureRequests(configuration)
    return configuration
  }

  async #send(
    { pathname }: URL,
    form: URLSearchParams,
    headers: Record<string, string>,
    made: Made | undefined,
    followsRedirects: boolean,
  ): Promise<RegistryAnswer> {
    if (made?.sentBy === 'GET')
      return this.#transport.call({
        method: 'GET',
        path: `${pathname}?${form}`,
        headers: { accept: 'application/json' },
      })
    const { type, body } = made?.encoded(form) ?? asForm(form)
    const labelled = { ...headers, 'content-type': type }
    const call = { method: 'POST', path: pathname, headers: labelled, body } as const
    const answer = await this.#transport.call(call).catch((error: unknown) => {
      this.#own.failed = failureOf(error)
      throw error
    })
    if (answer.location === undefined || !followsRedirects) return answer
    const elsewhere = await fetch(answer.location, { method: 'POST', headers: labelled, body })
    return { status: elsewhere.status, body: Buffer.from(await elsewhere.arrayBuffer()) }
  }

  #path(path: string): string {
    return `${new URL(this.#address.baseUrl).pathname.replace(/\/$/, '')}${path}`
  }
}

/** The failure to reach the provider that stands behind an error of the library. */
function causeOf(error: unknown): RegistryFailure | undefined {
  for (let each = error; each instanceof Error; each = each.cause) if (each instanceof RegistryFailure) return each
  return undefined
}

function parsed(body: Buffer): JsonObject | undefined {
  try {
    const json: unknown = JSON.parse(body.toString())
    return isObject(json) ? json : undefined
  } catch {
    return undefined
  }
}
