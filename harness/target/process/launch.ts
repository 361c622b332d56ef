import { setTimeout as wait } from 'node:timers/promises'
import { ConfigError } from '../../contracts/errors.js'
import type { LaunchSettings, TargetConfig } from '../../contracts/target.js'
import { isTaken, releasePort } from './base-url.js'
import { commandEnvironment, type HookEnvironment, runHook, usualSeconds } from './hook.js'
import type { Journal } from './journal.js'
import { quoteOutput } from './output-tail.js'
import { type Exit, type ProcessGroup, startGroup } from './process-group.js'
import { withTargetClient } from './target-client.js'

/** The target ended although nobody asked it to. */
export interface Crash extends Exit {
  /** Milliseconds since epoch. */
  readonly at: number
  /** The signal or the exit code. */
  readonly how: string
  /** Its last lines. */
  readonly output: readonly string[]
  /** One sentence with its last output below. */
  readonly message: string
}

/** A target that Assay can reach, and start again where the target file allows it. */
export interface RunningTarget {
  /** Absent where the target file has neither `launch` nor `restart`. Rejects with `ConfigError` when it does not come back. */
  readonly restart?: () => Promise<void>
  /** Starts what was launched and has ended. Rejects like `restart`, and with the reason of the signal once that is aborted. */
  readonly startAgain?: (cancelled: AbortSignal) => Promise<void>
  /** Ends what was launched; does nothing otherwise. */
  readonly stop: () => Promise<void>
  /** What it printed last, as a sentence with the lines below; empty for a target that was not launched. */
  readonly lastOutput: () => string
  /** The listener hears of every crash, also of one that has been. */
  readonly onCrash: (listener: (crash: Crash) => void) => void
}

/**
 * Starts the target by `launch`, and waits until it answers.
 * @param cancelled Gives the waiting up; the target is ended by then.
 * @param journal Keeps what it prints.
 * @throws ConfigError when its port is taken, it ends too early (with its last output) or is not ready in time.
 */
export const launchTarget = async (
  config: TargetConfig,
  told: HookEnvironment,
  cancelled?: AbortSignal,
  journal?: Journal,
): Promise<RunningTarget> => {
  const { launch: settings, restart } = config
  if (!settings)
    return {
      ...(restart && { restart: () => restartByCommand(config, restart, told) }),
      stop: async () => {},
      lastOutput: () => '',
      onCrash: () => {},
    }
  const listeners: ((crash: Crash) => void)[] = []
  const crashes: Crash[] = []
  let restarting = false
  const report = (crash: Crash): void => {
    if (restarting) return
    crashes.push(crash)
    for (const listener of listeners) listener(crash)
  }
  const life = { config, settings, told, report, journal }
  let current = await start(life, cancelled)
  const unreported = async (work: () => Promise<void>): Promise<void> => {
    restarting = true
    try {
      await work()
    } finally {
      restarting = false
    }
  }
  const again = async (signal?: AbortSignal): Promise<void> => {
    await current.stop()
    await untilFree(config.baseUrl, settings.readyTimeoutSeconds, signal)
    current = await start(life, signal)
  }
  return {
    restart: () => unreported(() => (restart ? restartByCommand(config, restart, told) : again())),
    startAgain: (signal) => unreported(() => again(signal)),
    stop: () => current.stop(),
    lastOutput: () => current.lastOutput(),
    onCrash: (listener) => {
      listeners.push(listener)
      crashes.forEach(listener)
    },
  }
}

/** Dead processes hold their port until the last of their threads has ended, which may be some milliseconds later; a container goes on for seconds behind the command that was ended. */
const untilFree = async (baseUrl: string | undefined, seconds: number, signal?: AbortSignal): Promise<void> => {
  const end = performance.now() + seconds * 1_000
  while (baseUrl !== undefined && !signal?.aborted && performance.now() < end && (await isTaken(baseUrl)))
    await wait(10)
}

/** @throws ConfigError where something else listens at the address of a target that is to be launched. */
export const refuseTaken = async ({ baseUrl, name, launch }: TargetConfig): Promise<void> => {
  if (launch && baseUrl !== undefined && (await isTaken(baseUrl)))
    throw new ConfigError(
      `Something listens at ${baseUrl} already, so "${name}" cannot be started there: end it, or leave target.baseUrl out to get a free port.`,
    )
}

/** What each life of a launched target begins with. */
interface Life {
  readonly config: TargetConfig
  readonly settings: LaunchSettings
  readonly told: HookEnvironment
  readonly report: (crash: Crash) => void
  readonly journal: Journal | undefined
}

