import { setTimeout as sleep } from 'node:timers/promises'
import { retryAfterSeconds } from '../judge/outcome.js'
import type { LabClient } from '../lab/channel/client.js'
import type { ExchangeOptions, HttpClient } from '../wire/http.js'
import type { Exchange } from '../wire/types.js'

/**
 * A plea of so many seconds is waited for where it comes, three times, or until that is as many seconds together: what
 * a check has sent is young all the same. A longer one holds up all.
 */
const short = { seconds: 5, times: 3, together: 8 }

/** How often a message is sent again where 502, 503 or 504 comes without a word of when to come again. */
const mostBusy = 2

/**
 * A target that answered so, to the end, to so many messages one after the other may have no other word for a refusal.
 */
const mostInVain = 5

/** How often a login may be put off for a short while: a rate limit on logins counts those of all checks, often by the minute. */
export const mostLoginWaits = 13

/** Of each answer so much is time of the check, milliseconds; what a slow target takes beyond that is none, up to so much together. */
const slow = { answerMs: 250, togetherMs: 240_000 }

/** Seconds by which a plea may be longer than the bound: servers count in whole ones. */
const graceSeconds = 1

/** How a target wishes to be asked, kept for all workers by the lab. */
export interface Patience {
  /** A check begins, or is carried out anew. `waited` hears of the milliseconds that are no time of the check. */
  begin(waited: (ms: number) => void): void
  /** Takes the turns of so many requests, one by default, before they are minted: waits as long as `pace` asks. They are sent with `turnTaken`. */
  turn(requests?: number): Promise<void>
  /** Takes the turns of so many requests that come or have come from elsewhere: a browser loads pages of its own accord. */
  spend(requests: number): Promise<void>
  /**
   * Waits as long as answers ask. `waits` is how often that happened before, `most` how often it may.
   * @returns false where patience is at its end, or where the check is to be carried out anew once the target may be asked again.
   */
  asTold(exchanges: readonly Exchange[], waits: number, most?: number): Promise<boolean>
  /** As `asTold`, for what is sent next owes nothing to what was sent before: the check waits, and goes on. */
  asToldBetween(exchanges: readonly Exchange[], waits: number): Promise<boolean>
  /**
   * As `asTold` where a bare 502, 503 or 504 came: a second each time, twice.
   * @param conforms What does not is sent again only as long as that helps now and then: a target may refuse in this way.
   */
  asBusy(exchanges: readonly Exchange[], waits: number, conforms: boolean): Promise<boolean>
  /** What was busy gave another answer in the end. */
  freed(): void
  /** Whether the check has to be carried out anew, since what it sent grows old while the target is waited for. */
  lapsed(): boolean
  /** For how long the target is not to be asked anything, as far as this worker knows, milliseconds. */
  heldMs(): number
  /** Waits so long; that is no time of the check. */
  wait(ms: number): Promise<void>
  /** So many milliseconds went by that are no time of the check. */
  borne(ms: number): void
  /** What that comes to: what others hold up. That is no time of the check, while it lasts neither. */
  bear<T>(held: Promise<T>): Promise<T>
}

/** What patience is made of. */
export interface PatienceOptions {
  readonly lab: Pick<LabClient, 'hold' | 'slot'>
  /** Requests in a second, of all workers together. */
  readonly pace?: number | undefined
  /** The longest plea that is waited for, seconds. */
  readonly mostSeconds: number
  /** Says in a line what is waited for. */
  readonly tell: (line: string) => void
}

