import type { Screenshot } from '../../browser/types.js'
import { Inconclusive } from '../../errors.js'
import type { Answer } from '../../judge/outcome.js'
import type { AuthorizationSecrets, Form, Party } from '../../mutations/types.js'
import type { Exchange } from '../../wire/types.js'
import type { Walker } from './walk.js'

/** What an authorization request is like, where it is not as usual. */
export interface CodeOptions {
  /** Changes the parameters of the authorization request. */
  readonly change?: (parameters: Form, own: AuthorizationSecrets) => void
  /** Whether the browser goes on where a page comes; true by default. */
  readonly pages?: boolean
  /** Bound on each exchange, milliseconds. */
  readonly timeoutMs?: number | undefined
}

/** An authorization code with what redeems it. */
export interface AuthorizationCode {
  readonly code: string
  /** Whose challenge the authorization request carried (RFC 7636). */
  readonly verifier: string
  readonly redirectUri: string
  /** As sent; the id_token has to repeat it. */
  readonly nonce: string
  /** What it took to get it, oldest first. */
  readonly before: readonly Exchange[]
  /** Never written anywhere. */
  readonly secrets: readonly string[]
}

/** Gets authorization codes of an IdentityProvider or IdentityBroker under test, as a human who is logged in already. */
export interface CodeSource extends Walker {
  /**
   * A new code for a relying party.
   * @throws NoCode where the target gives none, NotTestable without a browser.
   */
  code(party: Party, options?: CodeOptions): Promise<AuthorizationCode>
}

/** The authorization endpoint gave no code, so that the token request could not be made. */
export class NoCode extends Inconclusive {
  /** What it took to learn that, oldest first. */
  readonly exchanges: readonly Exchange[]
  readonly answer: Answer
  readonly screenshots: readonly Screenshot[]

  constructor(message: string, seen: Pick<NoCode, 'exchanges' | 'answer' | 'screenshots'>) {
    super(message)
    this.exchanges = seen.exchanges
    this.answer = seen.answer
    this.screenshots = seen.screenshots
  }
}
