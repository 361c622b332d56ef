import { decodeJwt, memberOf } from '../wire/decode.js'
import type { Sent } from './types.js'

/** When the JWT that was sent expires, milliseconds since epoch; NaN where it does not say. */
const expiryOf = ({ assertion }: Sent): number => Number(memberOf(decodeJwt(assertion).payload, 'exp')) * 1000

/** Whether the JWT that was sent expired between sending and answer. */
export const ranOut = (sent: Sent): boolean => {
  const { startedAt, durationMs } = sent.exchange
  const started = Date.parse(startedAt)
  return started < expiryOf(sent) && expiryOf(sent) <= started + durationMs
}

/** How far ahead the clock of a target may be, milliseconds. */
const clockMs = 5000

/** Whether the JWT may have expired before the answer by a clock that is ahead of ours. */
export const nearlyRanOut = (sent: Sent): boolean => {
  const { startedAt, durationMs } = sent.exchange
  return expiryOf(sent) <= Date.parse(startedAt) + durationMs + clockMs
}
