import type { Answer } from '../../judge/outcome.js'
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
  /** It conforms, so that a bare 503 may be the limit of a proxy (L308), and is met with another try or two. */
  readonly conforms?: boolean | undefined
}

/** How often a conforming message is sent again where 503 comes without a word of when to come again. */
const mostBusy = 2

/**
 * Sends a message, minted anew each time that it has to be sent again: after a plea for patience, and once where the target closed an idle connection.
 * @param read Reads the answer.
 */
export async function deliver(
  { http, patience }: Pick<World, 'http' | 'patience'>,
  message: Pick<MintableMessage, 'mint' | 'fresh'>,
  read: (exchange: Exchange) => Answer | Promise<Answer>,
  { timeoutMs, ready, conforms = false }: DeliverOptions = {},
): Promise<Delivery> {
  const earlier: Exchange[] = []
  let resets = 0
  let waits = 0
  for (;;) {
    await patience.turn()
    const minted = await message.mint(timeoutMs).catch(orEarlyEnd)
    if (minted instanceof EndsEarly) return endedEarly(minted, earlier)
    await ready?.()
    const exchange = await http.exchange(minted.request, timeoutMs === undefined ? {} : { timeoutMs })
    const answer = await read(exchange)
    // Where the target closed an idle connection nothing says that it read this JWT, so a new one is sent, never this one again, and on a
    // connection of its own, as all from now on (harness/wire).
    const idle = exchange.noAnswer?.reusedConnection && message.fresh && resets++ === 0
    const most = conforms && message.fresh && isBusy(answer) ? mostBusy : undefined
    const isPutOff = answer.outcome.kind === 'deferred' || most !== undefined
    const again = idle || (isPutOff && (await patience.asTold([exchange], waits++, most)))
    if (!again) return { minted, exchanges: [...earlier, exchange], answer }
    earlier.push(exchange)
  }
}

/** What a target, or a gateway in front of it, answers where it has no time for a request. */
const busy: readonly number[] = [502, 503, 504]

const isBusy = ({ outcome }: Answer): boolean => outcome.kind === 'refused' && busy.includes(outcome.status)

const endedEarly = ({ exchanges, answer, screenshots }: EndsEarly, earlier: readonly Exchange[]): Delivery => ({
  minted: {},
  exchanges: [...earlier, ...exchanges],
  answer,
  early: true,
  screenshots,
})

function orEarlyEnd(error: unknown): EndsEarly {
  if (error instanceof EndsEarly) return error
  throw error
}
