import type { Visit } from '../../browser/types.js'
import { type Answer, readOutcome } from '../../judge/outcome.js'
import type { Exchange } from '../../wire/types.js'
import { bareAddress } from './authorization.js'

/** The refusal that the page is at which a window has ended; no answer where it waited for another one in vain. */
export function lastAnswer(visit: Pick<Visit, 'exchanges' | 'url'>): Answer {
  const last = lastPage(visit.exchanges, visit.url())
  return { outcome: last ? readOutcome(last, () => false).outcome : { kind: 'no-answer', why: 'no page came' } }
}

/** The page at which a window has ended, of those that it asked for; the one for which it waited in vain where it did. */
export function lastPage(exchanges: readonly Exchange[], endedAt = ''): Exchange | undefined {
  const pages = exchanges.filter(isPage)
  const latest = pages.at(-1)
  if (latest?.noAnswer?.kind === 'timeout') return latest
  return pages.findLast(({ request }) => bareAddress(request.url) === bareAddress(endedAt)) ?? latest
}

/** Whether a target asks the human to come again later. */
export const isPutOff = (visit: Visit): boolean => lastAnswer(visit).outcome.kind === 'deferred'

/** What Chromium asks for as a page, not as one of the pictures, scripts and calls that belong to it. */
export const isPage = ({ request }: Exchange): boolean =>
  request.headers.some(([name, value]) => name.toLowerCase() === 'accept' && value.startsWith('text/html'))

/** The human of a login did not get on, for that reason. */
export const brokenOff = (why: string): Answer => ({ outcome: { kind: 'no-answer', why, stuck: true } })
