import type { Screenshot } from '../browser/types.js'
import { Inconclusive } from '../contracts/errors.js'
import type { Answer } from '../judge/outcome.js'
import type { ContextWith, Mutation, Need } from '../mutations/types.js'
import type { Exchange } from '../wire/types.js'

/** What a token request redeems beside its assertion (RFC 6749 §4.1.3). */
export interface Redeemed {
  readonly code: string
  readonly redirectUri: string
  /** Absent where the code was asked for without PKCE. */
  readonly verifier?: string
  /** What it took to get it, oldest first. */
  readonly before: readonly Exchange[]
  /** Never written anywhere. */
  readonly secrets: readonly string[]
}

/** Where the codes of token requests come from, at a target that takes some. */
export interface CodeSource {
  /**
   * A new code for the token request of a message that is minted in that context.
   * @param timeoutMs Bound on each exchange, milliseconds; the client's default otherwise.
   * @throws NoCode where the target gives none, NotTestable without a browser.
   */
  redeemable(mutation: Mutation | undefined, context: ContextWith<Need>, timeoutMs?: number): Promise<Redeemed>
}

/** The target did not give what a message needs beforehand. */
export class Withheld extends Inconclusive {
  /** What it took to learn that, oldest first. */
  readonly exchanges: readonly Exchange[]
  readonly answer: Answer
  readonly screenshots: readonly Screenshot[]

  constructor(
    message: string,
    { exchanges, answer, screenshots = [] }: Pick<Withheld, 'exchanges' | 'answer'> & Partial<Withheld>,
  ) {
    super(message)
    this.exchanges = exchanges
    this.answer = answer
    this.screenshots = screenshots
  }
}

/** What is wrong with the message may be why, so that its answer is that one. */
export class EndsEarly extends Withheld {}

/** The authorization endpoint gave no code, so that the token request could not be made. */
export class NoCode extends EndsEarly {}
