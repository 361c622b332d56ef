import type { HttpClient } from '../wire/http.js'
import type { HttpRequest } from '../wire/types.js'

/** How long those who have come wait for the next one, milliseconds: a login in a browser may come before each. */
const nextMs = 6_000
/** How long the first of them waits at most, milliseconds; what was minted for it lives 30 s (L259). */
const allMs = 12_000

/** Where messages that are minted wait for one another, to be sent at the same moment. */
export interface Meeting {
  /**
   * Waits until all have come, or until nobody has come for a while, since some may be minted only after others are
   * answered.
   * @param place All go on in the order of their places, in whatever order they came.
   */
  arrive(place: number): Promise<void>
}

/** A meeting of `count` messages. */
export function meeting(count: number): Meeting {
  const waiting = new Map<number, () => void>()
  let begun: number | undefined
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
        if (waiting.size === count) return queueMicrotask(open)
        begun ??= performance.now()
        clearTimeout(timer)
        timer = setTimeout(open, Math.min(nextMs, begun + allMs - performance.now()))
      }),
  }
}

/** A client that waits once, before the first request of a kind: that one others are to meet. */
export function waiting(
  http: HttpClient,
  isMet: (request: HttpRequest) => boolean,
  ready: () => Promise<void>,
): HttpClient {
  let hasMet = false
  return {
    ...http,
    exchange: async (request, options) => {
      if (!hasMet && isMet(request)) {
        hasMet = true
        await ready()
      }
      return http.exchange(request, options)
    },
  }
}

/** Parameters of a request, in its address and its form. */
export const parametersOf = ({ url, body = '' }: HttpRequest): URLSearchParams =>
  new URLSearchParams([...new URL(url).searchParams, ...new URLSearchParams(String(body))])
