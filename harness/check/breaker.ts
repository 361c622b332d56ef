import { statSync, writeFileSync } from 'node:fs'
import type { CheckClient } from './client.js'
import type { Sender } from './sender.js'
import type { World } from './world.js'

/** While the breaker is tripped, one check in this time tries whether the target answers again, milliseconds. */
const probeEveryMs = 2_000
/** How long such a try may take, milliseconds: a target that hangs must not make the run slow. */
const probeTimeoutMs = 2_000

/**
 * Whether a target that answered nobody answers again; then the breaker is closed for all.
 * @param folder Folder of the run, where workers see when the last of them tried.
 */
export async function answersAgain(
  folder: string,
  world: World,
  client: CheckClient,
  sender: Sender,
): Promise<boolean> {
  const file = `${folder}/probed-${Buffer.from(world.target.name).toString('base64url').slice(0, 80)}`
  if (Date.now() - lastProbe(file) < probeEveryMs) return false
  writeFileSync(file, '', { mode: 0o600 })
  const { sent } = await sender.send(await client.probe(), {
    label: 'does the target answer again?',
    timeoutMs: probeTimeoutMs,
  })
  // Counted from the end of the try, so that tries that hang are not all that is done.
  writeFileSync(file, '', { mode: 0o600 })
  if (sent.outcome.kind === 'no-answer') return false
  await world.lab.resetBreaker()
  return true
}

const lastProbe = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
