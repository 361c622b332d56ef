import { ConfigError } from '../../contracts/errors.js'
import type { TargetConfig } from '../../contracts/target.js'
import { quoteOutput } from './output-tail.js'
import { startGroup } from './process-group.js'
import { withTargetClient } from './target-client.js'
import { timeZone } from './time-zone.js'

/** How long a command of the target file may take by default, seconds. */
export const usualSeconds = 60

/** The input of a command or an HTTP call of the target file. */
export interface HookEnvironment {
  /** Folder of the kit. */
  readonly ASSAY_KIT: string
  readonly ASSAY_BASE_URL?: string | undefined
}

/** The environment of a command: its input, and ours without Assay's own variables, since they hold a token of the lab; its time zone is another one. */
export const commandEnvironment = (
  told: object,
  more: Readonly<Record<string, string>> = {},
): Record<string, string | undefined> => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^ASSAY_(?!FAULT$)/.test(name))),
  TZ: timeZone,
  ...more,
  ...told,
})

/** Runs a command of the target file to its end; `ConfigError` with its last output when it fails or takes longer than so many seconds. */
export const runHook = async (
  setting: string,
  command: string,
  config: TargetConfig,
  told: HookEnvironment,
  bound: CommandBound = { seconds: usualSeconds },
): Promise<void> => {
  const { succeeded, how } = await runCommand(command, config.folder, told, bound)
  if (!succeeded) throw new ConfigError(`${setting} of "${config.name}" (${command}) ${how}`)
}

/** How a command of the target file ended. */
export interface EndedCommand {
  /** By itself, with exit code 0. */
  readonly succeeded: boolean
  /** It was ended when its time was over. */
  readonly outlived?: true
  /** "failed with exit code 1." or the like, with its last output below. */
  readonly how: string
}

/** How long a command may take, and the setting of the target file by which it may take longer. */
export interface CommandBound {
  readonly seconds: number
  readonly setting?: string
}

/** Runs a command of the target file in its folder to its end; one that outlives its bound is ended. */
export const runCommand = async (
  command: string,
  folder: string,
  told: object,
  { seconds, setting }: CommandBound,
): Promise<EndedCommand> => {
  const group = await startGroup(command, { folder, env: commandEnvironment(told) })
  let timer: NodeJS.Timeout | undefined
  const bound = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), seconds * 1_000)
  })
  const exit = await Promise.race([group.exited, bound])
  clearTimeout(timer)
  if (exit === 'late') await group.stop()
  else group.release()
  const succeeded = exit !== 'late' && exit.code === 0
  const how =
    exit === 'late'
      ? `did not end within ${seconds} s${setting === undefined ? '' : `, and may take longer by \`${setting}\``}`
      : succeeded
        ? 'ended well'
        : `failed with ${exit.signal ?? `exit code ${exit.code}`}`
  return { succeeded, how: `${how}.${quoteOutput(group.output)}`, ...(exit === 'late' && { outlived: true }) }
}

/** Carries out `provision`: the target loads the kit. Does nothing without that setting. */
export const provision = async (config: TargetConfig, told: HookEnvironment): Promise<void> => {
  const { command, url, method = 'POST', timeoutSeconds = usualSeconds } = config.provision ?? {}
  if (command !== undefined) {
    const bound = { seconds: timeoutSeconds, setting: 'provision.timeoutSeconds' }
    return runHook('provision.command', command, config, told, bound)
  }
  if (url === undefined) return
  const { response, noAnswer } = await withTargetClient(config, timeoutSeconds * 1_000, (client) =>
    client.exchange({
      method,
      url,
      headers: [['content-type', 'application/json']],
      ...(method !== 'GET' && { body: JSON.stringify(told) }),
    }),
  )
  if (response && response.status >= 200 && response.status < 300) return
  const got = response
    ? `answered ${response.status}: ${response.body.slice(0, 200)}`
    : `did not answer: ${noAnswer?.message}`
  throw new ConfigError(`provision.url of "${config.name}" (${method} ${url}) ${got}`)
}
