import type { Sent } from '../../harness/check/types.js'

/** Shorter bodies say little more than that something went well, which may be said of anything. */
const tellingLength = 16

const bodyOf = ({ exchange }: Sent): string => exchange.response?.body.trim() ?? ''

/** Whether a call was answered as one that is granted. */
export const isGranted = ({ outcome }: Sent): boolean => outcome.kind === 'granted'

/**
 * Whether an answer gives what is served: the body of every answer to a call with an access token.
 * @param marked Whether a text in the body marks a granted call, which decides where those bodies differ from each
 * other.
 */
export function isServed(sent: Sent, served: readonly Sent[], marked: boolean): boolean {
  if (!isGranted(sent)) return false
  const [body = '', ...others] = new Set(served.map(bodyOf))
  return others.length > 0 ? marked : bodyOf(sent) === body && (marked || body.length >= tellingLength)
}
