import type { TargetConfig } from './config.js'
import { type HookEnvironment, runCommand } from './hook.js'
import { withTargetClient } from './target-client.js'

/** What a trigger tells a ServiceConsumer: a command as environment, a URL as JSON body. */
export interface TriggerCall {
  /** Base URL of the ServiceProvider that it is to call. */
  readonly ASSAY_PROVIDER_URL: string
  readonly ASSAY_PROVIDER_PARTY_ID: string
  /** Id of the check, for the log of the consumer. */
  readonly ASSAY_CHECK: string
}

/** What came of a trigger. That it failed says nothing about the consumer: it may well report that a hostile provider refused it. */
export interface Triggered {
  /** Exit code 0, or an answer 2xx. */
  readonly succeeded: boolean
  /** One sentence, with the last output below it. */
  readonly said: string
}

/** Carries `trigger` out once. A command that outlives the bound (milliseconds) is ended. Never throws for what the target does. */
export const runTrigger = async (
  config: TargetConfig,
  told: HookEnvironment,
  call: TriggerCall,
  boundMs: number,
): Promise<Triggered> => {
  const { command, url, method = 'POST' } = config.trigger ?? {}
  if (command !== undefined) {
    const { succeeded, how } = await runCommand(command, config.folder, { ...told, ...call }, boundMs)
    return { succeeded, said: `trigger.command (${command}) ${how}` }
  }
  if (url === undefined) return { succeeded: false, said: 'The target file has no trigger.' }
  const { response, noAnswer } = await withTargetClient(config, boundMs, (client) =>
    client.exchange({ method, url, headers: [['content-type', 'application/json']], body: JSON.stringify(call) }),
  )
  const said = response
    ? `trigger.url (${method} ${url}) answered ${response.status}: ${response.body.slice(0, 300)}`
    : `trigger.url (${method} ${url}) did not answer: ${noAnswer?.message}`
  return { succeeded: response !== undefined && response.status >= 200 && response.status < 300, said }
}
