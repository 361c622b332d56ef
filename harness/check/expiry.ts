import { decodeJwt, memberOf } from '../wire/decode.js'
import type { Sent } from './types.js'

/**
 * When the JWT that was sent expires by the clock of the target, in milliseconds since epoch by ours; NaN where it does
 * not say.
 * @param clockOffsetMs The clock of the target minus ours.
 */
export const expiryOf = ({ assertion }: Sent, clockOffsetMs = 0): number =>
  Number(memberOf(decodeJwt(assertion).payload, 'exp')) * 1000 - clockOffsetMs

/** Whether the JWT expired before it was sent: it waited for its turn. */
export const ranOutBefore = (sent: Sent, clockOffsetMs: number): boolean =>
  expiryOf(sent, clockOffsetMs) <= Date.parse(sent.exchange.startedAt)

/** Whether the JWT that was sent expired before its answer. */
export const ranOut = (sent: Sent, clockOffsetMs: number): boolean => {
  const { startedAt, durationMs } = sent.exchange
  return expiryOf(sent, clockOffsetMs) <= Date.parse(startedAt) + durationMs
}

/** How far ahead the clock of a target may be, milliseconds. */
const clockMs = 5000

/** Whether the JWT may have expired before the answer by a clock that is ahead of ours. */
export const nearlyRanOut = (sent: Sent): boolean => {
  const { startedAt, durationMs } = sent.exchange
  return expiryOf(sent) <= Date.parse(startedAt) + durationMs + clockMs
}
