/** Watches for the user's wish to stop. */
export interface Signals {
  readonly interrupted: boolean
  /** Called once per signal, the first time with 1. */
  onSignal(react: (count: number) => void): void
  /** What the promise gives, or `undefined` as soon as a signal comes. */
  unless<T>(work: Promise<T>): Promise<T | undefined>
  close(): void
}

/** Takes over SIGINT and SIGTERM until `close`. */
export function watchSignals(): Signals {
  let count = 0
  const reactions: ((count: number) => void)[] = []
  const handle = () => {
    count += 1
    for (const react of reactions) react(count)
  }
  process.on('SIGINT', handle)
  process.on('SIGTERM', handle)
  return {
    get interrupted() {
      return count > 0
    },
    onSignal: (react) => void reactions.push(react),
    unless: (work) =>
      new Promise((resolve, reject) => {
        reactions.push(() => resolve(undefined))
        work.then(resolve, reject)
      }),
    close() {
      process.off('SIGINT', handle)
      process.off('SIGTERM', handle)
    },
  }
}
