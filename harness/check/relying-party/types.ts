import type { Outcome } from '../../contracts/evidence.js'
import type { LedgerEntry } from '../../contracts/lab-protocol.js'
import type { GuiseValue } from '../../guises/types.js'
import type { LoginBehaviourName } from '../../lab/identity-provider/login-behaviour.js'
import type { AuthorizationRequest } from '../identity-provider/authorization.js'
import type { Message, Sent } from '../types.js'
import type { Rewriting } from './fixation.js'

/** As whom the service is called: as nobody, with the cookies of a login, with the access token of a consumer, or with both. */
type CalledAs = 'anonymous' | 'loggedIn' | 'consumer' | 'consumerLoggedIn'

/** One thing that an IdentityProvider of the lab does wrong when a human logs in. */
export interface LoginMisbehaviour {
  /** Entry of the recipe. */
  readonly entry: 'answer' | 'id_token' | 'token answer' | 'userinfo'
  readonly name: LoginBehaviourName
}

/**
 * In what a login takes place whose IdentityProvider does something wrong: at the provider of `login.otherSteps`; in a
 * window where its human has logged in, when a new login is asked for; in a window where another human has, at a
 * ServiceProvider; in a new window of a human who logged in elsewhere.
 */
export type Circumstance =
  | 'at the other provider'
  | 'where its human is logged in'
  | 'where another human is logged in'
  | 'of a human who is known'

/** What the lab saw of the login of one human, oldest first. */
export interface LoginSeen {
  readonly authorize: readonly LedgerEntry[]
  readonly token: readonly LedgerEntry[]
  readonly userinfo: readonly LedgerEntry[]
  /** What came to where a wrong token answer points. */
  readonly lured: readonly LedgerEntry[]
}

