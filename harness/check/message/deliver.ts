import type { Answer } from '../../judge/outcome.js'
import type { Exchange } from '../../wire/types.js'
import { NoCode } from '../code-source.js'
import type { World } from '../world.js'
import type { Delivery, MintableMessage } from './message.js'

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
  { http, patience }: Pick<World, 'http' | 'patience'>,
  message: Pick<MintableMessage, 'mint' | 'fresh'>,
  read: (exchange: Exchange) => Answer | Promise<Answer>,
  { timeoutMs, ready }: DeliverOptions = {},
): Promise<Delivery> {
  const earlier: Exchange[] = []
  let resets = 0
  let waits = 0
  for (;;) {
    await patience.turn()
    const minted = await message.mint(timeoutMs).catch(orNoCode)
    if (minted instanceof NoCode) return withoutCode(minted, earlier)
    await ready?.()
    const exchange = await http.exchange(minted.request, timeoutMs === undefined ? {} : { timeoutMs })
    const answer = await read(exchange)
    // Where the target closed an idle connection nothing says that it read this JWT, so a new one is sent, never this one again, and on a
    // connection of its own, as all from now on (harness/wire).
    const idle = exchange.noAnswer?.reusedConnection && message.fresh && resets++ === 0
    const again = idle || (answer.outcome.kind === 'deferred' && (await patience.asTold([exchange], waits++)))
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
