import { decodeJwt, memberOf } from '../wire/decode.js'
import type { Sent } from './types.js'

/**
 * When the JWT that was sent expires, milliseconds since epoch; NaN where it does not say.
 * @param datedBack Seconds by which messages are dated back, since the clock of the target is behind ours.
 */
const expiryOf = ({ assertion }: Sent, datedBack = 0): number =>
  (Number(memberOf(decodeJwt(assertion).payload, 'exp')) + datedBack) * 1000

/** Whether the JWT expired before it was sent: it waited for its turn. */
export const ranOutBefore = (sent: Sent, datedBack: number): boolean =>
  expiryOf(sent, datedBack) <= Date.parse(sent.exchange.startedAt)

/** Whether the JWT that was sent expired before its answer. */
export const ranOut = (sent: Sent, datedBack: number): boolean => {
  const { startedAt, durationMs } = sent.exchange
  return expiryOf(sent, datedBack) <= Date.parse(startedAt) + durationMs
}

/** How far ahead the clock of a target may be, milliseconds. */
const clockMs = 5000

/** Whether the JWT may have expired before the answer by a clock that is ahead of ours. */
export const nearlyRanOut = (sent: Sent): boolean => {
  const { startedAt, durationMs } = sent.exchange
  return expiryOf(sent) <= Date.parse(startedAt) + durationMs + clockMs
}
