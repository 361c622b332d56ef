import type { Kind } from './kind.js'
import { lastingTo } from './turns.js'

/**
 * The last second that a certificate writes as UTCTime, and dates that it writes as GeneralizedTime; the last one says
 * that there is no end (RFC 5280 §4.1.2.5).
 */
const ends = [
  ['2049', 'POS-38', '2049-12-31T23:59:59Z', 'Dec 31 23:59:59 2049 GMT'],
  ['2050', 'POS-37', '2050-01-01T00:00:00Z', 'Jan 1 00:00:00 2050 GMT'],
  ['2060', 'POS-37', '2060-06-01T12:00:00Z', 'Jun 1 12:00:00 2060 GMT'],
  ['9999', 'POS-37', '9999-12-31T23:59:59Z', 'Dec 31 23:59:59 9999 GMT'],
] as const

type Year = (typeof ends)[number][0]

/** Leaves and intermediates that end at the turn from UTCTime to GeneralizedTime, or later. */
export const lasting = ends.flatMap(([year, tried, moment, shown]) => [
  {
    name: `leaf-to-${year}` as `leaf-to-${Year}`,
    cases: [tried],
    title: `whose certificate ends in the year ${year}`,
    openssl: { shows: `Not After : ${shown}` },
    leaf: lastingTo(moment),
  } as const,
  {
    name: `intermediate-to-${year}` as `intermediate-to-${Year}`,
    cases: [tried],
    title: `whose intermediate ends in the year ${year}`,
    openssl: {},
    under: 'root-a',
    through: [{ turn: lastingTo(moment) }],
  } as const,
]) satisfies readonly Kind[]
