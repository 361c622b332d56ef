import type { TriggerCall, Triggered } from '../../contracts/steward.js'
import type { TargetConfig } from '../../contracts/target.js'
import { type HookEnvironment, runCommand } from './hook.js'
import { withTargetClient } from './target-client.js'

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
