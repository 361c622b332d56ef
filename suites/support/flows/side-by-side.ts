import { meeting } from '../../../harness/check/meeting.js'
import type { Judge, Message, Sent } from '../../../harness/check/types.js'
import { together } from './together.js'

/** How often each message is under way at the same time. */
const copies = 3

/** Whether there is something in an answer that may be mixed up. */
const isAnswered = ({ outcome, exchange: { response } }: Sent): boolean =>
  outcome.kind === 'granted' || (response !== undefined && response.status >= 200 && response.status < 300)

/**
 * Sends messages at the same moment, each several times, then again in the opposite order. A server that keeps state in
 * one place for all mixes them up. Ends the check where none is answered.
 */
export async function sideBySide(judge: Judge, messages: readonly Message[]): Promise<readonly Sent[]> {
  const sent: Sent[] = []
  for (const order of [messages, [...messages].reverse()]) {
    const all = Array.from({ length: copies }, () => order).flat()
    const gathered = meeting(all.length)
    const sending = all.map((message, place) =>
      judge.tries(message, 'side by side with others', () => gathered.arrive(place)),
    )
    sent.push(...(await together(sending)))
  }
  if (!sent.some(isAnswered)) judge.inconclusive('None of the messages that went side by side was answered.')
  return sent
}
