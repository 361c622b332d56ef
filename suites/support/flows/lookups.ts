import type { LedgerEntry } from '../../../harness/contracts/lab-protocol.js'
import { mentions } from '../../../harness/wire/mentions.js'

/**
 * Whether a raw request target names this party and no other: in the query (L207) or as a path segment (L208),
 * percent-encoded once. Other parameters may say more of the party, such as its certificate's subject; a piece that an
 * unencoded character broke off counts as one of them.
 * @param own What stands in no look-up of anybody else.
 */
export const namesOnly = (target: string, partyId: string, own: readonly string[]): boolean => {
  const [path = '', ...query] = target.split('?')
  const segments = path.split('/').map(decoded)
  const parameters = query.join('?').split('&').map(nameAndValue)
  const naming = parameters.filter(([, value]) => value === partyId).map(([name]) => name)
  const whole = (text: string): boolean => text === partyId || !mentions(text, own)
  return (
    (naming.length > 0 || segments.includes(partyId)) &&
    segments.every(whole) &&
    parameters.every(([name, value]) => whole(name) && (whole(value) || !naming.includes(name)))
  )
}

/** What is wrong with look-ups of a party, in words; empty when each names it alone. */
export const misnamed = (
  lookups: readonly LedgerEntry[],
  partyId: string,
  own: readonly string[] = [partyId],
): readonly string[] =>
  lookups.filter(({ target }) => !namesOnly(target, partyId, own)).map(({ method, target }) => `${method} ${target}`)

const nameAndValue = (pair: string): readonly [name: string, value: string] => {
  const at = pair.indexOf('=')
  const [name, value] = at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)]
  return [decoded(name), decoded(value.replaceAll('+', ' '))]
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
