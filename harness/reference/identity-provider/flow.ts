import { randomUUID } from 'node:crypto'
import { BoundedMap } from '../engine/bounded-map.js'

/** What an authorization request asks for, as far as the provider keeps it while a human logs in. */
export interface Flow {
  readonly clientId: string
  /** Where the answer goes. */
  readonly redirectUri: string
  readonly state: string | undefined
  readonly nonce: string | undefined
  readonly scope: string
  /** S256 unless a fault let in plain; `undefined` where a fault let in none. */
  readonly challenge: string | undefined
  readonly method: 'S256' | 'plain'
  /** Whether code_verifier is not looked at, which only a fault sees to. */
  readonly withoutPkce: boolean
  /** Its code as it is handed out, made of what the engine calls it. */
  readonly codeOf: (inEngine: string) => string
  /** How its human is sent on from a form. */
  readonly sentOnBy: 303 | 307
  /** Whether its pages carry on where the answer goes, and are believed. */
  readonly pagesSayWhere: boolean
  /** The address of an answer with these parameters. */
  readonly answerAt: (redirectUri: string, parameters: URLSearchParams) => string
  /** Who the answer says that it is from (RFC 9207). */
  readonly answerer: string
}

/** A code that was handed out. */
export interface Code {
  readonly flow: Flow
  /** What the engine calls it. */
  readonly inEngine: string
  /** Milliseconds since epoch. */
  readonly expiresAt: number
  used: boolean
}

/** Flows and codes that are kept at most. */
const limit = 20_000

/** The logins that have begun, by names of our own making, and the codes that came of them. */
export class Flows {
  readonly #flows = new BoundedMap<Flow>(limit)
  readonly #codes = new BoundedMap<Code>(limit)
  readonly #codeLifetimeMs: number

  /** @param codeLifetimeMs How long a code lives, milliseconds (RFC 6749 §4.1.2 allows ten minutes). */
  constructor(codeLifetimeMs: number) {
    this.#codeLifetimeMs = codeLifetimeMs
  }

  /** Remembers a flow. Returns its name. */
  begin(flow: Flow): string {
    const name = randomUUID()
    this.#flows.set(name, flow)
    return name
  }

  of(name: string): Flow | undefined {
    return this.#flows.get(name)
  }

  /** Has the answer to a flow go elsewhere. */
  lead(name: string, flow: Flow, redirectUri: string): void {
    this.#flows.set(name, { ...flow, redirectUri })
  }

  /** Remembers a code of the engine. Returns it as it is handed out. */
  issue(inEngine: string, flow: Flow): string {
    const code = flow.codeOf(inEngine)
    this.#codes.set(code, { flow, inEngine, expiresAt: Date.now() + this.#codeLifetimeMs, used: false })
    return code
  }

  code(code: string): Code | undefined {
    return this.#codes.get(code)
  }

  /** The code that a client was given last. */
  latestOf(clientId: string): Code | undefined {
    return [...this.#codes.values()].findLast(({ flow }) => flow.clientId === clientId)
  }

  /** The code that differs in letter case at most. */
  inAnyCase(code: string): Code | undefined {
    return [...this.#codes].find(([other]) => other.toLowerCase() === code.toLowerCase())?.[1]
  }
}
