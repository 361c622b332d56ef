import { setTimeout as sleep } from 'node:timers/promises'
import type { Sent } from '../../check/types.js'
import type { SettingLine } from '../../contracts/errors.js'
import type { Relative } from './relatives.js'
import { leadsTo } from './said.js'

/** Messages at most, and milliseconds after which no further one is sent. */
const most = { messages: 40, ms: 60_000 }

/** Missing answers after which none is waited for: some servers drop what they cannot read. */
const mostUnanswered = 3

/** Between two messages, milliseconds: nobody's alarm is to go off. */
const pauseMs = 20

/** What a target that refuses the conforming message takes. */
export interface Found {
  /** Settings by which conforming messages are granted, or at least reach the endpoint. */
  readonly lines: readonly SettingLine[]
  /** It was granted by them, twice. */
  readonly granted: boolean
  /** A message that no setting makes, and what the text says against it. */
  readonly departure?: Relative
  /** Why no further one was tried. */
  readonly stopped?: string
  readonly messages: number
}

/** What is searched for. */
export interface Searched {
  /** Sends the message with these differences; nothing where none can be made so. */
  send(relatives: readonly Relative[]): Promise<Sent | undefined>
  readonly baseUrl: string
  /** The setting of the path at which it is sent, as it is, and other paths of deployed software. */
  readonly path: { readonly setting: string; readonly own: string; readonly others: readonly string[] }
  /** Relatives that keep to the text, the likeliest first. */
  readonly groups: readonly (readonly Relative[])[]
  /** Those that do not. */
  readonly departing?: readonly Relative[]
  /** Where nothing answers at another path either, the answer 404 was a refusal. */
  readonly refusesBy404?: true
}

/** What came of one relative. */
type Came = 'granted' | 'refused' | 'elsewhere' | 'stop'

/**
 * Tries relatives of the conforming message that a target refused: another path where nobody answers as the
 * endpoint, then one difference at a time, then those that deployed software wants together, then what the text does not
 * allow. What is granted is sent twice. Ends where the target asks for patience, or refuses what it granted.
 */
export const searchForms = (searched: Searched, refused: Sent): Promise<Found> => new Search(searched).carryOut(refused)

class Search {
  readonly #searched: Searched
  readonly #begun = Date.now()
  #messages = 0
  #unanswered = 0
  #stopped: string | undefined

  constructor(searched: Searched) {
    this.#searched = searched
  }

  async carryOut(refused: Sent): Promise<Found> {
    // One that was not warm yet may grant now.
    if (await this.#holds([])) return this.#found([], true)
    const { groups, departing = [], refusesBy404 } = this.#searched
    const path = isElsewhere(refused) ? await this.#pathOf(refused) : []
    if (path === undefined && !refusesBy404) return this.#found([])
    const lines = path ?? []
    const byPath: Relative | undefined = lines.length > 0 ? { name: 'another path', lines } : undefined
    const before = byPath ? [byPath] : []
    if (byPath && (await this.#holds([byPath]))) return this.#foundUnlessWarm(lines)
    for (const group of groups) {
      const all = [...before, ...group]
      if (await this.#holds(all)) return this.#foundUnlessWarm(linesOf(all))
    }
    for (const departure of departing)
      if (await this.#holds([...before, departure])) return { ...this.#found(lines), departure }
    return this.#found(lines)
  }

  /** Settings by which it is granted, or none where it has become warm meanwhile. */
  async #foundUnlessWarm(lines: readonly SettingLine[]): Promise<Found> {
    return this.#found((await this.#send([])) === 'granted' ? [] : lines, true)
  }

  #found(lines: readonly SettingLine[], granted = false): Found {
    const messages = this.#messages
    return { lines, granted, messages, ...(this.#stopped !== undefined && { stopped: this.#stopped }) }
  }

  /** The path of the endpoint as a setting; none where nobody answers as one. */
  async #pathOf({ exchange }: Sent): Promise<readonly SettingLine[] | undefined> {
    const { baseUrl } = this.#searched
    const { setting, own, others } = this.#searched.path
    const led = exchange.response && leadsTo(exchange.request.url, exchange.response)
    const near = led?.startsWith(`${baseUrl}/`) ? [led.slice(baseUrl.length)] : []
    const paths = new Set([...near, own.endsWith('/') ? own.slice(0, -1) : `${own}/`, ...others])
    for (const path of paths) {
      if (path === own) continue
      const line: SettingLine = [setting, path]
      const came = await this.#send([{ name: path, lines: [line] }])
      if (came === 'granted' || came === 'refused') return [line]
    }
    return undefined
  }

  /** Whether it is granted, and once more. */
  async #holds(relatives: readonly Relative[]): Promise<boolean> {
    if ((await this.#send(relatives)) !== 'granted') return false
    if ((await this.#send(relatives)) === 'granted') return true
    const names = relatives.map(({ name }) => name).join(', ')
    const message = names === '' ? 'the conforming message' : `a message with ${names}`
    this.#stopped ??= `it granted ${message} and refused the next one like it`
    return false
  }

  async #send(relatives: readonly Relative[]): Promise<Came> {
    if (this.#stopped !== undefined) return 'stop'
    if (this.#messages >= most.messages || Date.now() - this.#begun > most.ms) {
      this.#stopped = `${this.#messages} messages were tried`
      return 'stop'
    }
    this.#messages += 1
    await sleep(pauseMs)
    const sent = await this.#searched.send(relatives)
    if (sent?.outcome.kind === 'deferred') this.#stopped = 'it asks for patience'
    if (sent?.outcome.kind === 'no-answer') this.#unanswered += 1
    if (this.#unanswered === mostUnanswered) this.#stopped = 'it gave no complete answer'
    if (sent?.outcome.kind === 'granted') return 'granted'
    return sent && isElsewhere(sent) ? 'elsewhere' : 'refused'
  }
}

/** The settings of all of them. */
export const linesOf = (relatives: readonly Relative[]): readonly SettingLine[] =>
  relatives.flatMap(({ lines }) => lines)

/** Whether nobody answers there as an endpoint does. */
export const isElsewhere = ({ exchange: { response } }: Sent): boolean =>
  response !== undefined &&
  (response.status === 404 || response.status === 405 || (response.status >= 300 && response.status < 400))