/** A client that keeps to what the target wishes, and the patience that it has. */
export function patient(
  http: HttpClient,
  { lab, pace, mostSeconds, tell }: PatienceOptions,
): { readonly http: HttpClient; readonly patience: Patience } {
  /** Set while a check is under way; in preflight nothing can be carried out anew. */
  let waited: ((ms: number) => void) | undefined
  let isLapsed = false
  let slowness = slowAnswers()
  const begun = performance.now()
  let sent = 0
  let until = 0
  const wait = async (ms: number): Promise<void> => {
    if (ms <= 0) return
    await sleep(ms)
    waited?.(ms)
  }
  const take = async (count: number): Promise<void> => {
    if (pace !== undefined) await wait(await lab.slot(count, pace))
  }
  const paced = async (count: number, { turnTaken }: ExchangeOptions = {}): Promise<void> => {
    sent += count
    if (!turnTaken) await take(count)
  }
  /** Holds up all; the first who is asked says so. */
  const hold = async (seconds: number): Promise<number> => {
    const { ms, first } = await lab.hold(seconds * 1000)
    until = performance.now() + ms
    const fitting = waited ? undefined : paceBelow(sent, (performance.now() - begun) / 1000 + seconds)
    const advice = adviceOn(pace, fitting)
    if (first) tell(`asks for patience of ${Math.ceil(seconds)} s, which is waited for, once for all checks. ${advice}`)
    return ms
  }
  const heeded = async (exchanges: readonly Exchange[], waits: number, most: number | undefined, lapses: boolean) => {
    const seconds = Math.max(...exchanges.map(retryAfterSeconds))
    if (seconds > mostSeconds + graceSeconds) return false
    if (seconds <= short.seconds) {
      if (waits >= (most ?? Math.max(short.times, Math.floor(short.together / seconds)))) return false
      await wait(seconds * 1000)
      return true
    }
    const ms = await hold(seconds)
    isLapsed = lapses
    if (isLapsed || waits >= short.times) return false
    await wait(ms)
    return true
  }
  const patience: Patience = {
    begin(tellWaited) {
      waited = tellWaited
      isLapsed = false
      slowness = slowAnswers()
    },
    turn: (requests = 1) => take(requests),
    spend: take,
    asTold: (exchanges, waits, most) => heeded(exchanges, waits, most, waited !== undefined),
    asToldBetween: (exchanges, waits) => heeded(exchanges, waits, undefined, false),
    ...whileBusy((exchanges, waits) => heeded(exchanges, waits, mostBusy, false)),
    lapsed: () => isLapsed,
    heldMs: () => Math.max(0, until - performance.now()),
    wait,
    borne: (ms) => waited?.(ms),
    bear: bearing((ms) => waited?.(ms)),
  }
  return { patience, http: pacing(http, paced, (exchange) => waited?.(slowness(exchange))) }
}

/** A client whose requests wait for their turns. @param heard Hears of each exchange but those of races. */
const pacing = (
  http: HttpClient,
  paced: (count: number, options?: ExchangeOptions) => Promise<void>,
  heard: (exchange: Exchange) => void,
): HttpClient => ({
  exchange: (request, options) => paced(1, options).then(() => noted(http.exchange(request, options), heard)),
  exchangeRaw: (url, bytes, options) =>
    paced(1, options).then(() => noted(http.exchangeRaw(url, bytes, options), heard)),
  race: (requests, options) => paced(requests.length, options).then(() => http.race(requests, options)),
  close: http.close,
})

/** Says how long what is busy is asked again. */
function whileBusy(
  heeded: (exchanges: readonly Exchange[], waits: number) => Promise<boolean>,
): Pick<Patience, 'asBusy' | 'freed'> {
  /** By status: some pass on with one of them what somebody said whom they ask. */
  const inVain = new Map<number, number>()
  return {
    async asBusy(exchanges, waits, conforms) {
      const status = exchanges[0]?.response?.status ?? 0
      const before = inVain.get(status) ?? 0
      if (!conforms && before >= mostInVain) return false
      const again = await heeded(exchanges, waits)
      if (!again) inVain.set(status, before + 1)
      return again
    },
    freed: () => inVain.clear(),
  }
}

/** How often it is said what has gone by while something is waited for, milliseconds: well before a check would end. */
const sayEveryMs = 1_000

/** Tells of the time in which at least one thing is waited for. */
function bearing(tell: (ms: number) => void): Patience['bear'] {
  let held = 0
  let from = 0
  let timer: NodeJS.Timeout | undefined
  const told = (): void => {
    const now = Date.now()
    tell(now - from)
    from = now
  }
  return async (waiting) => {
    if (held++ === 0) {
      from = Date.now()
      timer = setInterval(told, sayEveryMs)
    }
    try {
      return await waiting
    } finally {
      if (--held === 0) {
        clearInterval(timer)
        told()
      }
    }
  }
}

/** Says of each answer for how many milliseconds it is no time of a check. A target that does not answer at all is no slow one. */
function slowAnswers(): (exchange: Exchange) => number {
  let together = 0
  return ({ durationMs, noAnswer }) => {
    const ms = Math.min(durationMs - slow.answerMs, slow.togetherMs - together)
    if (noAnswer !== undefined || !(ms > 0)) return 0
    together += ms
    return ms
  }
}

async function noted(asked: Promise<Exchange>, note: (exchange: Exchange) => void): Promise<Exchange> {
  const exchange = await asked
  note(exchange)
  return exchange
}

/** What a pace in the target file does about pleas for patience. @param fitting One that may avoid them, where it can be told. */
const adviceOn = (pace: number | undefined, fitting: number | undefined): string =>
  fitting === undefined || pace !== undefined
    ? `A ${pace === undefined ? '' : 'lower '}\`pace\` in the target file (requests per second) avoids it.`
    : `\`pace: ${fitting}\` in the target file (requests per second) may avoid it.`

/** A little fewer requests in a second than a target took before it asked for patience. */
const paceBelow = (requests: number, seconds: number): number =>
  Math.max(0.1, Math.floor((9 * requests) / Math.max(seconds, 1)) / 10)
