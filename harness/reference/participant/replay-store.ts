import { createHash } from 'node:crypto'
import { closeSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs'
import { ConfigError } from '../../contracts/errors.js'

/** An assertion that was used. Times are seconds since epoch. */
export interface Used {
  readonly exp: number
  /** Until when it is remembered. */
  readonly until: number
  /** Digest of its signed content. */
  readonly content: string
  /** Digest of its `jti` alone. */
  readonly jti: string
  /** Connection that brought it; 0 when it was read from the file. */
  readonly connection: number
}

/** Which of the lines of its file a store reads. */
export type Remembering = (lines: readonly string[]) => readonly string[]

/** Above that many the store takes no more, rather than forgetting something. */
const limit = 500_000

/** A short digest that names a text in the store. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 27)

/**
 * Assertions that were used, by verified `iss` and `jti` (L266), until they are past their `exp` and the tolerance.
 * Every entry is in a file before `add` returns, so that a restart forgets nothing.
 */
export class ReplayStore {
  readonly #used = new Map<string, Used>()
  readonly #path: string
  #file = -1
  #lines = 0

  /** Throws a `ConfigError` when the file cannot be written. */
  constructor(path: string, remembering: Remembering) {
    this.#path = path
    this.#load(remembering)
    this.#compact()
  }

  get size(): number {
    return this.#used.size
  }

  find(iss: string, jti: string): Used | undefined {
    return this.#used.get(keyOf(iss, jti))
  }

  /** Whether any entry satisfies a condition. */
  some(holds: (used: Used) => boolean): boolean {
    for (const used of this.#used.values()) if (holds(used)) return true
    return false
  }

  /** How many entries were added after the one of this assertion. */
  newerThan(iss: string, jti: string): number {
    return this.#used.size - 1 - [...this.#used.keys()].indexOf(keyOf(iss, jti))
  }

  /** Remembers an assertion; synchronous, so that looking and remembering are one step. Returns `false` when the store is full. */
  add(iss: string, jti: string, used: Used, now: number): boolean {
    this.#forget(now, this.#used.size >= limit)
    if (this.#used.size >= limit) return false
    const key = keyOf(iss, jti)
    this.#used.delete(key)
    this.#used.set(key, used)
    writeSync(this.#file, lineOf(key, used))
    if (++this.#lines > 20_000 + 2 * this.#used.size) this.#compact()
    return true
  }

  close(): void {
    closeSync(this.#file)
  }

  /** Entries come roughly in the order in which they expire, so the oldest few are enough, except when room is needed. */
  #forget(now: number, all: boolean): void {
    for (const [key, { until }] of this.#used) {
      if (until <= now) this.#used.delete(key)
      else if (!all) return
    }
  }

  #load(remembering: Remembering): void {
    let text = ''
    try {
      text = readFileSync(this.#path, 'utf8')
    } catch {
      return
    }
    const now = Date.now() / 1000
    for (const line of remembering(text.trimEnd().split('\n'))) {
      const [key, exp, until, content, jti] = line.split(' ')
      if (key && content && jti && Number(until) > now)
        this.#used.set(key, { exp: Number(exp), until: Number(until), content, jti, connection: 0 })
    }
  }

  #compact(): void {
    this.#forget(Date.now() / 1000, true)
    try {
      writeFileSync(`${this.#path}.new`, [...this.#used].map(([key, used]) => lineOf(key, used)).join(''), {
        mode: 0o600,
      })
      renameSync(`${this.#path}.new`, this.#path)
      if (this.#file >= 0) closeSync(this.#file)
      this.#file = openSync(this.#path, 'a', 0o600)
    } catch (cause) {
      throw new ConfigError(`The replay store ${this.#path} cannot be written; ASSAY_STATE names its folder.`, {
        cause,
      })
    }
    this.#lines = this.#used.size
  }
}

const keyOf = (iss: string, jti: string): string => digestOf(JSON.stringify([iss, jti]))
const lineOf = (key: string, { exp, until, content, jti }: Used): string => `${key} ${exp} ${until} ${content} ${jti}\n`
