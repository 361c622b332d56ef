import { failurePage } from '../login/page.js'
import type { Answer, Received } from '../token-endpoint/received.js'

type Work = (received: Received) => Promise<Answer>

/** Answers three requests a second; whoever else asks is to come again. */
export function threeASecond(answer: Work): Work {
  let answered: readonly number[] = []
  return async (received) => {
    const now = Date.now()
    answered = answered.filter((at) => at > now - 1000)
    if (answered.length === 3) return later
    answered = [...answered, now]
    return answer(received)
  }
}

const busy = failurePage(429, 'Too many are logging in. Come again in a second.')
const later: Answer = { ...busy, headers: { ...busy.headers, 'retry-after': '1' } }
