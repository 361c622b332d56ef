import type { LabClient } from '../lab/channel/client.js'
import type { CheckClient } from './message/client.js'
import type { Sender } from './message/sender.js'
import type { Patience } from './patience.js'
import type { Sent } from './types.js'

/** How long a target may take to be itself again, and how often it is asked, milliseconds. Circuit breakers pause for a minute by default. */
const patienceMs = 70_000
const pauseMs = 500
/** How long a failure of the registry may still be felt, milliseconds. */
const aftermathMs = 120_000

/**
 * Waits, within bounds, until a conforming stranger is granted again, and says whether one was. After failures of its
 * registry a target may spare it for a while (a circuit breaker), and after a start it may not be warm yet. That is no
 * time of the check.
 */
export async function untilGranted(
  client: CheckClient,
  sender: Sender,
  patience: Pick<Patience, 'wait'>,
): Promise<boolean> {
  const end = Date.now() + patienceMs
  for (;;) {
    const sent = await sender.probe(await client.probe(), 'is the target itself again?')
    if (sent?.outcome.kind === 'granted') return true
    if (sent?.outcome.kind === 'no-answer' || Date.now() > end) return false
    await patience.wait(pauseMs)
  }
}

/** Whether a registry of the lab failed, or answered wrongly, a little while ago, in whatever check: the target may refuse everybody on that account. */
async function failedLately(lab: LabClient): Promise<boolean> {
  const calls = await lab.ledger({
    kinds: ['party-lookup', 'registry-token', 'delegation', 'evidence-token'],
    since: Date.now() - aftermathMs,
  })
  return calls.some(({ status, wrong }) => wrong === true || status === 0 || status >= 500)
}

/** What a check knows of a target that refuses everybody for a while; `returns` waits until it grants a stranger. */
export const comingBack = (lab: LabClient, returns: () => Promise<boolean>) => ({
  returns,
  recovered: async () => (await failedLately(lab)) && (await returns()),
})

/** How often a message is sent again that was refused since somebody was spared. */
const sparings = 3

/**
 * Sends a message again, within bounds, that was refused before anybody was asked: a target spares for a while a
 * registry that has failed, in whatever check that was, and until it asks again nothing can be said.
 */
export async function whileSpared<T>(
  send: () => Promise<T>,
  isSpared: (sent: T) => Promise<boolean>,
  recovered: () => Promise<boolean>,
): Promise<T> {
  for (let left = sparings; ; left -= 1) {
    const sent = await send()
    if (left === 0 || !(await isSpared(sent)) || !(await recovered())) return sent
  }
}

/** Whether an answer is one of the server itself: neither an error nor what stands where it is not served yet. */
export const isOfServer = ({ exchange: { response } }: Sent): boolean =>
  response !== undefined && response.status < 500 && response.status !== 404
