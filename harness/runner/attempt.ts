import inspector from 'node:inspector'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Attempt } from '../check/registry.js'
import type { RunnerInfo } from '../check/running-check.js'

/** How a check came to its end, as far as its runner sees it; absent while it runs. */
type Ending = 'interrupted' | 'timedOut'

/** One check under way in our own runner. */
export interface OwnAttempt extends Attempt {
  readonly info: RunnerInfo
  /** Carries the body out until it ends, or until something else ends the check; what the body threw stands in `info.errors`. */
  carryOut(body: () => Promise<void> | void): Promise<void>
  /** What the whole check comes to; `undefined` where it does not end in time although something has ended it. */
  orGivenUp<T>(check: Promise<T>): Promise<T | undefined>
  /** Ends the check because the run is cut short. */
  interrupt(): void
  /** Ends the clock. */
  close(): void
}

/** What ends a body that skips its check. */
class Skipped extends Error {}

/**
 * A check that begins now.
 * @param timeoutMs Its bound, milliseconds; none under a debugger.
 * @param graceMs How long it may take to tidy up once it was ended, milliseconds.
 */
export function openAttempt(timeoutMs: number, graceMs = 8_000): OwnAttempt {
  const errors: { readonly message?: string }[] = []
  let status: Ending | undefined
  let givenUp = false
  let over = (): void => undefined
  const ended = new Promise<void>((resolve) => {
    over = resolve
  })
  const end = (how: Ending): void => {
    status ??= how
    over()
  }
  const fail = (error: unknown): void => {
    // What a body does after its end is no news.
    if (status !== undefined || error instanceof Skipped) return
    errors.push({ message: error instanceof Error ? error.message : String(error) })
  }
  const startedAt = Date.now()
  const clock = (ms: number) =>
    ms > 0 && inspector.url() === undefined
      ? setTimeout(() => end('timedOut'), Math.max(0, startedAt + ms - Date.now()))
      : undefined
  let timer = clock(timeoutMs)
  return {
    info: {
      errors,
      get status() {
        return status
      },
      get givenUp() {
        return givenUp
      },
      timeout: timeoutMs,
      setTimeout(ms) {
        clearTimeout(timer)
        timer = clock(ms)
      },
      forget: () => void errors.splice(0),
      skip(condition, reason) {
        if (condition) throw new Skipped(reason)
      },
      fail: () => undefined,
    },
    carryOut: (body) => (status === undefined ? Promise.race([(async () => body())().catch(fail), ended]) : ended),
    async orGivenUp(check) {
      const stop = new AbortController()
      const late = ended
        .then(() => sleep(graceMs, undefined, { signal: stop.signal }))
        .then((): undefined => {
          givenUp = true
        })
        .catch(() => undefined)
      try {
        return await Promise.race([check, late])
      } finally {
        stop.abort()
      }
    },
    interrupt: () => end('interrupted'),
    stray(error) {
      fail(error)
      over()
    },
    close: () => clearTimeout(timer),
  }
}
