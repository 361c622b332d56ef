import type { LedgerEntry, LedgerQuery } from '../../contracts/lab-protocol.js'
import { mentions } from '../../wire/mentions.js'

/** An entry whose status may still be set. */
export type OpenEntry = { -readonly [K in keyof LedgerEntry]: LedgerEntry[K] }

/** Everything that the lab of one world was asked, oldest first. */
export interface Ledger {
  /** Records a request on arrival; its status is set on the returned entry when it is known. */
  readonly add: (entry: LedgerEntry) => OpenEntry
  readonly find: (query: LedgerQuery) => readonly LedgerEntry[]
  /** Who was asked about in all entries of a kind, those that are forgotten among them. */
  readonly subjects: (kind: LedgerEntry['kind']) => readonly string[]
}

/** Bytes that an entry is reckoned at beside its assertion. */
const entryBytes = 500

/** Of each kind so many subjects are remembered at most. */
const mostSubjects = 500_000

/** A ledger that forgets the oldest entries beyond `maxEntries` or about `maxBytes`. */
export const openLedger = ({ maxEntries = 50_000, maxBytes = 64 * 1024 * 1024 } = {}): Ledger => {
  const entries = new Map<number, LedgerEntry>()
  const bySubject = new Map<string, Set<number>>()
  const ever = new Map<LedgerEntry['kind'], Set<string>>()
  const sizes = new Map<number, number>()
  let next = 0
  let oldest = 0
  let bytes = 0

  const forgetOldest = (): void => {
    const subject = entries.get(oldest)?.subject
    entries.delete(oldest)
    bytes -= sizes.get(oldest) ?? 0
    sizes.delete(oldest)
    if (subject !== undefined) {
      const numbers = bySubject.get(subject)
      numbers?.delete(oldest)
      if (numbers?.size === 0) bySubject.delete(subject)
    }
    oldest += 1
  }

  return {
    add: (entry) => {
      const number = next++
      const size = sizeOf(entry)
      entries.set(number, entry)
      sizes.set(number, size)
      bytes += size
      if (entry.subject !== undefined) {
        const subjects = ever.get(entry.kind) ?? new Set()
        if (subjects.size < mostSubjects) ever.set(entry.kind, subjects.add(entry.subject))
        const numbers = bySubject.get(entry.subject)
        if (numbers === undefined) bySubject.set(entry.subject, new Set([number]))
        else numbers.add(number)
      }
      while (entries.size > 1 && (entries.size > maxEntries || bytes > maxBytes)) forgetOldest()
      return entry as OpenEntry
    },
    subjects: (kind) => [...(ever.get(kind) ?? [])],
    find: ({ subjects, mentioning, kinds, since, drawn = false }) => {
      const numbers =
        subjects === undefined
          ? recent(entries, oldest, next, since)
          : subjects.flatMap((subject) => [...(bySubject.get(subject) ?? [])]).sort((a, b) => a - b)
      return [...new Set(numbers)]
        .map((number) => entries.get(number) as LedgerEntry)
        .filter(
          (entry) =>
            (kinds === undefined || kinds.includes(entry.kind)) &&
            (since === undefined || entry.at >= since) &&
            (mentioning === undefined || mentions(entry.target, mentioning)),
        )
        .map((entry) => (drawn ? entry : withoutDrawn(entry)))
    },
  }
}

const withoutDrawn = (entry: LedgerEntry): LedgerEntry => {
  if (entry.drawn === undefined) return entry
  const { drawn: _, ...rest } = entry
  return rest
}

const sizeOf = ({ target, assertion, form, query, body, forwarded, drawn }: LedgerEntry): number =>
  entryBytes +
  2 * target.length +
  [form, query, assertion, body, forwarded, drawn].reduce<number>(
    (sum, one) => sum + (one === undefined ? 0 : JSON.stringify(one).length),
    0,
  )

/** Numbers of the entries since a time. Entries are in order of arrival, so the search starts at the end. */
const recent = (
  entries: ReadonlyMap<number, LedgerEntry>,
  oldest: number,
  next: number,
  since: number | undefined,
): number[] => {
  let from = next
  while (from > oldest && (since === undefined || (entries.get(from - 1)?.at ?? 0) >= since)) from -= 1
  return Array.from({ length: next - from }, (_, index) => from + index)
}
