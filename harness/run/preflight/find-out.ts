import { setTimeout as sleep } from 'node:timers/promises'
import { checkClient } from '../../check/message/client.js'
import { checkSender } from '../../check/message/sender.js'
import { type Identifiers, preflightIdentifiers } from '../../check/parties/identifiers.js'
import { createRecorder } from '../../check/recorder.js'
import type { Sent } from '../../check/types.js'
import type { World } from '../../check/world.js'
import { Inconclusive, NotTestable, type SettingLine } from '../../contracts/errors.js'
import { changed, hurried } from './changed-world.js'
import { conforming, departing, type Relative, together, tokenPaths } from './relatives.js'
import { leadsTo } from './said.js'

/** Messages at most, and milliseconds after which no further one is sent. */
const most = { messages: 40, ms: 60_000 }

/** Missing answers after which none is waited for: some servers drop what they cannot read. */
const mostUnanswered = 3

/** Between two messages, milliseconds: nobody's alarm is to go off. */
const pauseMs = 20

/** What a target that refuses conforming clients grants. */
export interface Found {
  /** Settings by which conforming messages are granted, or at least reach its token endpoint. */
  readonly lines: readonly SettingLine[]
  /** A client was granted by them, twice. */
  readonly granted: boolean
  /** A message that no setting makes, and what the text says against it. */
  readonly departure?: Relative
  /** Why no further one was tried. */
  readonly stopped?: string
  readonly messages: number
}

/** What came of one relative. */
type Came = 'granted' | 'refused' | 'elsewhere' | 'stop'

/**
 * Tries relatives of the conforming message that a target refused: another path where nobody answers as a token
 * endpoint, then one difference at a time, then those that deployed software wants together, then what the text does not
 * allow. What is granted is sent twice. Ends where the target asks for patience, or refuses what it granted.
 */
export async function findOut(world: World, seed: number, refused: Sent): Promise<Found> {
  const search = new Search(world, preflightIdentifiers(seed, world, 'preflight relatives'))
  return search.carryOut(refused)
}

class Search {
  readonly #world: World
  readonly #ids: Identifiers
  readonly #begun = Date.now()
  #messages = 0
  #unanswered = 0
  #stopped: string | undefined

  constructor(world: World, ids: Identifiers) {
    this.#world = hurried(world)
    this.#ids = ids
  }

  async carryOut(refused: Sent): Promise<Found> {
    // One that was not warm yet may grant now.
    if (await this.#holds([])) return this.#found([], true)
    const path = isElsewhere(refused) ? await this.#pathOf(refused) : []
    if (path === undefined) return this.#found([])
    const byPath: Relative | undefined = path.length > 0 ? { name: 'another path', lines: path } : undefined
    const before = byPath ? [byPath] : []
    if (byPath && (await this.#holds([byPath]))) return this.#found(path, true)
    const groups = [...conforming.map((one) => [one]), ...together].filter((group) =>
      group.every((one) => this.#isOpen(one)),
    )
    for (const group of groups) {
      if (await this.#holds([...before, ...group]))
        return this.#found(
          [...before, ...group].flatMap(({ lines }) => lines),
          true,
        )
    }
    for (const departure of departing)
      if (await this.#holds([...before, departure])) return { ...this.#found(path), departure }
    return this.#found(path)
  }

  #found(lines: readonly SettingLine[], granted = false): Found {
    const messages = this.#messages
    return { lines, granted, messages, ...(this.#stopped !== undefined && { stopped: this.#stopped }) }
  }

  /** Whether the client can be made so here: parties of the target's own data, and those of the target file, are what they are. */
  #isOpen({ ofParty }: Relative): boolean {
    return !ofParty || this.#world.otherParties !== undefined
  }

  /** The path of the token endpoint as a setting; none where nobody answers as one. */
  async #pathOf({ exchange }: Sent): Promise<readonly SettingLine[] | undefined> {
    const { baseUrl } = this.#world.target
    const own = this.#world.settings.token.path
    const led = exchange.response && leadsTo(exchange.request.url, exchange.response)
    const near = led?.startsWith(`${baseUrl}/`) ? [led.slice(baseUrl.length)] : []
    const paths = new Set([...near, own.endsWith('/') ? own.slice(0, -1) : `${own}/`, ...tokenPaths])
    for (const path of paths) {
      if (path === own) continue
      const line: SettingLine = ['interface.token.path', path]
      const came = await this.#send([{ name: path, lines: [line] }])
      if (came === 'granted' || came === 'refused') return [line]
    }
    return undefined
  }

  /** Whether it is granted, and once more. */
  async #holds(relatives: readonly Relative[]): Promise<boolean> {
    if ((await this.#send(relatives)) !== 'granted') return false
    if ((await this.#send(relatives)) === 'granted') return true
    this.#stopped ??= `it granted a client with ${relatives.map(({ name }) => name).join(', ')} and refused the next one like it`
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
    const sent = await this.#sent(relatives)
    if (sent?.outcome.kind === 'deferred') this.#stopped = 'it asks for patience'
    if (sent?.outcome.kind === 'no-answer') this.#unanswered += 1
    if (this.#unanswered === mostUnanswered) this.#stopped = 'it gave no complete answer'
    if (sent?.outcome.kind === 'granted') return 'granted'
    return sent && isElsewhere(sent) ? 'elsewhere' : 'refused'
  }

  async #sent(relatives: readonly Relative[]): Promise<Sent | undefined> {
    const world = changed(
      this.#world,
      relatives.flatMap(({ lines }) => lines),
    )
    const stop = (reason: string): never => {
      throw new NotTestable(reason)
    }
    const client = checkClient(world, this.#ids, { changes: [] }, stop)
    const mutate = relatives.find((one) => one.mutate)?.mutate
    try {
      const message = await client.message(mutate && { mutate })
      return (await checkSender(world, client, createRecorder()).send(message, { label: 'preflight relative' })).sent
    } catch (error) {
      if (error instanceof NotTestable || error instanceof Inconclusive) return undefined
      throw error
    }
  }
}

/** Whether nobody answers there as an endpoint does. */
export const isElsewhere = ({ exchange: { response } }: Sent): boolean =>
  response !== undefined &&
  (response.status === 404 || response.status === 405 || (response.status >= 300 && response.status < 400))
