import type { Code } from './store.js'

/** What an authorization request asks for, as far as the provider keeps it while a human logs in. */
export interface Flow {
  readonly clientId: string
  /** Where the answer goes. */
  readonly redirectUri: string
  readonly state: string | undefined
  readonly nonce: string | undefined
  readonly scope: string
  readonly prompts: ReadonlySet<string>
  /** How long ago the human may have logged in at most, seconds. */
  readonly maxAge: number | undefined
  /** S256 unless a fault let in plain; `undefined` where a fault let in none. */
  readonly challenge: string | undefined
  readonly method: 'S256' | 'plain'
  /** Whether code_verifier is not looked at, which only a fault sees to. */
  readonly withoutPkce: boolean
  /** Its code as it is handed out, made of a random text; only faults make it of anything else, such as all that it is good for. */
  readonly codeOf: (random: string, code: Code) => string
  /** Whether the browser posts the answer (OAuth 2.0 Form Post Response Mode). */
  readonly byForm: boolean
  /** How its human is sent on from a form. */
  readonly sentOnBy: 303 | 307
  /** Whether its pages carry on where the answer goes, and are believed. */
  readonly pagesSayWhere: boolean
  /** Whether the browser carries who has logged in to where it goes on, and is believed, which only a fault sees to. */
  readonly pagesSayWho: boolean
  /** Whether any browser may go on with it, which only a fault sees to. */
  readonly takesStrangers: boolean
  /** `sub` of the human whom an id_token names that came as a hint, which only a fault takes for a login. */
  readonly hinted: string | undefined
  /** The same where somebody is logged in with the browser. */
  readonly hintedInSession: string | undefined
  /** What of a request the page says that was opened last in a browser; only a fault has it say anything. */
  readonly shares: 'nonce' | 'state' | 'challenge' | 'redirectUri' | undefined
  /** Whether sessions keep the names that they had before anybody logged in, which only a fault sees to. */
  readonly keepsNames: boolean
  /** Whether a human who logs in anew is taken for the one who is logged in with the browser, which only a fault sees to. */
  readonly keepsHuman: boolean
  /** Under what it waits for its human; the latest under that is answered in its place, which only a fault sees to. */
  readonly waitsUnder: string | undefined
  /** The address of an answer with these parameters. */
  readonly answerAt: (redirectUri: string, parameters: URLSearchParams) => string
  /** Whether an answer that is an error comes without the state, which only a fault sees to. */
  readonly forgetsErrors: boolean
  /** Whether an access token stands beside the code, which only a fault sees to. */
  readonly tellsToken: boolean
  /** Who the answer says that it is from (RFC 9207). */
  readonly answerer: string
}
