import { ConfigError } from '../../contracts/errors.js'
import type { TargetConfig } from '../../contracts/target.js'
import { quoteOutput } from './output-tail.js'
import { startGroup } from './process-group.js'
import { withTargetClient } from './target-client.js'

const boundSeconds = 60

/** The input of a command or an HTTP call of the target file. */
export interface HookEnvironment {
  /** Folder of the kit. */
  readonly ASSAY_KIT: string
  readonly ASSAY_BASE_URL?: string | undefined
}

/** The environment of a command: its input, and ours without Assay's own variables, since they hold a token of the lab. */
export const commandEnvironment = (
  told: object,
  more: Readonly<Record<string, string>> = {},
): Record<string, string | undefined> => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^ASSAY_(?!FAULT$)/.test(name))),
  ...more,
  ...told,
})

/** Runs a command of the target file to its end; `ConfigError` with its last output when it fails or takes over a minute. */
export const runHook = async (
  setting: string,
  command: string,
  config: TargetConfig,
  told: HookEnvironment,
): Promise<void> => {
  const { succeeded, how } = await runCommand(command, config.folder, told, boundSeconds * 1_000)
  if (!succeeded) throw new ConfigError(`${setting} of "${config.name}" (${command}) ${how}`)
}

/** How a command of the target file ended. */
export interface EndedCommand {
  /** By itself, with exit code 0. */
  readonly succeeded: boolean
  /** "failed with exit code 1." or the like, with its last output below. */
  readonly how: string
}

/** Runs a command of the target file in its folder to its end; one that outlives the bound (milliseconds) is ended. */
export const runCommand = async (
  command: string,
  folder: string,
  told: object,
  boundMs: number,
): Promise<EndedCommand> => {
  const group = await startGroup(command, { folder, env: commandEnvironment(told) })
  let timer: NodeJS.Timeout | undefined
  const bound = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), boundMs)
  })
  const exit = await Promise.race([group.exited, bound])
  clearTimeout(timer)
  if (exit === 'late') await group.stop()
  else group.release()
  const succeeded = exit !== 'late' && exit.code === 0
  const how =
    exit === 'late'
      ? `did not end within ${boundMs / 1_000} s`
      : succeeded
        ? 'ended well'
        : `failed with ${exit.signal ?? `exit code ${exit.code}`}`
  return { succeeded, how: `${how}.${quoteOutput(group.output)}` }
}

/** Carries out `provision` once, before the run: the target loads the kit. Does nothing without that setting. */
export const provision = async (config: TargetConfig, told: HookEnvironment): Promise<void> => {
  const { command, url, method = 'POST' } = config.provision ?? {}
  if (command !== undefined) return runHook('provision.command', command, config, told)
  if (url === undefined) return
  const { response, noAnswer } = await withTargetClient(config, boundSeconds * 1_000, (client) =>
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
