import { setTimeout as sleep } from 'node:timers/promises'
import type { CheckClient } from './client.js'
import type { Sender } from './sender.js'

/** How long a target may take to be itself again, and how often it is asked, milliseconds. */
const patienceMs = 35_000
const pauseMs = 500

/**
 * Waits, bounded, until a conforming stranger is granted again: after an outage of the registry a target may spare it for a while, and after a
 * start it may not be warm yet. Says nothing about the target.
 */
export async function untilGranted(client: CheckClient, sender: Sender): Promise<void> {
  const end = Date.now() + patienceMs
  for (;;) {
    const { sent } = await sender.send(await client.probe(), { label: 'is the target itself again?' })
    if (sent.outcome.kind === 'granted' || sent.outcome.kind === 'no-answer' || Date.now() > end) return
    await sleep(pauseMs)
  }
}
