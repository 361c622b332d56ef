import { meeting } from '../../../harness/check/meeting.js'
import type { Judge, Message, Sent } from '../../../harness/check/types.js'
import { isBusy, isGranted } from '../../../harness/judge/outcome.js'
import { together } from './together.js'

/** How often each message is under way at the same time. */
const copies = 3

/** Whether an answer says what the check asks about. */
export type Says = (sent: Sent) => boolean

/**
 * Sends messages at the same moment, each several times, then again in the opposite order. A server that keeps state in
 * one place for all mixes them up. Ends the check where one of them got no answer that says anything, or where none was
 * under way beside another one.
 * @param says Any answer that is granted or refused, by default.
 */
export async function sideBySide(judge: Judge, messages: readonly Message[], says?: Says): Promise<readonly Sent[]> {
  const sent: Sent[] = []
  for (const order of [messages, [...messages].reverse()]) {
    const all = Array.from({ length: copies }, () => order).flat()
    const gathered = meeting(all.length)
    const sending = all.map((message, place) =>
      judge.tries(message, 'side by side with others', () => gathered.arrive(place)),
    )
    sent.push(...(await together(sending)))
  }
  const answered = sent.filter(says ?? isAnsweredAmong(sent))
  const silent = messages.filter((message) => !answered.some((one) => one.message === message))
  if (silent.length > 0)
    judge.inconclusive(`${silent.length} of ${messages.length} messages got no answer while others were under way.`)
  // Where a new access token of a client ends its older ones, its messages go one after the other.
  const parties = new Set(messages.map(({ party }) => party.partyId))
  if (parties.size > 1 && !haveMet(answered))
    judge.inconclusive('No two messages were under way at the same moment: they had to be sent one after the other.')
  return sent
}

/** Whether something was granted or refused. Where a message is granted and meets a bare 503 as well, that is the limit of a proxy and no refusal of others either. */
function isAnsweredAmong(sent: readonly Sent[]): Says {
  const granted = new Set(sent.filter(isGranted).map(({ message }) => message))
  const isLimited = sent.some((one) => isBusy(one) && granted.has(one.message))
  return (one) => isGranted(one) || (one.outcome.kind === 'refused' && !(isLimited && isBusy(one)))
}

/** Clocks count in whole milliseconds, so that who started at the same moment may be apart by so much. */
const tickMs = 1

/** Whether two different messages were under way at the same moment. */
function haveMet(sent: readonly Sent[]): boolean {
  const spans = sent.map(({ message, exchange: { startedAt, durationMs } }) => {
    const from = Date.parse(startedAt)
    return { message, from, to: from + durationMs + tickMs }
  })
  return spans.some((one) =>
    spans.some((other) => one.message !== other.message && one.from <= other.to && other.from <= one.to),
  )
}
