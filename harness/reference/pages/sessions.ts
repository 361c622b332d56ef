import { randomUUID } from 'node:crypto'
import type { Received } from '../engine/received.js'
import { cookieOf, setCookie } from './cookies.js'

const name = 'client-session'

/** What is kept of programs that call, by a cookie; only faults keep any. */
export class Sessions<T> {
  readonly #kept = new Map<string, T>()

  /** The line that sets the cookie. */
  begin(value: T): string {
    const id = randomUUID()
    this.#kept.set(id, value)
    return setCookie(name, id)
  }

  of(received: Received): T | undefined {
    return this.#kept.get(cookieOf(received, name) ?? '')
  }
}
