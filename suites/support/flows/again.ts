import { expiryOf } from '../../../harness/check/expiry.js'
import type { Reuse, Sent } from '../../../harness/check/types.js'
import type { Fixtures } from '../test.js'

/** So long before its end an accepted JWT gives way to another one, milliseconds: what has run out is refused in any case. */
const spareMs = 8_000

/** Presents an accepted JWT again in each of these ways; a slow target meets several, one after the other. */
export async function refusesAgain(
  { client, judge }: Pick<Fixtures, 'client' | 'judge'>,
  accepted: Sent,
  reuses: readonly Reuse[],
): Promise<void> {
  let sent = accepted
  for (const reuse of reuses) {
    if (Date.now() > expiryOf(sent) - spareMs) sent = await judge.grants(client.next(sent.message))
    await judge.refuses(client.again(sent, reuse))
  }
}

/**
 * Sends so many new JWTs of the client whose JWT was accepted, fewer to a slow target: what has run out is refused in any
 * case.
 * @returns how many were granted.
 */
export async function othersOf(
  { client, judge }: Pick<Fixtures, 'client' | 'judge'>,
  accepted: Sent,
  most: number,
): Promise<number> {
  const until = expiryOf(accepted) - spareMs
  let granted = 0
  for (let count = 0, lasted = 0; count < most && Date.now() + lasted < until; count += 1) {
    const begun = Date.now()
    const { outcome } = await judge.records(client.next(accepted.message), 'another assertion of the client')
    if (outcome.kind === 'granted') granted += 1
    lasted = Date.now() - begun
  }
  return granted
}
