import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, retryAfterSeconds } from '../../judge/outcome.js'
import type { HttpClient } from '../../wire/http.js'
import type { Exchange } from '../../wire/types.js'
import { NoCode } from '../code-source.js'
import type { Delivery, MintableMessage } from './message.js'

/**
 * Longest wait that a target may ask for in one go, and how often it may ask before the outcome is `deferred`; short waits until they are
 * that many seconds together, since the messages of other checks are let in before.
 */
const patience = { seconds: 5, times: 3, together: 8 }

/** How often a login may be put off: a rate limit on logins counts those of all checks, often by the minute. */
export const mostLoginWaits = 13

/** Waits as long as an answer asks, within bounds. `waits` is how often that happened before; false when it was `most` times. */
export async function waitAsTold(exchanges: readonly Exchange[], waits: number, most?: number): Promise<boolean> {
  const seconds = Math.min(Math.max(...exchanges.map(retryAfterSeconds)), patience.seconds)
  if (waits >= (most ?? Math.max(patience.times, Math.floor(patience.together / seconds)))) return false
  await sleep(seconds * 1000)
  return true
}

/** How a message is delivered, where that is not as usual. */
export interface DeliverOptions {
  /** Bound on each exchange, milliseconds; the client's default otherwise. */
  readonly timeoutMs?: number | undefined
  /** What it waits for once it is minted. */
  readonly ready?: (() => Promise<void>) | undefined
}

/**
 * Sends a message, minted anew each time that it has to be sent again: after a plea for patience, and once where the target closed an idle connection.
 * @param read Reads the answer.
 */
export async function deliver(
  http: HttpClient,
  message: Pick<MintableMessage, 'mint' | 'fresh'>,
  read: (exchange: Exchange) => Answer | Promise<Answer>,
  { timeoutMs, ready }: DeliverOptions = {},
): Promise<Delivery> {
  const earlier: Exchange[] = []
  let resets = 0
  let waits = 0
  for (;;) {
    const minted = await message.mint(timeoutMs).catch(orNoCode)
    if (minted instanceof NoCode) return withoutCode(minted, earlier)
    await ready?.()
    const exchange = await http.exchange(minted.request, timeoutMs === undefined ? {} : { timeoutMs })
    const answer = await read(exchange)
    // Where the target closed an idle connection nothing says that it read this JWT, so a new one is sent, never this one again, and on a
    // connection of its own, as all from now on (harness/wire).
    const idle = exchange.noAnswer?.reusedConnection && message.fresh && resets++ === 0
    const again = idle || (answer.outcome.kind === 'deferred' && (await waitAsTold([exchange], waits++)))
    if (!again) return { minted, exchanges: [...earlier, exchange], answer }
    earlier.push(exchange)
  }
}

const withoutCode = ({ exchanges, answer, screenshots }: NoCode, earlier: readonly Exchange[]): Delivery => ({
  minted: {},
  exchanges: [...earlier, ...exchanges],
  answer,
  early: true,
  screenshots,
})

function orNoCode(error: unknown): NoCode {
  if (error instanceof NoCode) return error
  throw error
}
