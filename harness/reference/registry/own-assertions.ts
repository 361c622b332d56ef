import type { FaultName } from '../../faults/faults.js'
import { obey, type Rulebook, withFaults } from '../engine/rule.js'
import type { Kit, RegistryAddress } from '../kit.js'
import { asForm, type Encoded, type Failed, type OwnAssertion, ownAssertionRules, signOwn } from './own-assertion.js'
import { RegistryFailure } from './transport.js'

/** How a server has failed that gave no answer. */
export const failureOf = (error: unknown): Failed =>
  error instanceof RegistryFailure && error.problem === 'timeout' ? 'silent' : 'broken'

/** How an assertion is made: with the faults, or as one should. */
export type Way = Rulebook<OwnAssertion>

/** An assertion that is made. */
export interface Made {
  readonly assertion: string
  readonly sentBy: OwnAssertion['sentBy']
  readonly beside: OwnAssertion['beside']
  readonly followsRedirects: boolean
  /** The body that carries it among other parameters. */
  readonly encoded: (form: URLSearchParams) => Encoded
}

/** The assertions of a participant for one server of the scheme, one after the other. */
export class OwnAssertions {
  readonly #kit: Kit
  readonly #server: RegistryAddress
  /** Where they are sent to. */
  readonly tokenUrl: string
  /** With the faults first, and as one should where the server does not take that. */
  readonly ways: readonly Way[]
  #previous: string | undefined
  #making: Promise<string> | undefined
  #madeAt = Number.NEGATIVE_INFINITY
  /** What only a fault heeds: the audience that the server's last refusal told of. */
  told: string | undefined
  /** The same: by how many seconds the clock of the server was ahead the last time. */
  ahead = 0
  /** The same: how the server failed the last time. */
  failed: Failed | undefined

  constructor(kit: Kit, server: RegistryAddress, faults: ReadonlySet<FaultName>) {
    this.#kit = kit
    this.#server = server
    const { origin, pathname } = new URL(server.baseUrl)
    this.tokenUrl = `${origin}${pathname.replace(/\/$/, '')}${server.tokenPath}`
    const faulty = ownAssertionRules.some((rule) =>
      Object.keys(rule.faults).some((name) => faults.has(name as FaultName)),
    )
    this.ways = [...(faulty ? [faults] : []), new Set<FaultName>()].map((each) => withFaults(ownAssertionRules, each))
  }

  async make(way: Way): Promise<Made> {
    const own: OwnAssertion = {
      kit: this.#kit,
      server: this.#server,
      tokenUrl: this.tokenUrl,
      previous: this.#previous,
      told: this.told,
      alg: 'RS256',
      header: {},
      sub: '',
      aud: '',
      lifetime: 0,
      unitsPerSecond: 0,
      beyond: 0,
      jti: undefined,
      signedSoundly: false,
      repeated: undefined,
      sentBy: 'POST',
      followsRedirects: false,
      beside: {},
      failed: this.failed,
      ahead: this.ahead,
      sinceMs: Date.now() - this.#madeAt,
      isShared: false,
      encoded: asForm,
      repeatsClient: false,
    }
    this.#madeAt = Date.now()
    await obey(way, own)
    const making = (own.isShared ? this.#making : undefined) ?? Promise.resolve(own.repeated ?? signOwn(own))
    this.#making = making
    this.#previous = await making
    const { sentBy, beside, followsRedirects, repeatsClient } = own
    const encoded = (form: URLSearchParams): Encoded => {
      if (repeatsClient) form.append('client_id', this.#kit.partyId)
      return own.encoded(form)
    }
    return { assertion: this.#previous, sentBy, beside, followsRedirects, encoded }
  }
}

/** The audience that a refusal tells of. */
export function audienceIn(body: Buffer): string | undefined {
  try {
    const { audience } = JSON.parse(body.toString()) as Record<string, unknown>
    return typeof audience === 'string' ? audience : undefined
  } catch {
    return undefined
  }
}
