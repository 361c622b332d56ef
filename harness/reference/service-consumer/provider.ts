import type { FaultName } from '../../faults/faults.js'
import { obey, type Rulebook, withFaults } from '../engine/rule.js'
import type { Kit, RegistryAddress } from '../kit.js'
import { startRules } from '../participant/participant.js'
import { AuthenticatedClient } from '../registry/authenticated-client.js'
import {
  type RegistryAnswer,
  type RegistryCall,
  RegistryFailure,
  RegistryTransport,
  type TlsVerification,
} from '../registry/transport.js'
import { type Reach, reachRules, type Visit, visitRules } from './rules.js'

/** What a consumer has from its providers together; only a fault looks into it. */
export interface Wallet {
  /** The access token with which it was served last. */
  token?: string
  /** The one that it was given last. */
  given?: string
  /** The first one of each origin. */
  readonly ofOrigins: Map<string, string>
}

/** A ServiceProvider as its consumer sees it. */
export class Provider extends AuthenticatedClient {
  readonly #visits: Rulebook<Visit>
  readonly #service: string
  readonly #wallet: Wallet
  readonly #origin: string
  /** The last access token that it would not take. */
  #refused: string | undefined
  #failed: number | undefined
  /** Whether nobody else is called meanwhile. */
  readonly alone: boolean

  private constructor(
    kit: Kit,
    address: RegistryAddress,
    transportWith: (tls: TlsVerification) => RegistryTransport,
    reach: Reach,
    wallet: Wallet,
    faults: ReadonlySet<FaultName>,
  ) {
    super(kit, address, { tokens: transportWith(reach.tls), calls: transportWith(reach.tlsOfService) }, faults)
    this.alone = reach.alone
    this.#wallet = wallet
    this.#origin = new URL(address.baseUrl).origin
    this.#visits = withFaults(visitRules, faults)
    this.#service = `${this.prefix}${address.paths.service ?? '/service'}`
  }

  /** A provider that was not called before. */
  static async at(
    kit: Kit,
    address: RegistryAddress,
    wallet: Wallet,
    faults: ReadonlySet<FaultName>,
  ): Promise<Provider> {
    const start = { remembering: () => [], tls: {}, tlsOfOthers: {}, tlsOfTokens: undefined }
    await obey(withFaults(startRules, faults), start)
    const reach: Reach = {
      tls: start.tls,
      tlsOfService: {},
      patienceMs: 0,
      mostBytes: 0,
      alone: false,
      following: 'nothing',
    }
    await obey(withFaults(reachRules, faults), reach)
    const Transport = transports[reach.following]
    const { origin } = new URL(address.baseUrl)
    const transportWith = (tls: TlsVerification) => new Transport(origin, kit, tls, reach.patienceMs, reach.mostBytes)
    return new Provider(kit, address, transportWith, reach, wallet, faults)
  }

  /** Calls the service, having authenticated where that is needed. Throws `RegistryFailure` or a `Refusal` when it cannot. */
  async use(): Promise<RegistryAnswer> {
    const call: RegistryCall = { method: 'GET', path: this.#service }
    try {
      return await this.call(call)
    } catch (error) {
      if (error instanceof RegistryFailure && error.problem === 'token') return this.send(call)
      throw error
    }
  }

  override async send(call: RegistryCall, token?: string): Promise<RegistryAnswer> {
    if (token !== undefined) this.#wallet.given = token
    const last = this.#wallet.token
    const other = last === this.#refused ? undefined : last
    const visit: Visit = {
      token,
      other,
      lastGiven: () => this.#wallet.given,
      ofOrigin: this.#wallet.ofOrigins.get(this.#origin),
      failed: this.#failed,
      path: call.path,
      bearer: undefined,
      headers: {},
      goesWhereTold: false,
    }
    await obey(this.#visits, visit)
    const answer = await super.send({ ...call, path: visit.path, headers: visit.headers }, visit.bearer)
    if (visit.goesWhereTold) await goWhereTold(answer, visit.bearer)
    this.#failed = answer.status < 400 ? undefined : answer.status
    if (answer.status === 401) this.#refused = visit.bearer
    if (answer.status === 200 && visit.bearer !== undefined) this.#keep(visit.bearer)
    return answer
  }

  #keep(token: string): void {
    const { ofOrigins } = this.#wallet
    this.#wallet.token = token
    if (!ofOrigins.has(this.#origin)) ofOrigins.set(this.#origin, token)
  }
}

/** Goes wherever a redirect points, with everything that it carries. */
class FollowingTransport extends RegistryTransport {
  override async call(call: RegistryCall): Promise<RegistryAnswer> {
    const answer = await super.call(call)
    if (answer.location === undefined) return answer
    const { method, headers = {}, body } = call
    const elsewhere = await fetch(answer.location, { method, headers, ...(body !== undefined && { body }) })
    return { status: elsewhere.status, body: Buffer.from(await elsewhere.arrayBuffer()) }
  }
}

/** Goes wherever a redirect points, with the access token in the address. */
class CarryingTransport extends RegistryTransport {
  override async call(call: RegistryCall): Promise<RegistryAnswer> {
    const answer = await super.call(call)
    const [, token] = call.headers?.authorization?.split(' ') ?? []
    if (answer.location !== undefined && token !== undefined) await fetch(`${answer.location}?access_token=${token}`)
    return answer
  }
}

const transports = { nothing: RegistryTransport, everything: FollowingTransport, query: CarryingTransport } as const

/** Asks at the address that a refusal names, with an access token. */
async function goWhereTold({ status, body }: RegistryAnswer, token = ''): Promise<void> {
  const [told] = /https?:[^"\s]+/.exec(body.toString()) ?? []
  if (status === 401 && told !== undefined) await fetch(told, { headers: { authorization: `Bearer ${token}` } })
}
