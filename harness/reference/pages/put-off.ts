import type { Answer, Received } from '../engine/received.js'
import { failurePage } from './page.js'

/** Lets one request a second through to an answer; all others are to come again. */
export function oneASecond<Rest extends readonly unknown[]>(
  answer: (received: Received, ...rest: Rest) => Promise<Answer>,
): typeof answer {
  let answeredAt = Number.NEGATIVE_INFINITY
  return async (received, ...rest) => {
    const now = performance.now()
    if (now - answeredAt < 1000) return later
    answeredAt = now
    return answer(received, ...rest)
  }
}

const busy = failurePage(429, 'Too many are logging in. Come again in a second.')
const later: Answer = { ...busy, headers: { ...busy.headers, 'retry-after': '1' } }
