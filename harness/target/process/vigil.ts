import { setTimeout as sleep } from 'node:timers/promises'
import { ConfigError } from '../../contracts/errors.js'
import type { Killer, Outage, Sighting, Standing } from '../../contracts/outage.js'
import type { TargetConfig } from '../../contracts/target.js'
import { isRefused } from './base-url.js'
import { type Crash, type RunningTarget, readyAgain, untilAnswering } from './launch.js'

/** How often a launched target that ended is started again in one run. */
const mostStarts = 3

/** A process that ends may accept connections a little longer than it keeps them, milliseconds. */
const lingersMs = 100

/** Watches over one target from the end of preflight on. */
export interface Vigil {
  /** From now on a target that ends is started again. */
  begin(): void
  /** Waits while the target is gone, and says what became of it so far. */
  look(sighting: Sighting): Promise<Standing>
  /** Work for which the target has to be gone for a while is no outage. */
  during(work: () => Promise<void>): Promise<void>
  /** Brings the target to where it was when the run began. */
  prepare(): Promise<void>
  /** Waits for nobody any more. */
  close(): Promise<void>
}

/** What a vigil works with. */
export interface Watched {
  readonly config: TargetConfig
  readonly target: RunningTarget
  /** Brings a target that was started again to where it was when the run began. */
  readonly prepare: () => Promise<void>
  /** Called whenever something has changed. */
  readonly keep: (standing: Standing) => void
}

/** A vigil over a target; does nothing before `begin`. */
export const keepVigil = (watched: Watched): Vigil => new TargetVigil(watched)

class TargetVigil implements Vigil {
  readonly #watched: Watched
  readonly #outages: Outage[] = []
  readonly #stop = new AbortController()
  #crash: Crash | undefined
  #crashed = (): void => undefined
  #begun = false
  #waiting: Promise<void> | undefined
  #deliberate: Promise<void> | undefined
  #lost: string | undefined
  #starts = 0
  #suspects = 0

  constructor(watched: Watched) {
    this.#watched = watched
    watched.target.onCrash((crash) => {
      this.#crash = crash
      this.#crashed()
      if (this.#begun) void this.look({ missedAt: crash.at })
    })
  }

  begin(): void {
    this.#begun = true
    if (this.#crash) void this.look({ missedAt: this.#crash.at })
  }

  async look({ missedAt, inPassing, suspect, killer }: Sighting): Promise<Standing> {
    await this.#deliberate?.catch(() => undefined)
    if (missedAt !== undefined) this.#date(missedAt)
    if (this.#waiting) await this.#waiting
    else if (this.#lost !== undefined) await this.#lookOnceMore()
    else if (missedAt !== undefined) await this.#lookForIt(missedAt, inPassing ? 0 : lingersMs)
    if (suspect) this.#suspects += 1
    if (killer) this.#name(killer)
    return this.#standing()
  }

  async #lookForIt(missedAt: number, againMs: number): Promise<void> {
    // Another may see to it meanwhile.
    const isNews = (): boolean => {
      const last = this.#outages.at(-1)
      return last === undefined || (last.to !== undefined && missedAt > last.to)
    }
    const isGone = async (): Promise<boolean> => isNews() && !(await this.#stands()) && isNews()
    if (!(await isGone()) && againMs > 0) await sleep(againMs)
    if (await isGone()) await this.#miss(missedAt)
    await this.#waiting
  }

  async during(work: () => Promise<void>): Promise<void> {
    await this.#waiting
    this.#deliberate = work()
    try {
      await this.#deliberate
      this.#crash = undefined
    } catch (error) {
      // What was launched is down now, and is started again when it is missed.
      if (this.#watched.target.startAgain) this.#crash = notBack
      throw error
    } finally {
      this.#deliberate = undefined
    }
  }

  prepare = (): Promise<void> => this.#watched.prepare()

  async close(): Promise<void> {
    this.#stop.abort()
    await this.#waiting
  }

  /** Several checks miss a target that ended: the first of them says when that was. */
  #date(missedAt: number): void {
    const last = this.#outages.at(-1)
    const before = this.#outages.at(-2)?.to ?? 0
    if (this.#waiting && last && missedAt > before && missedAt < last.from) this.#change({ from: missedAt })
  }

  /** What was launched may leave a server behind; where nobody can be asked it is the target itself. */
  async #stands(): Promise<boolean> {
    const { baseUrl, trigger } = this.#watched.config
    const address = baseUrl ?? trigger?.url
    return address === undefined ? this.#crash === undefined : !(await isRefused(address))
  }

  /** One and the same wait for all that ask meanwhile. */
  #miss(at: number): Promise<void> {
    this.#waiting ??= this.#overcome(at).finally(() => {
      this.#waiting = undefined
      this.#keep()
    })
    return this.#waiting
  }

  async #overcome(at: number): Promise<void> {
    this.#lost = undefined
    this.#outages.push({ from: at, how: 'nobody accepted a connection' })
    try {
      // What it is called once it is known to wait: `#waiting` is set when this function has returned.
      await Promise.resolve()
      this.#keep()
      await this.#untilBack()
      this.#change({ to: Date.now() })
    } catch (error) {
      this.#lost = firstLine(error instanceof Error ? error.message : String(error))
    }
  }

