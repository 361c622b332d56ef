import { setTimeout as wait } from 'node:timers/promises'
import type { HttpClient } from '../../wire/http.js'

const samples = 2
const spacingMs = 130

/** What one answer says: the offset lies between the two. */
interface Bounds {
  readonly least: number
  readonly most: number
}

/**
 * Clock of the target minus ours, in milliseconds, to about half a second: `Date` counts whole seconds, and several
 * answers narrow the bounds.
 * @returns `undefined` when it sends no readable `Date`, or does not answer.
 */
export const measureClockOffset = async (
  http: Pick<HttpClient, 'exchange'>,
  baseUrl: string,
): Promise<number | undefined> => {
  let bounds: Bounds | undefined
  for (let sample = 0; sample < samples; sample++) {
    if (sample > 0) await wait(spacingMs)
    const sent = Date.now()
    const { response } = await http.exchange({ method: 'HEAD', url: baseUrl, headers: [] })
    const date = Date.parse(String(response?.headers.date))
    if (Number.isNaN(date)) return undefined
    const told = { least: date - Date.now(), most: date + 1_000 - sent }
    bounds = narrow(bounds, notKept(told, Number(response?.headers.age ?? 0)))
  }
  return bounds && Math.round((bounds.least + bounds.most) / 2)
}

/** By how much a measured offset may be wrong, milliseconds. */
const unsureMs = 500
/** Seconds that a message is old when it is sent: dated ahead by more, it would come from the future by our clock. */
const mostAhead = 2

/**
 * Whole seconds by which messages are dated back beyond their own age, which makes up for the first second: a target
 * whose clock is behind may tolerate nothing from the future (ruling 3). Negative when its clock is ahead, so that
 * messages do not expire early for it.
 */
export function datedBack(clockOffsetMs = 0): number {
  if (clockOffsetMs <= 0) return Math.max(0, Math.ceil(-clockOffsetMs / 1_000) - 1)
  const ahead = Math.max(0, Math.floor((clockOffsetMs - unsureMs) / 1_000))
  return ahead === 0 ? 0 : -Math.min(mostAhead, ahead)
}

/** A cache says how many seconds it kept an answer (RFC 9111 §5.1); some caches send their own `Date`, most the original. */
const notKept = (told: Bounds, ageSeconds: number): Bounds => {
  const kept = { least: told.least + ageSeconds * 1_000, most: told.most + (ageSeconds + 1) * 1_000 }
  return ageSeconds > 0 && Math.abs(kept.least) < Math.abs(told.least) ? kept : told
}

/** Where two answers contradict each other, the clock was set or the answer came from a cache: the later one counts. */
const narrow = (before: Bounds | undefined, next: Bounds): Bounds => {
  if (!before) return next
  const least = Math.max(before.least, next.least)
  const most = Math.min(before.most, next.most)
  return least <= most ? { least, most } : next
}
