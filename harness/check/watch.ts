import type { Traffic } from '../contracts/evidence.js'
import type { Killer } from '../contracts/outage.js'
import type { HttpClient } from '../wire/http.js'
import { requestBytes } from '../wire/size.js'
import type { Exchange } from '../wire/types.js'

/** Which exchanges with the target a check has had, and whether one went unanswered as if nobody was there. */
export interface Watch {
  /** Forgets all: a check, or another playing of it, begins. Messages like those are not to be sent. */
  begin(killers?: readonly Killer[]): void
  /** The message that ended the target and is made of the same. */
  feared(shape: () => string): Killer | undefined
  /** Something else that shows nobody was there. */
  miss(): void
  /** When the first message was missed, milliseconds since epoch. */
  missedAt(): number | undefined
  /** What was sent since, and how long the longest request was, bytes. */
  traffic(): Traffic
  /** Whether a message that was received was under way between two moments, milliseconds since epoch. */
  sentBetween(from: number, to: number): boolean
}

interface Seen {
  readonly from: number
  readonly to: number
  /** The connection was refused, so that nothing was received. */
  readonly refused: boolean
}

/** A watch over a client, and that client, watched. */
export function watched(http: HttpClient): { readonly http: HttpClient; readonly watch: Watch } {
  let seen: Seen[] = []
  let missed: number | undefined
  let killers: readonly Killer[] = []
  const miss = (at: number): void => {
    missed = Math.min(missed ?? at, at)
  }
  let sent = { requests: 0, largest: 0 }
  const count = (bytes: number): void => {
    sent = { requests: sent.requests + 1, largest: Math.max(sent.largest, bytes) }
  }
  const note = (exchange: Exchange): Exchange => {
    const from = Date.parse(exchange.startedAt)
    const to = from + exchange.durationMs
    seen.push({ from, to, refused: exchange.noAnswer?.kind === 'refused' })
    if (isMissed(exchange)) miss(to)
    return exchange
  }
  return {
    watch: {
      begin(known = []) {
        seen = []
        missed = undefined
        sent = { requests: 0, largest: 0 }
        killers = known.filter(({ shape }) => shape !== undefined)
      },
      feared(shape) {
        if (killers.length === 0) return undefined
        const its = shape()
        return killers.find((killer) => killer.shape === its)
      },
      miss: () => miss(Date.now()),
      missedAt: () => missed,
      traffic: () => sent,
      sentBetween: (from, to) => seen.some((one) => !one.refused && one.from <= to && one.to >= from),
    },
    http: {
      exchange: async (request, options) => {
        count(requestBytes(request))
        return note(await http.exchange(request, options))
      },
      exchangeRaw: async (url, bytes, options) => {
        count(bytes.length)
        return note(await http.exchangeRaw(url, bytes, options))
      },
      race: async (requests, options) => {
        for (const request of requests) count(requestBytes(request))
        return (await http.race(requests, options)).map(note)
      },
      close: http.close,
    },
  }
}

/** A kept connection that was closed meanwhile says nothing: such a message is sent again. */
const isMissed = ({ noAnswer }: Exchange): boolean =>
  noAnswer !== undefined &&
  ['refused', 'reset', 'protocol'].includes(noAnswer.kind) &&
  noAnswer.reusedConnection !== true
