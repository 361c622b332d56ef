import { countsOn, readsClock } from './counted.js'
import { derivedFrom } from './derived.js'

/**
 * Whether a stranger can tell the cookie of somebody's login.
 * @param before What the stranger got as that cookie in an earlier login of their own.
 * @param values What others know of the human who logs in, by what it is.
 */
export function isGuessed(
  value: string,
  before: string | undefined,
  values: Readonly<Record<string, string>>,
): boolean {
  const isLike = before !== undefined && (value === before || countsOn(before, value))
  const now = Date.now()
  return isLike || readsClock(value) || derivedFrom(value, { values, from: now, to: now }) !== undefined
}
