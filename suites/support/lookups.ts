import type { LedgerEntry } from '../../harness/lab/protocol.js'

/**
 * Whether a raw request target names this party and no other: in the query (L207) or as a path segment (L208), percent-encoded once.
 * Other parameters may stand beside it, but none that holds a mere part of the id.
 * @param unique Part of the id that no encoding changes.
 */
export const namesOnly = (target: string, partyId: string, unique: string): boolean => {
  const [path = '', ...query] = target.split('?')
  const values = [
    ...path.split('/').map((segment) => decoded(segment)),
    ...query.join('?').split('&').flatMap(namesAndValues),
  ].filter((value) => value.includes(unique))
  return values.length > 0 && values.every((value) => value === partyId)
}

/** What is wrong with look-ups of a party, in words; empty when each names it alone. */
export const misnamed = (lookups: readonly LedgerEntry[], partyId: string, unique: string): readonly string[] =>
  lookups.filter(({ target }) => !namesOnly(target, partyId, unique)).map(({ method, target }) => `${method} ${target}`)

const namesAndValues = (pair: string): readonly string[] => {
  const at = pair.indexOf('=')
  const [name, value] = at < 0 ? ['', pair] : [pair.slice(0, at), pair.slice(at + 1)]
  return [decoded(name), decoded(value.replaceAll('+', ' '))]
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
