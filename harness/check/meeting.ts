import { setTimeout as sleep } from 'node:timers/promises'

/** How long those who have come wait for the rest, milliseconds. */
const patienceMs = 1000

/** Where messages that are minted wait for one another, to be sent at the same moment. */
export interface Meeting {
  /** Waits until all have come, or for a second where some are not minted before others are answered. */
  arrive(): Promise<void>
}

/** A meeting of `count` messages. */
export function meeting(count: number): Meeting {
  let awaited = count
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return {
    async arrive() {
      awaited -= 1
      if (awaited <= 0) return open()
      const timer = new AbortController()
      const late = sleep(patienceMs, undefined, { signal: timer.signal }).catch(() => undefined)
      await Promise.race([opened, late])
      timer.abort()
      open()
    },
  }
}
