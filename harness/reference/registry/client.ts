import type { FaultName } from '../../faults/faults.js'
import type { Kit } from '../kit.js'
import { obey, type Rulebook, withFaults } from '../token-endpoint/rule.js'
import { type OwnAssertion, ownAssertionRules, signOwn } from './own-assertion.js'
import { type RegistryAnswer, type RegistryCall, RegistryFailure, type RegistryTransport } from './transport.js'

interface AccessToken {
  readonly value: string
  /** Milliseconds since epoch after which it is not used any more. */
  readonly until: number
}

/** The Participant Registry as a client sees it: authenticates with an own assertion, keeps the access token, looks parties up. */
export class RegistryClient {
  readonly #kit: Kit
  readonly #transport: RegistryTransport
  /** How to authenticate: with the faults first, and as one should when the registry does not take that. */
  readonly #ways: readonly Rulebook<OwnAssertion>[]
  readonly #prefix: string
  readonly #tokenUrl: string
  #token: AccessToken | undefined
  #pending: Promise<AccessToken> | undefined
  #previous: string | undefined

  constructor(kit: Kit, transport: RegistryTransport, faults: ReadonlySet<FaultName>) {
    this.#kit = kit
    this.#transport = transport
    const faulty = ownAssertionRules.some((rule) =>
      Object.keys(rule.faults).some((name) => faults.has(name as FaultName)),
    )
    this.#ways = [...(faulty ? [faults] : []), new Set<FaultName>()].map((each) => withFaults(ownAssertionRules, each))
    const { origin, pathname } = new URL(kit.participantRegistry.baseUrl)
    this.#prefix = pathname.replace(/\/$/, '')
    this.#tokenUrl = `${origin}${this.#prefix}${kit.participantRegistry.tokenPath}`
  }

  /** Path of the look-up by query (L207); the party id comes behind it. */
  get queryPath(): string {
    return `${this.#partiesPath}?party_id=`
  }

  /** Path of the look-up by path (L208); the party id comes behind it. */
  get itemPath(): string {
    return `${this.#partiesPath}/`
  }

  get #partiesPath(): string {
    return `${this.#prefix}${this.#kit.participantRegistry.paths.parties ?? '/parties'}`
  }

  /** Looks up with the own access token; authenticates anew once when the registry does not know it any more. Throws `RegistryFailure`. */
  async lookUp(path: string): Promise<RegistryAnswer> {
    const token = await this.#accessToken()
    const answer = await this.ask(path, token)
    return answer.status === 401 ? this.ask(path, await this.#accessToken(token)) : answer
  }

  /** One look-up with the given bearer token or none. A connection that broke is replaced once: an idle one may have been closed. */
  async ask(path: string, token?: string): Promise<RegistryAnswer> {
    const headers = { accept: 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) }
    const call: RegistryCall = { method: 'GET', path, headers }
    return again(() => this.#transport.call(call))
  }

  /** Sends somebody's assertion to the token endpoint as if it were the own one. */
  async present(assertion: string): Promise<void> {
    await this.#transport.call(this.#tokenCall(assertion, 'POST'))
  }

  async close(): Promise<void> {
    await this.#transport.close()
  }

  async #accessToken(refused?: string): Promise<string> {
    const known = this.#token
    if (known && known.value !== refused && known.until > Date.now()) return known.value
    this.#pending ??= this.#authenticate().finally(() => {
      this.#pending = undefined
    })
    this.#token = await this.#pending
    return this.#token.value
  }

  async #authenticate(): Promise<AccessToken> {
    for (const way of this.#ways) {
      const answer = await again(async () => this.#transport.call(await this.#assertionCall(way)))
      const token = readToken(answer)
      if (token) return token
    }
    throw new RegistryFailure('token')
  }

  async #assertionCall(way: Rulebook<OwnAssertion>): Promise<RegistryCall> {
    const own: OwnAssertion = {
      kit: this.#kit,
      tokenUrl: this.#tokenUrl,
      previous: this.#previous,
      alg: 'RS256',
      header: {},
      aud: '',
      lifetime: 0,
      repeated: undefined,
      sentBy: 'POST',
    }
    await obey(way, own)
    this.#previous = own.repeated ?? (await signOwn(own))
    return this.#tokenCall(this.#previous, own.sentBy)
  }

  #tokenCall(assertion: string, method: OwnAssertion['sentBy']): RegistryCall {
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: this.#kit.partyId,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: assertion,
    }).toString()
    const path = new URL(this.#tokenUrl).pathname
    if (method === 'GET') return { method, path: `${path}?${form}` }
    return { method, path, headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: form }
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

function readToken({ status, body }: RegistryAnswer): AccessToken | undefined {
  if (status !== 200) return undefined
  try {
    const { access_token: value, expires_in: seconds } = JSON.parse(body.toString()) as Record<string, unknown>
    if (typeof value !== 'string' || value === '') return undefined
    const lifetime = typeof seconds === 'number' ? seconds * 1000 : 0
    return { value, until: Date.now() + lifetime - Math.min(5000, lifetime / 4) }
  } catch {
    return undefined
  }
}