  /** @throws ConfigError where it does not come back. */
  async #untilBack(): Promise<void> {
    const { config } = this.#watched
    const bound = readyAgain(config)
    for (;;) {
      this.#stop.signal.throwIfAborted()
      if (this.#crash) return this.#startAgain(this.#crash)
      const abort = new AbortController()
      const crashed = new Promise<'crashed'>((resolve) => {
        this.#crashed = () => resolve('crashed')
      })
      const signal = AbortSignal.any([abort.signal, this.#stop.signal])
      const answers = untilAnswering(config, bound, signal).then(() => 'answers' as const)
      answers.catch(() => undefined)
      try {
        if ((await Promise.race([answers, crashed])) === 'answers') return
      } catch {
        throw new ConfigError(`it has answered nobody for ${bound.seconds} s`)
      } finally {
        abort.abort()
      }
    }
  }

  async #startAgain({ how, output }: Crash): Promise<void> {
    this.#change({ how, output })
    const { target, prepare } = this.#watched
    if (!target.startAgain || this.#starts === mostStarts)
      throw new ConfigError(`it ended (${how}) after it had been started again ${mostStarts} times`)
    this.#starts += 1
    this.#crash = undefined
    await target.startAgain(this.#stop.signal)
    await prepare()
    this.#change({ startedAgain: true })
  }

  /** One that Assay did not launch may have come back after all. */
  async #lookOnceMore(): Promise<void> {
    if (this.#crash || !(await this.#stands())) return
    this.#lost = undefined
    this.#change({ to: Date.now() })
    this.#keep()
  }

  #name(killer: Killer): void {
    this.#change({ killer })
    this.#keep()
  }

  #change(change: Partial<Outage>): void {
    const last = this.#outages.pop()
    if (last) this.#outages.push({ ...last, ...change })
  }

  #standing(): Standing {
    return {
      outages: [...this.#outages],
      suspects: this.#suspects,
      ...(this.#outages.some(({ startedAgain }) => startedAgain) && { startsLeft: mostStarts - this.#starts }),
      ...(this.#waiting && { waiting: true }),
      ...(this.#lost !== undefined && { lost: this.#lost }),
    }
  }

  #keep(): void {
    if (!this.#stop.signal.aborted) this.#watched.keep(this.#standing())
  }
}

/** What is known of a target that did not come back when it was restarted. */
const notBack: Crash = {
  code: null,
  signal: null,
  at: 0,
  how: 'it did not come back when it was restarted',
  output: [],
  message: '',
}

/** What was printed stands below. */
const firstLine = (message: string): string =>
  (message.split('\n')[0] as string).replace(/\.? Its last output:$|\.$/, '')
