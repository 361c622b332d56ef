import { type Answer, isBusy } from '../../judge/outcome.js'
import type { Exchange } from '../../wire/types.js'
import { EndsEarly } from '../code-source.js'
import type { World } from '../world.js'
import type { Delivery, MintableMessage } from './message.js'

/** How a message is delivered, where that is not as usual. */
export interface DeliverOptions {
  /** Bound on each exchange, milliseconds; the client's default otherwise. */
  readonly timeoutMs?: number | undefined
  /** What it waits for once it is minted. */
  readonly ready?: (() => Promise<void>) | undefined
  /** Nothing is wrong with it, so that 502, 503 or 504 is no refusal of its. */
  readonly conforms?: boolean | undefined
}

/** What `deliver` needs of a message. */
export type Deliverable = Pick<MintableMessage, 'mint' | 'fresh' | 'takesTurn'>

/**
 * Sends a message, minted anew each time that it has to be sent again: after a plea for patience, after 502, 503 or 504,
 * and once where the target closed an idle connection.
 * @param read Reads the answer.
 */
export async function deliver(
  world: Pick<World, 'http' | 'patience'>,
  message: Deliverable,
  read: (exchange: Exchange) => Answer | Promise<Answer>,
  options: DeliverOptions = {},
): Promise<Delivery> {
  const { patience } = world
  const earlier: Exchange[] = []
  let resets = 0
  let waits = 0
  let wasBusy = false
  for (;;) {
    const once = await attempt(world, message, read, options)
    const { answer, exchanges, early } = once
    const isIdle = !early && exchanges.at(-1)?.noAnswer?.reusedConnection === true
    // Where the target closed an idle connection nothing says that it read this JWT, so a new one is sent, never this one again, and on a
    // connection of its own, as all from now on (harness/wire).
    let again = isIdle && message.fresh && resets++ === 0
    if (isBusy(answer)) {
      wasBusy = true
      again = await patience.asBusy(exchanges.slice(-1), waits++, options.conforms ?? false)
    } else {
      if (wasBusy) patience.freed()
      if (!early && answer.outcome.kind === 'deferred') again = await patience.asTold(exchanges, waits++)
    }
    if (!again) return { ...once, exchanges: [...earlier, ...exchanges] }
    earlier.push(...exchanges)
  }
}

/** Mints a message and sends it once. */
async function attempt(
  { http, patience }: Pick<World, 'http' | 'patience'>,
  message: Deliverable,
  read: (exchange: Exchange) => Answer | Promise<Answer>,
  { timeoutMs, ready }: DeliverOptions,
): Promise<Delivery> {
  if (!message.takesTurn) await patience.turn()
  const minted = await message.mint(timeoutMs).catch(orEarlyEnd)
  if (minted instanceof EndsEarly) {
    const { exchanges, answer, screenshots } = minted
    return { minted: {}, exchanges, answer, early: true, screenshots }
  }
  await ready?.()
  const exchange = await http.exchange(minted.request, {
    turnTaken: true,
    ...(timeoutMs !== undefined && { timeoutMs }),
  })
  return { minted, exchanges: [exchange], answer: await read(exchange) }
}

function orEarlyEnd(error: unknown): EndsEarly {
  if (error instanceof EndsEarly) return error
  throw error
}
