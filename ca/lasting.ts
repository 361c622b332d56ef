import type { Kind } from './kind.js'
import { lastingTo } from './turns.js'

/** Dates that a certificate writes as GeneralizedTime; the last one says that there is no end (RFC 5280 §4.1.2.5). */
const ends = [
  ['2050', '2050-01-01T00:00:00Z', 'Jan 1 00:00:00 2050 GMT'],
  ['2060', '2060-06-01T12:00:00Z', 'Jun 1 12:00:00 2060 GMT'],
  ['9999', '9999-12-31T23:59:59Z', 'Dec 31 23:59:59 9999 GMT'],
] as const

type Year = (typeof ends)[number][0]

/** Leaves and intermediates that end after the year 2049. */
export const lasting = ends.flatMap(([year, moment, shown]) => [
  {
    name: `leaf-to-${year}` as `leaf-to-${Year}`,
    cases: ['POS-37'],
    title: `whose certificate ends in the year ${year}`,
    openssl: { shows: `Not After : ${shown}` },
    leaf: lastingTo(moment),
  } as const,
  {
    name: `intermediate-to-${year}` as `intermediate-to-${Year}`,
    cases: ['POS-37'],
    title: `whose intermediate ends in the year ${year}`,
    openssl: {},
    under: 'root-a',
    through: [{ turn: lastingTo(moment) }],
  } as const,
]) satisfies readonly Kind[]