/** One life of a launched target. */
const start = async (
  { config, settings, told, report, journal }: Life,
  cancelled?: AbortSignal,
): Promise<Pick<RunningTarget, 'stop' | 'lastOutput'>> => {
  const { baseUrl, name } = config
  if (baseUrl !== undefined) await releasePort(baseUrl)
  await refuseTaken(config)
  const env = commandEnvironment({ ...told, ...(baseUrl !== undefined && { ASSAY_BASE_URL: baseUrl }) }, settings.env)
  const group = await startGroup(settings.command, { folder: config.folder, env, journal })
  try {
    await becomeReady(config, settings, group, cancelled)
  } catch (error) {
    await group.stop()
    throw error
  }
  let wanted = false
  void group.exited.then((exit) => {
    if (!wanted)
      report({
        ...exit,
        at: Date.now(),
        how: howItEnded(exit),
        output: group.output.lines(),
        message: `"${name}" ended in the middle of the run (${howItEnded(exit)}).${quoteOutput(group.output)}`,
      })
  })
  return {
    stop: () => {
      wanted = true
      return group.stop()
    },
    lastOutput: () => quoteOutput(group.output),
  }
}

const howItEnded = ({ code, signal }: Exit): string => signal ?? `exit code ${code}`

/** What to do about a command that did what it should, and went. */
const inForeground =
  ' The command has to stay in the foreground as long as the server runs, as `docker compose up` does without `-d`.'

const becomeReady = async (
  config: TargetConfig,
  settings: LaunchSettings,
  group: ProcessGroup,
  cancelled?: AbortSignal,
): Promise<void> => {
  const abort = new AbortController()
  const early = group.exited.then((exit) => {
    throw new ConfigError(
      `"${config.name}" ended before it was ready (${howItEnded(exit)}; ${settings.command}).${exit.code === 0 ? inForeground : ''}${quoteOutput(group.output)}`,
    )
  })
  const ready = untilAnswering(config, readyAtFirst(settings), abort.signal).catch((error: unknown) => {
    throw error instanceof ConfigError ? new ConfigError(`${error.message}${quoteOutput(group.output)}`) : error
  })
  const givenUp = new Promise<never>((_, reject) => {
    const giveUp = (): void => reject(cancelled?.reason)
    if (cancelled?.aborted) giveUp()
    else cancelled?.addEventListener('abort', giveUp, { once: true, signal: abort.signal })
  })
  try {
    await Promise.race([early, ready, givenUp])
  } finally {
    abort.abort()
    early.catch(() => undefined)
    ready.catch(() => undefined)
    givenUp.catch(() => undefined)
  }
}

/** How long a target may take until it answers, and the setting by which it may take longer. */
export interface ReadyBound {
  readonly seconds: number
  readonly setting: string
}

const readyAtFirst = ({ readyTimeoutSeconds }: LaunchSettings): ReadyBound => ({
  seconds: readyTimeoutSeconds,
  setting: 'launch.readyTimeoutSeconds',
})

/** How long an answer is waited for at least, milliseconds. */
const leastProbeMs = 2_000

/** What a gateway answers while its server starts; a target that always answers so is ready when the time is over. */
const gatewayStatuses: readonly number[] = [502, 503, 504]

/** Resolves on the first HTTP answer of any other kind than a gateway's; a ServiceConsumer without URL is ready when its process lives. */
export const untilAnswering = async (
  config: TargetConfig,
  { seconds, setting }: ReadyBound,
  signal?: AbortSignal,
): Promise<void> => {
  const trigger = config.trigger?.url
  // The trigger itself must not be called before its time.
  const url = config.baseUrl ?? (trigger === undefined ? undefined : new URL('/', trigger).href)
  if (url === undefined) return
  const end = performance.now() + seconds * 1_000
  let last = ''
  // Whether its certificate is trusted is a matter of preflight, which can say what to do about it.
  await withTargetClient({ tls: { insecure: true } }, leastProbeMs, async (client) => {
    while (!signal?.aborted) {
      // Half of the time that is left: some take long for each answer, others never answer who came too early.
      const timeoutMs = Math.max(leastProbeMs, Math.round((end - performance.now()) / 2))
      const request = { method: 'GET', url, headers: [], connection: 'new' } as const
      const { response, noAnswer } = await client.exchange(request, { timeoutMs })
      if (response && (!gatewayStatuses.includes(response.status) || performance.now() > end)) return
      last = noAnswer?.message ?? ''
      if (!response && performance.now() > end)
        throw new ConfigError(
          `"${config.name}" did not answer at ${url} within ${seconds} s (${last}): check that it listens where ASSAY_BASE_URL says, or raise ${setting}.`,
        )
      await wait(response ? 250 : 25)
    }
  })
}

const restartByCommand = async (
  config: TargetConfig,
  { command, timeoutSeconds = usualSeconds }: NonNullable<TargetConfig['restart']>,
  told: HookEnvironment,
): Promise<void> => {
  const bound = { seconds: timeoutSeconds, setting: 'restart.timeoutSeconds' }
  await runHook('restart.command', command, config, { ...told, ASSAY_BASE_URL: config.baseUrl }, bound)
  await untilAnswering(config, readyAgain(config))
}

/** How long a target is waited for that was there before: one that Assay does not start has a supervisor, which may pause before it does. */
export const readyAgain = ({ launch, restart }: Pick<TargetConfig, 'launch' | 'restart'>): ReadyBound => {
  if (launch && !restart) return readyAtFirst(launch)
  const seconds = restart?.readyTimeoutSeconds ?? launch?.readyTimeoutSeconds ?? (restart ? 60 : 30)
  return { seconds, setting: 'restart.readyTimeoutSeconds' }
}
