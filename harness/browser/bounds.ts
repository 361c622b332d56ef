import { setTimeout as wait } from 'node:timers/promises'

/** What comes of a promise within `ms` milliseconds, else the fallback; also where it fails. A page that hangs answers nothing at all. */
export async function within<T, F>(ms: number, work: Promise<T>, fallback: F): Promise<T | F> {
  const late = new AbortController()
  try {
    return await Promise.race([work, wait(ms, fallback, { signal: late.signal })])
  } catch {
    return fallback
  } finally {
    late.abort()
  }
}

/** Tells who waits that something happened. */
export interface Bell {
  ring(): void
  /** Resolves at the next ring, or after `ms` milliseconds. */
  heard(ms: number): Promise<void>
}

export function createBell(): Bell {
  let waiting: (() => void)[] = []
  return {
    ring: () => {
      const all = waiting
      waiting = []
      for (const resolve of all) resolve()
    },
    heard: (ms) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, ms)
        waiting.push(() => {
          clearTimeout(timer)
          resolve()
        })
      }),
  }
}
