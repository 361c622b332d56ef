import { setTimeout as sleep } from 'node:timers/promises'
import type { FaultName } from '../../faults/faults.js'
import { type Rulebook, withFaults } from '../engine/rule.js'
import type { Kit, RegistryAddress } from '../kit.js'
import { asForm } from './own-assertion.js'
import { audienceIn, failureOf, type Made, OwnAssertions, type Way } from './own-assertions.js'
import { type AccessToken, readToken, type TokenAnswer, tokenAnswerRules } from './token-answer.js'
import { type RegistryAnswer, type RegistryCall, RegistryFailure, type RegistryTransport } from './transport.js'

/** How long it is busy before each authentication where a fault has several at once, milliseconds. */
const busyMs = 60

/** What carries requests for access tokens, and those with one. */
export interface Transports {
  readonly tokens: RegistryTransport
  readonly calls: RegistryTransport
}

/** A server of the scheme as its client sees it: authenticates there with an own assertion, and keeps the access token. */
export class AuthenticatedClient {
  readonly #kit: Kit
  readonly #transport: RegistryTransport
  readonly #calls: RegistryTransport
  readonly #own: OwnAssertions
  readonly #answers: Rulebook<TokenAnswer>
  #token: AccessToken | undefined
  #pending: Promise<AccessToken> | undefined
  #assertion: string | undefined
  /** Whether those who need a token at once ask for one each, which only a fault does. */
  readonly #asksEachTime: boolean
  /** Path of the server's base URL, without slash at its end. */
  readonly prefix: string

  constructor(kit: Kit, server: RegistryAddress, { tokens, calls }: Transports, faults: ReadonlySet<FaultName>) {
    this.#kit = kit
    this.#transport = tokens
    this.#calls = calls
    this.#own = new OwnAssertions(kit, server, faults)
    this.#answers = withFaults(tokenAnswerRules, faults)
    this.#asksEachTime = faults.has('shares-own-assertion-at-once')
    this.prefix = new URL(server.baseUrl).pathname.replace(/\/$/, '')
  }

  /** What it authenticated with last, and the access token that came of it; only a fault tells them. */
  get secrets(): { readonly assertion: string; readonly accessToken: string } {
    return { assertion: this.#assertion ?? '', accessToken: this.#token?.value ?? '' }
  }

  /** One call with the own access token; authenticates anew once when the server does not know it any more. Throws `RegistryFailure`. */
  async call(call: RegistryCall): Promise<RegistryAnswer> {
    const token = await this.#accessToken()
    const answer = await this.send(call, token)
    if (answer.status !== 401) return answer
    this.#own.told = audienceIn(answer.body)
    return this.send(call, await this.#accessToken(token))
  }

  /** One call with the given bearer token or none. A connection that broke is replaced once: an idle one may have been closed. */
  async send(call: RegistryCall, token?: string): Promise<RegistryAnswer> {
    const headers = {
      accept: 'application/json',
      ...call.headers,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    }
    return again(() => this.#calls.call({ ...call, headers }))
  }

  /** Sends somebody's assertion to the token endpoint as if it were the own one. */
  async present(assertion: string): Promise<void> {
    await this.#transport.call(this.#tokenCall({ assertion, sentBy: 'POST', beside: {}, encoded: asForm }))
  }

  async close(): Promise<void> {
    await Promise.all([this.#transport.close(), this.#calls.close()])
  }

  async #accessToken(refused?: string): Promise<string> {
    const known = this.#token
    if (known && known.value !== refused && known.until > Date.now()) return known.value
    const token = await (this.#asksEachTime ? sleep(busyMs).then(() => this.#authenticate()) : this.#forAll())
    this.#token = token
    return token.value
  }

  /** Those who need a token at once share one. */
  #forAll(): Promise<AccessToken> {
    const pending =
      this.#pending ??
      this.#authenticate().finally(() => {
        this.#pending = undefined
      })
    this.#pending = pending
    return pending
  }

  async #authenticate(): Promise<AccessToken> {
    for (const way of this.#own.ways) {
      const answer = await again(() => this.#sendOwn(way))
      const token = readToken(answer, this.#answers)
      this.#own.failed = token ? undefined : answer.status
      this.#own.ahead = secondsAhead(answer)
      if (token) return token
      this.#own.told = audienceIn(answer.body)
    }
    throw new RegistryFailure('token')
  }

  async #sendOwn(way: Way): Promise<RegistryAnswer> {
    const made = await this.#own.make(way)
    const { assertion, followsRedirects } = made
    const call = this.#tokenCall(made)
    this.#assertion = assertion
    const answer = await this.#transport.call(call).catch((error: unknown) => {
      this.#own.failed = failureOf(error)
      throw error
    })
    if (followsRedirects && answer.location !== undefined) await fetch(answer.location, call)
    return answer
  }

  #tokenCall({ assertion, sentBy: method, beside, encoded }: Omit<Made, 'followsRedirects'>): RegistryCall {
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: this.#kit.partyId,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: assertion,
      ...beside,
    })
    const path = new URL(this.#own.tokenUrl).pathname
    if (method === 'GET') return { method, path: `${path}?${form}` }
    const { type, body } = encoded(form)
    return { method, path, headers: { 'content-type': type }, body }
  }
}

async function again(call: () => Promise<RegistryAnswer>): Promise<RegistryAnswer> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof RegistryFailure && error.problem === 'unreachable') return call()
    throw error
  }
}

/** How far the clock of a server is ahead. */
function secondsAhead({ date }: RegistryAnswer): number {
  const sent = Date.parse(date ?? '')
  return Number.isNaN(sent) ? 0 : Math.round((sent - Date.now()) / 1000)
}
