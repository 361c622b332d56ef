import { type KeyObject, randomBytes } from 'node:crypto'
import { BoundedMap } from '../engine/bounded-map.js'
import type { Flow } from './flow.js'
import type { LoggedIn } from './human.js'
import { opened } from './sealed-code.js'

/** What a human is asked for. */
export type Question = 'login' | 'consent'

/** An authorization request that waits for its human. */
export interface Login {
  readonly name: string
  readonly asks: Question
  /** Only a fault has it changed. */
  flow: Flow
  /** Who it is, once that is known. */
  human: LoggedIn | undefined
  /** `sub` of the human whose name was typed first, with a wrong password; read by a fault alone. */
  attempted?: string
  /** What the human has answered so far. */
  readonly answered: Set<Question>
}

/** A browser that is known here; without a human only by a fault. */
export interface Session {
  readonly name: string
  readonly human: LoggedIn | undefined
  /** Stays where a session follows another one in the same browser; read by a fault alone. */
  readonly browser: string
}

/** An access token that was issued. */
export interface AccessToken {
  readonly sub: string
  readonly scope: string
  /** Whether it is good for nothing any more. */
  ended: boolean
}

/** What of a flow its code is redeemed by. */
export type RedeemedFlow = Pick<
  Flow,
  'clientId' | 'redirectUri' | 'nonce' | 'scope' | 'challenge' | 'method' | 'withoutPkce'
>

/** A code that was handed out. */
export interface Code {
  readonly flow: RedeemedFlow
  readonly human: LoggedIn
  /** The browser of its login, where that is known; read by a fault alone. */
  readonly browser: string | undefined
  /** Milliseconds since epoch. */
  readonly expiresAt: number
  used: boolean
  /** Whether it was refused to somebody, which only faults heed. */
  refused?: true
  /** What was granted on it. */
  readonly tokens: AccessToken[]
}

/** Entries of one kind that are kept at most. */
const limit = 20_000

/** Entries of one kind, each for some time. */
class Kept<V> {
  readonly #entries = new BoundedMap<{ readonly value: V; readonly until: number }>(limit)
  readonly #lifetimeMs: number

  /** @param seconds How long each is kept. */
  constructor(seconds: number) {
    this.#lifetimeMs = seconds * 1000
  }

  set(name: string, value: V): void {
    this.#entries.set(name, { value, until: Date.now() + this.#lifetimeMs })
  }

  get(name: string): V | undefined {
    const entry = this.#entries.get(name)
    return entry && Date.now() < entry.until ? entry.value : undefined
  }

  delete(name: string): void {
    this.#entries.delete(name)
  }
}

/** A name that nobody can guess. */
export const newName = (): string => randomBytes(32).toString('base64url')

/** Of so many access tokens one has not been taken back. */
const latest = 100

/** What a provider keeps, in memory. */
export class Store {
  readonly logins = new Kept<Login>(600)
  readonly sessions = new Kept<Session>(24 * 3600)
  readonly tokens = new Kept<AccessToken>(3600)
  readonly codes = new BoundedMap<Code>(limit)
  /** Access tokens that were issued last, the latest first; read by faults alone. */
  #latestTokens: readonly string[] = []
  /** `sub` of the human who logged in first; read by a fault alone. */
  firstHuman: string | undefined
  /** `sub` of the human who logged in last; read by a fault alone. */
  latestHuman: string | undefined
  /** `sub` of the human who logged in last in each browser; read by a fault alone. */
  readonly latestHumans = new BoundedMap<string>(limit)
  /** The code that each client was given last; read by faults alone. */
  readonly #latestCodes = new BoundedMap<Code>(limit)
  /** The nonce that each client sent last; read by a fault alone. */
  readonly #latestNonces = new BoundedMap<string>(limit)
  readonly #codeLifetimeMs: number

  /** @param codeLifetimeMs How long a code lives, milliseconds (RFC 6749 §4.1.2 allows ten minutes). */
  constructor(codeLifetimeMs: number) {
    this.#codeLifetimeMs = codeLifetimeMs
  }

  /** Hands a code out. */
  issueCode(flow: Flow, human: LoggedIn, browser: string | undefined): string {
    const code = { flow, human, browser, expiresAt: Date.now() + this.#codeLifetimeMs, used: false, tokens: [] }
    const name = flow.codeOf(newName(), code)
    this.codes.set(name, code)
    this.#latestCodes.set(flow.clientId, code)
    if (flow.nonce !== undefined) this.#latestNonces.set(flow.clientId, flow.nonce)
    return name
  }

  /** A code that was handed out, by its text. @param key Of the provider. */
  code(text: string, key: KeyObject): Code | undefined {
    const known = this.codes.get(text)
    const code = known ?? opened(text, key)
    if (code !== known && code) this.codes.set(text, code)
    return code
  }

  /** Issues an access token on a code. */
  issueToken({ flow, human, tokens }: Code): string {
    const name = newName()
    const token = { sub: human.sub, scope: flow.scope, ended: false }
    this.tokens.set(name, token)
    tokens.push(token)
    this.#latestTokens = [name, ...this.#latestTokens].slice(0, latest)
    return name
  }

  /** The access token that was issued last and has not been taken back; read by faults alone. */
  get latestToken(): string | undefined {
    return this.#latestTokens.find((name) => this.tokens.get(name)?.ended === false)
  }

  /** The code that a client was given last. */
  latestCodeOf(clientId: string): Code | undefined {
    return this.#latestCodes.get(clientId)
  }

  /** The nonce that a client sent last. */
  latestNonceOf(clientId: string): string | undefined {
    return this.#latestNonces.get(clientId)
  }

  /** The code that differs in letter case at most. */
  codeInAnyCase(code: string): Code | undefined {
    return [...this.codes].find(([other]) => other.toLowerCase() === code.toLowerCase())?.[1]
  }
}
