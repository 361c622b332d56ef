import type { StepProblem } from '../../browser/step-problem.js'
import type { Swap } from '../../browser/swap.js'
import type { BrowserCookie, LoginValues } from '../../browser/types.js'
import type { AuthorizationSecrets, Form, Party } from '../../mutations/types.js'
import type { Exchange } from '../../wire/types.js'
import type { CodeSource } from '../code-source.js'

/** How an authorization request is carried out. */
export interface WalkOptions {
  /** Who asks; signs the request where the target wants that. */
  readonly party: Party
  /** The parameters stand in the query, though the target wants them signed. */
  readonly unsigned?: boolean | undefined
  /** They are posted as a form, where they are not signed; a browser goes on from where that leads. */
  readonly posted?: boolean | undefined
  /** What stands in the query of a request that is posted. */
  readonly besides?: Form | undefined
  /** Whether the human is logged in already; `kept` by default. */
  readonly session?: 'kept' | 'none' | undefined
  /** The human goes the way of `login.otherSteps`. */
  readonly elsewhere?: boolean | undefined
  /** What the browser holds already where its session is not the kept one. */
  readonly cookies?: readonly BrowserCookie[] | undefined
  /** Makes the values of the cookies with which the request is sent from those of the kept session; nothing where it leaves one out. Without a page. */
  readonly rewrite?: ((value: string) => string | undefined) | undefined
  /** Whether the browser goes on where a page comes; true by default. */
  readonly pages?: boolean
  /** What is typed in place of the user name and password of the target's human. */
  readonly typed?: Partial<LoginValues> | undefined
  /** What is typed before that, and changed on the page that comes then. Not in a window of its own. */
  readonly slip?: Partial<LoginValues> | undefined
  /** Another request, opened once the first page of this one is shown: in the same browser, or apart from it in another. Not in a window of its own. */
  readonly meanwhile?: { readonly party: Party; readonly parameters: Form; readonly isApart: boolean } | undefined
  /** In a window of its own, with others at the same time; over HTTP alone where its pages let it. */
  readonly sideBySide?: boolean
  /** What is changed on the way, in a window of its own. */
  readonly swap?: Swap | undefined
  /**
   * What a login over HTTP alone may end with, where its pages let it: a redirect to the relying party; or also a page at which nothing more
   * happens, once the walker has seen a login end with a redirect that way. A browser carries out whatever ends otherwise.
   */
  readonly plain?: 'redirect' | 'page' | undefined
  /** Every step of the target file has to match its page. */
  readonly everyStep?: boolean
  /** Waited for before the password is sent, where a login goes over HTTP beside others that are to send it at the same time. */
  readonly ready?: (() => Promise<void>) | undefined
  /** Bound on each exchange, milliseconds. */
  readonly timeoutMs?: number | undefined
}

/** Carries out authorization requests: over HTTP as long as the target redirects, in the browser where it shows a page. */
export interface Walker {
  /** @throws NotTestable where it takes a browser and there is none. */
  walk(parameters: Form, options: WalkOptions): Promise<Authorized>
  /** How long the human of the kept session has been logged in at least, milliseconds; 0 before the first walk. */
  age(): number
}

/** What came of an authorization request. */
export interface Authorized {
  /** Oldest first; at least one. */
  readonly exchanges: readonly Exchange[]
  /** Where the target sent the human in the end: an address of the relying party with its parameters, as the redirect spells it. */
  readonly redirect?: string
  /** Where the window was in the end that showed its pages; absent where there was none. */
  readonly endedAt?: string
  /** Whether it took a page on the way. */
  readonly paged: boolean
  /** Whether a browser carried it out, which has seen the pages then. */
  readonly inBrowser?: boolean
  /** Whether the human proved on the way there who they are. */
  readonly proven?: boolean
  /** Requests on the way that carried what was to be swapped. */
  readonly carriers?: number
  /** All that the browser holds afterwards. */
  readonly cookies?: readonly BrowserCookie[]
  /** Why a page led no further. */
  readonly problem?: StepProblem
}

/** What an authorization request is like, where it is not as usual. */
export interface CodeOptions {
  /** Changes the parameters of the authorization request. */
  readonly change?: (parameters: Form, own: AuthorizationSecrets) => void
  /** Whether the browser goes on where a page comes; true by default. */
  readonly pages?: boolean
  /** The parameters are posted as a form. */
  readonly posted?: boolean | undefined
  /** Whether the human is logged in already; `kept` by default. */
  readonly session?: WalkOptions['session'] | undefined
  /** The human goes the way of `login.otherSteps`. */
  readonly elsewhere?: boolean | undefined
  /** Bound on each exchange, milliseconds. */
  readonly timeoutMs?: number | undefined
}

/** An authorization code with what redeems it. */
export interface AuthorizationCode {
  readonly code: string
  /** Whose challenge the authorization request carried (RFC 7636); absent where it carried none. */
  readonly verifier?: string
  readonly redirectUri: string
  /** As sent; the id_token has to repeat it. */
  readonly nonce: string
  /** What it took to get it, oldest first. */
  readonly before: readonly Exchange[]
  /** Never written anywhere. */
  readonly secrets: readonly string[]
}

/** Gets authorization codes of an IdentityProvider or IdentityBroker under test, as a human who is logged in already. */
export interface LoginCodes extends CodeSource, Walker {
  /**
   * A new code for a relying party.
   * @throws NoCode where the target gives none, NotTestable without a browser.
   */
  code(party: Party, options?: CodeOptions): Promise<AuthorizationCode>
}
