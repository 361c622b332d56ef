/** How long the first of those who have come waits for the rest, milliseconds. */
const patienceMs = 1000

/** Where messages that are minted wait for one another, to be sent at the same moment. */
export interface Meeting {
  /**
   * Waits until all have come, or for a second where some are not minted before others are answered.
   * @param place All go on in the order of their places, in whatever order they came.
   */
  arrive(place: number): Promise<void>
}

/** A meeting of `count` messages. */
export function meeting(count: number): Meeting {
  const waiting = new Map<number, () => void>()
  let timer: NodeJS.Timeout | undefined
  let isOpen = false
  const open = (): void => {
    isOpen = true
    clearTimeout(timer)
    for (const [, goOn] of [...waiting].sort(([one], [other]) => one - other)) goOn()
  }
  return {
    arrive: (place) =>
      new Promise((resolve) => {
        if (isOpen) return resolve()
        waiting.set(place, resolve)
        timer ??= setTimeout(open, patienceMs)
        if (waiting.size === count) queueMicrotask(open)
      }),
  }
}