/** Logins at the target as a relying party, as messages that seek a login. Each human is one of its own, and so is each browser window. */
export interface RelyingParty {
  /** An honest login, and one login per misbehaviour. */
  prepare(...misbehaviours: readonly LoginMisbehaviour[]): readonly [control: Message, ...mutated: Message[]]
  /**
   * The same, where the id_token says nothing of the human but `sub`, so that a target which wants more has to ask at userinfo
   * (OpenID Connect Core §5.4).
   */
  prepareBare(...misbehaviours: readonly LoginMisbehaviour[]): readonly [control: Message, ...mutated: Message[]]
  /** The same, each login in that circumstance; ends the check where the target file names no way to another provider. */
  prepareIn(
    circumstance: Circumstance,
    ...misbehaviours: readonly LoginMisbehaviour[]
  ): readonly [control: Message, ...mutated: Message[]]
  /** An honest login at an IdentityProvider that does something in another conforming way. */
  otherwise(form: LoginMisbehaviour): Message
  /** An honest login whose token answer has another conforming form. */
  answeredIn(form: Pick<GuiseValue, 'name' | 'answered'>): Message
  /** An honest login in the browser where there is one, whatever its pages need: its pictures go to the report. */
  pictured(): Message
  /** An honest login of a human of that name; by default whatever is known of them tells them from everybody else. */
  withName(name?: string): Message
  /** An honest login of a human of whom the IdentityProvider says nothing but `sub`. */
  withoutClaims(): Message
  /**
   * An honest login of a human with that `sub`, at the IdentityProvider of `login.steps` or at the other one; ends the
   * check where no way there is known. All logins at a broker are for one ServiceProvider, since it may name humans
   * otherwise to another. `ownName`: the human has a name of their own, where the pages of the target show who is logged
   * in. `isBare`: the id_token says nothing of them but `sub`. `wrong`: what the IdentityProvider does wrong then, after
   * which a target may end the login or go on.
   */
  withSubject(
    subject: string,
    at: 'usual' | 'other',
    options?: { readonly ownName: boolean; readonly isBare?: boolean; readonly wrong?: LoginMisbehaviour },
  ): Message
  /**
   * An honest login of a human with the e-mail address and preferred user name of an earlier one, or of nobody; an
   * address that is of an earlier one is not verified. Each has a name of their own, where the pages of the target show who is logged in. `at` as of `withSubject`.
   */
  withMailbox(options: {
    readonly ownName: boolean
    readonly sharedWith?: Sent
    readonly at?: 'usual' | 'other'
  }): Message
  /** Whether the pages that the target showed in a login of one human say anything that is known of the human of another. */
  saysWho(sent: Sent, of: Sent): boolean
  /** Whether those pages say anything of the one whom userinfo is about where it is about somebody else. */
  saysStranger(sent: Sent): boolean
  /** An honest login and another one in the same window, whose answer bears the state of the first and a new code. */
  withUsedState(): Message
  /**
   * An honest login, and a second answer to its request in the same window, with a new code and the right nonce: only
   * its state is wrong, since it was used.
   */
  withRequestAgain(): Message
  /** Honest logins of one human in one window, one after the other; the second is asked for as that of `withSecondHuman`. */
  withLoginAgain(): Message
  /**
   * Honest logins of two humans in one window, one after the other. At a broker both are for one ServiceProvider, and
   * the second asks for a new login.
   */
  withSecondHuman(): Message
  /**
   * A look at the pages of the target in a window in which nobody logs in, after the human of a login logged in
   * elsewhere: a login where one of them says who that is.
   */
  withNobody(sent: Sent): Message
  /** An honest login in a window that has begun another one before, and left it at the lab. */
  withLoginBegunBefore(): Message
  /** The first of two honest logins that one window begins, each for a ServiceProvider of its own, before it goes on with either. */
  withTwoBegun(): Message
  /** Where a broker answered another request than the one that a login was for: whose, or of which login. */
  astray(sent: Sent): string | undefined
  /**
   * An honest login, then a look at who is logged in from another window, which has only the cookies that the target
   * set before the login. Ends the check where no page shows it.
   */
  withCookiesOfBefore(): Message
  /**
   * An honest login, then a look at who is logged in from another window, which has only those cookies that could be
   * made up. Ends the check where no page shows it.
   */
  withCookiesRewritten(rewrite: Rewriting): Message
  /**
   * An honest login in a window that brings cookies along as the login of `of` left them, but with values that nobody
   * set; then a look at who is logged in from another window with the same ones. Ends the check where no page shows it.
   */
  withCookiesBroughtAlong(of: Sent): Message
  /** Whether the window of a login ended with any cookies. */
  hadCookies(sent: Sent): boolean
  /** Their values by name. */
  cookiesOf(sent: Sent): ReadonlyMap<string, string>
  /** Whom the target takes for logged in after that; undefined where it does not say. */
  takenFor(sent: Sent): 'first' | 'second' | undefined
  /**
   * An honest login whose answer comes back in another window, with its state or without; that window has begun a
   * login of its own, or none. `unbound`: its code is that of a request with neither a nonce nor a PKCE challenge.
   */
  withAnswerOfAnother(options?: {
    readonly begins: boolean
    readonly withState?: boolean
    readonly unbound?: boolean
  }): Message
  /** An honest login whose answer is opened once more in another window afterwards, which has begun a login of its own or none. */
  withAnswerThatIsOver(options: { readonly begins: boolean }): Message
  /** As `withAnswerOfAnother`, in a window where another human is logged in, of whom a page of the target tells; ends the check where none does. */
  withAnswerWhereAnotherIs(): Message
  /** An honest login whose human comes back from the lab once something is done; ends the check where a page of the lab brings the answer. */
  withAnswerAfter(act: () => Promise<void>): Message
  /** Whether the target sent the human of a login to the lab, rather than doing without. */
  wasAtLab(sent: Sent): boolean
  /** `state` of each request for authorization with which the window of a login came to the lab; one that came twice counts once. */
  statesOf(sent: Sent): readonly unknown[]
  /** Where a login that was refused had logged the human in all the same. */
  keptAt(sent: Sent): string | undefined
  /** Addresses that the window went to in a login with a token of the lab in them, without their parameters. */
  addressesWithTokens(sent: Sent): readonly string[]
  /** What the pages and addresses of a login tell that is between the target and an IdentityProvider, in words; nothing of the lab's own pages. */
  tells(sent: Sent): Promise<readonly string[]>
  /** What a ServiceProvider of ours asked the broker with for that login; absent at a target that is no broker. */
  served(sent: Sent): AuthorizationRequest | undefined
  /** What the lab saw of the login of a message. */
  seen(sent: Sent): Promise<LoginSeen>
  /**
   * What comes of a call of the service without an access token of its own: with the cookies of that login, without
   * them, and with each token that the IdentityProvider gave in their place; and of one with the access token of a
   * consumer, without the cookies and with them.
   */
  callService(
    sent: Sent,
    accessToken: string,
  ): Promise<Record<CalledAs, Outcome> & { readonly byToken: readonly Outcome[] }>
}
