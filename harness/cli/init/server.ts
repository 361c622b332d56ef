import { setTimeout as sleep } from 'node:timers/promises'
import { ConfigError, type SettingLine } from '../../contracts/errors.js'
import type { RunTarget } from '../../contracts/run.js'
import type { TargetConfig } from '../../contracts/target.js'
import type { TargetFile } from '../../contracts/target-file/schema.js'
import { defaultOptions } from '../../run/options.js'
import { startRun } from '../../run/session.js'
import { setStage } from '../../run/stage.js'
import type { Signals } from '../../runner/signals.js'
import { openState } from '../../target/kit/state.js'
import { targetFromDocument } from '../../target/target-flags.js'
import { documentOf, type FoundOut, type Known } from './document.js'

/** Settings that are found out one after the other. */
const mostRounds = 4
/** Between two looks at a server that is being configured, milliseconds. */
const pauseMs = 3_000

const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** A server of which a target file is to be written. */
export class Server {
  #known: Known
  readonly #state: string | undefined
  readonly #folder: string
  readonly #signals: Signals

  constructor(known: Known, state: string | undefined, folder: string, signals: Signals) {
    this.#known = known
    this.#state = state
    this.#folder = folder
    this.#signals = signals
  }

  /** Tries until it grants, with what each try proposes. */
  async probed(): Promise<FoundOut> {
    for (let round = 1; ; round += 1) {
      const settings = await this.#tried(round)
      if (!Array.isArray(settings)) return settings as FoundOut
      this.#learn(settings)
    }
  }

  /** Writes state and kit, says what to configure, and waits until a conforming client is granted. */
  async awaited({ wait, state }: { readonly wait: number; readonly state: string }): Promise<FoundOut> {
    await this.#kit(state)
    const end = Date.now() + wait * 1000
    for (let before: string | undefined; ; ) {
      const problem = await this.#look(true).then(
        () => undefined,
        (error: unknown) => mendable(error),
      )
      if (!problem) return this.probed()
      const said = withoutNumbers(problem.message)
      if (said !== before) {
        say(problem.message)
        before = said
        // It changed, so that it may be one of those that want other messages.
        const { settings = [] } = (await this.#look().catch(mendable)) as Partial<ConfigError>
        if (settings.length > 0) {
          this.#learn(settings)
          // Its own Party Identifier and certificate may have another form now.
          await this.#kit(state)
          continue
        }
      }
      if (Date.now() > end)
        throw new ConfigError(
          `The server granted no conforming client within ${wait} s. The state is kept in ${state}: configure the server, then go on with the same command.`,
        )
      await sleep(pauseMs, undefined, { signal: this.#signals.cancelled })
    }
  }

  /** @returns what was found out, or settings by which it is tried again. */
  async #tried(round: number): Promise<FoundOut | readonly SettingLine[]> {
    try {
      const target = await this.#look()
      const { proposed = [] } = target
      if (proposed.length === 0 || round >= mostRounds) return { ...this.#known, target }
      return proposed
    } catch (error) {
      const { settings } = mendable(error)
      if (settings.length === 0 || round >= mostRounds) throw error
      return settings
    }
  }

  #learn(settings: readonly SettingLine[]): void {
    for (const [path, value] of settings) say(`It takes ${path}: ${JSON.stringify(value)}`)
    this.#known = { ...this.#known, lines: [...this.#known.lines, ...settings] }
  }

  /** Launches it or asks it, as every run begins, and ends all again. */
  async #look(brief = false): Promise<RunTarget> {
    const options = {
      ...defaultOptions(this.#folder, [configOf(documentOf(this.#known))]),
      profile: 'quick' as const,
      guises: [],
      largeKeys: false,
      oneProcess: true,
      logins: false,
      ...(brief && { brief: true as const }),
      ...(this.#state !== undefined && { state: this.#state }),
    }
    const session = await startRun(options, this.#signals.cancelled)
    await session.close()
    return session.run.targets[0] as RunTarget
  }

  /** The kit, at ports that stay, and what the server has to know of it. */
  async #kit(state: string): Promise<void> {
    const config = await (await openState(this.#state as string)).settle(configOf(documentOf(this.#known)))
    this.#known = { ...this.#known, ports: config.lab.ports }
    const options = { ...defaultOptions(this.#folder, [config]), largeKeys: false, state: this.#state as string }
    const stage = await setStage(options, this.#folder, this.#signals.cancelled)
    await stage.close()
    const [{ kit, addresses }] = stage.targets as [(typeof stage.targets)[number]]
    for (const line of [
      `The kit of the server is in ${kit.folder}; kit.json says what each file is. Configure the server with it:`,
      `  its Party Identifier   ${kit.partyId}, with key and certificate chain`,
      `  Participant Registry   ${addresses.registry.baseUrl} (${addresses.registry.partyId})`,
      `  AuthorisationRegistry  ${addresses.authorisationRegistry.baseUrl} (${addresses.authorisationRegistry.partyId})`,
      '  trusted roots          those of `trust` in kit.json, the one for HTTPS too',
      `Then start it. It is looked at every ${pauseMs / 1000} s; Ctrl-C leaves, and the same command goes on with ${state}.`,
    ])
      say(line)
  }
}

const configOf = (document: TargetFile): TargetConfig =>
  targetFromDocument(document, (message) => `--url, --role and --name make no target: ${message}.`)

function mendable(error: unknown): ConfigError {
  if (error instanceof ConfigError) return error
  throw error
}

/** What stays the same when nothing has changed: numbers and ids do not. */
const withoutNumbers = (text: string): string => text.replace(/[\da-f-]{8,}|\d+/gi, '')
