import type { TriggerCall, Triggered } from '../../contracts/steward.js'
import type { TargetConfig } from '../../contracts/target.js'
import { type HookEnvironment, runCommand } from './hook.js'
import { withTargetClient } from './target-client.js'

/** How long a trigger may take by default, seconds; a consumer that gives a silent provider up does so earlier. */
const usualSeconds = 15

/** Carries `trigger` out once. A command that outlives its time is ended. Never throws for what the target does. */
export const runTrigger = async (
  config: TargetConfig,
  told: HookEnvironment,
  call: TriggerCall,
): Promise<Triggered> => {
  const { command, url, method = 'POST', timeoutSeconds = usualSeconds } = config.trigger ?? {}
  if (command !== undefined) {
    const bound = { seconds: timeoutSeconds, setting: 'trigger.timeoutSeconds' }
    const { succeeded, how, outlived } = await runCommand(command, config.folder, { ...told, ...call }, bound)
    return { succeeded, said: `trigger.command (${command}) ${how}`, ...(outlived && { outlived }) }
  }
  if (url === undefined) return { succeeded: false, said: 'The target file has no trigger.' }
  const { response, noAnswer } = await withTargetClient(config, timeoutSeconds * 1_000, (client) =>
    client.exchange({ method, url, headers: [['content-type', 'application/json']], body: JSON.stringify(call) }),
  )
  const said = response
    ? `trigger.url (${method} ${url}) answered ${response.status}: ${response.body.slice(0, 300)}`
    : `trigger.url (${method} ${url}) did not answer: ${noAnswer?.message}`
  const succeeded = response !== undefined && response.status >= 200 && response.status < 300
  return { succeeded, said, ...(noAnswer?.kind === 'timeout' && { outlived: true }) }
}
