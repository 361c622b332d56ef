/** Watches for the user's wish to stop. */
export interface Signals {
  readonly interrupted: boolean
  /** Aborted by the first signal. */
  readonly cancelled: AbortSignal
  /** Called once per signal, the first time with 1. */
  onSignal(react: (count: number) => void): void
  close(): void
}

/** SIGHUP too: a terminal that is closed must not leave a lab and a target behind. */
const wishes = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Takes over the signals that end a command until `close`. */
export function watchSignals(): Signals {
  let count = 0
  const cancel = new AbortController()
  const reactions: ((count: number) => void)[] = []
  const handle = () => {
    count += 1
    cancel.abort()
    for (const react of reactions) react(count)
  }
  for (const signal of wishes) process.on(signal, handle)
  return {
    get interrupted() {
      return count > 0
    },
    cancelled: cancel.signal,
    onSignal: (react) => void reactions.push(react),
    close() {
      for (const signal of wishes) process.off(signal, handle)
    },
  }
}
