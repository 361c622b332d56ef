import { statSync, utimesSync, writeFileSync } from 'node:fs'
import { slug } from '../evidence/store.js'
import type { CheckClient } from './message/client.js'
import type { Sender } from './message/sender.js'
import type { World } from './world.js'

/** While the breaker is tripped, one check in this time tries whether the target answers again, milliseconds. */
const probeEveryMs = 250
/** How long such a try may take, milliseconds; as long again passes before the next, so that a target that hangs makes no run slow. */
const probeTimeoutMs = 2_000

/**
 * Whether a target that was silent answers again; then the breaker is closed for all.
 * @param folder Folder of the run, where workers see when the next try is due.
 */
export async function answersAgain(
  folder: string,
  world: World,
  client: CheckClient,
  sender: Sender,
): Promise<boolean> {
  const file = `${folder}/probed-${slug(world.target.name)}`
  const now = Date.now()
  if (now < nextProbe(file)) return false
  postpone(file, probeTimeoutMs)
  const sent = await sender.probe(await client.probe(), 'does the target answer again?', probeTimeoutMs)
  postpone(file, Math.max(probeEveryMs, Date.now() - now))
  if (sent === undefined || sent.outcome.kind === 'no-answer') return false
  await world.lab.resetBreaker()
  return true
}

/** The time of the file is that of the next try: every worker sees it, and nobody has to remember it. */
const nextProbe = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0

function postpone(file: string, ms: number): void {
  writeFileSync(file, '', { mode: 0o600 })
  const at = new Date(Date.now() + ms)
  utimesSync(file, at, at)
}
