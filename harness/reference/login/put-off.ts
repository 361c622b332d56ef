import type { Answer, Received } from '../token-endpoint/received.js'
import { failurePage } from './page.js'

/** Lets three requests a second through to an answer; whoever else asks is to come again. */
export function threeASecond<Rest extends readonly unknown[]>(
  answer: (received: Received, ...rest: Rest) => Promise<Answer>,
): typeof answer {
  let answered: readonly number[] = []
  return async (received, ...rest) => {
    const now = Date.now()
    answered = answered.filter((at) => at > now - 1000)
    if (answered.length === 3) return later
    answered = [...answered, now]
    return answer(received, ...rest)
  }
}

const busy = failurePage(429, 'Too many are logging in. Come again in a second.')
const later: Answer = { ...busy, headers: { ...busy.headers, 'retry-after': '1' } }
