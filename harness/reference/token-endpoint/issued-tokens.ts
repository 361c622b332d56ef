import type { FaultName } from '../../faults/faults.js'
import { headerValues, type Received } from '../engine/received.js'
import { obey, type Rulebook, withFaults } from '../engine/rule.js'
import { chosenVariants } from '../engine/variants.js'
import type { FaultMemory } from '../participant/fault-memory.js'
import { bearerRules, type Presented } from './bearer-rules.js'
import { payloadIn } from './named-parties.js'
import { tokenVariants } from './token-variants.js'

/** What an access token stands for. */
export interface Issued {
  /** Party that authenticated. */
  readonly partyId: string
  /** The client assertion that it was issued on. */
  readonly assertion: string
  /** Milliseconds since epoch. */
  readonly expiresAt: number
  /** Faults of the request that it was issued on; they go with whatever is asked with the token. */
  readonly faults: ReadonlySet<FaultName>
}

/** The same with the access token itself. */
export interface Held extends Issued {
  readonly token: string
}

/** Tokens kept at most. */
const limit = 20_000

/** The access tokens that a participant has issued. */
export class IssuedTokens {
  readonly #tokens = new Map<string, Issued>()
  readonly #once: boolean
  readonly #oneEach: boolean
  /** What was issued last, by the faults that it goes with. */
  readonly #latest = new Map<string, Issued>()

  readonly #book: Rulebook<Presented>
  readonly #memory: Pick<FaultMemory, 'opened'>
  readonly #issuer: Presented['issuer']

  /**
   * @param variants Names of other conforming conduct, separated by commas.
   * @param memory Learns what was asked with which token, where a fault goes by that.
   * @param issuer Who issues them.
   * @param everywhere Faults of whatever comes with an access token.
   */
  constructor(
    variants: string | undefined,
    memory: Pick<FaultMemory, 'opened'>,
    issuer: Presented['issuer'],
    everywhere: ReadonlySet<FaultName> = new Set(),
  ) {
    this.#issuer = issuer
    this.#book = withFaults(bearerRules, everywhere)
    this.#memory = memory
    const chosen = chosenVariants(tokenVariants, variants)
    this.#once = chosen.some(({ once }) => once)
    this.#oneEach = chosen.some(({ oneEach }) => oneEach)
  }

  add(token: string, issued: Issued): void {
    if (this.#oneEach)
      for (const [older, { partyId }] of this.#tokens) if (partyId === issued.partyId) this.#tokens.delete(older)
    this.#tokens.set(token, issued)
    this.#latest.set(namesOf(issued), issued)
    const [oldest] = this.#tokens.keys()
    if (this.#tokens.size > limit && oldest !== undefined) this.#tokens.delete(oldest)
  }

  /** What the bearer token of a request stands for (RFC 6750 §2.1), expired or not; `undefined` for none or one of somebody else. */
  async of(received: Received): Promise<Held | undefined> {
    const [authorization = ''] = headerValues(received, 'authorization')
    const [, text = ''] = /^Bearer (\S+)$/i.exec(authorization) ?? []
    const presented: Presented = { text, issued: () => [...this.#tokens], issuer: this.#issuer }
    await obey(this.#book, presented)
    const issued = this.#tokens.get(presented.text)
    if (!issued) return undefined
    if (issued.faults.has('forgets-by-use-of-token')) this.#memory.opened.add(issued.assertion)
    if (this.#once) this.#tokens.delete(presented.text)
    const held = issued.faults.has('keeps-token-owner-by-jti') ? this.#latestOfJti(issued) : issued
    return { ...held, token: presented.text }
  }

  /** What was issued last on an assertion of the same jti. */
  #latestOfJti(issued: Issued): Issued {
    const { jti } = payloadIn(issued.assertion)
    return [...this.#tokens.values()].findLast(({ assertion }) => payloadIn(assertion).jti === jti) ?? issued
  }

  /** What was issued last with the same faults, so that those of some parties leave all others alone; read by faults alone. */
  latestLike(issued: Issued | undefined): Issued | undefined {
    return issued && this.#latest.get(namesOf(issued))
  }

  /** Whether a token begins with a text of some length; read by a fault alone. */
  hasBegun(text: string): boolean {
    return text.length > 8 && [...this.#tokens.keys()].some((token) => token !== text && token.startsWith(text))
  }
}

const namesOf = ({ faults }: Issued): string => [...faults].join()
