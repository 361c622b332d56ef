import { hash } from 'node:crypto'
import type { Judge } from '../../../harness/check/types.js'
import { clockReadings } from './clock-readings.js'

/** What anybody may know of a request that a value came of. */
export interface Known {
  /** Values of the request, by what they are. */
  readonly values: Readonly<Record<string, string>>
  /** Bytes that everybody may work out of it, by what they are. */
  readonly digests?: Readonly<Record<string, Buffer>>
  /** When it was under way, milliseconds since epoch. */
  readonly from: number
  readonly to: number
}

/** Of several the one that was under way for the shortest time: the least is left to be tried of the readings of its clock. */
export const quickest = <T extends Pick<Known, 'from' | 'to'>>(...[first, ...others]: readonly [T, ...T[]]): T =>
  others.reduce((one, other) => (other.to - other.from < one.to - one.from ? other : one), first)

/** Names of digests, and how many bytes they have. */
const digests = [
  ['md5', 16],
  ['sha1', 20],
  ['sha256', 32],
  ['sha512', 64],
] as const
const separators = ['', ':', '-', '_', '.', '|', ' ']
/** Consecutive numbers that are tried beside each name. */
const counted = 200
/** Milliseconds that are tried at most, the latest: alone, and beside a name. A busy machine is slow to answer. */
const mostAlone = 10_000
const mostBesideName = 2000
/** Longer values are tried alone, characters. */
const longest = 256
/** Fewer bytes are no digest. */
const leastBytes = 12

/** The bytes of a text in hexadecimal digits, with or without hyphens, or in base64; `undefined` where they are few. */
function bytesOf(text: string): Buffer | undefined {
  const hex = text.replaceAll('-', '')
  const bytes = /^([0-9a-f]{2})+$/i.test(hex) ? Buffer.from(hex, 'hex') : Buffer.from(text, 'base64url')
  return bytes.length < leastBytes ? undefined : bytes
}

/** Short values of the request. */
const namesIn = ({ values }: Known): string[] => Object.values(values).filter(({ length }) => length <= longest)

/** How a text may be written that is made into another one, by what that is called. */
const spellings = {
  '': (text: string) => text,
  ' in base64url': (text: string) => Buffer.from(text).toString('base64url'),
  ' in hexadecimal digits': (text: string) => Buffer.from(text).toString('hex'),
  ' backwards': (text: string) => [...text].reverse().join(''),
}

const numbersBetween = (first: number, last: number): number[] =>
  Array.from({ length: Math.max(last - first + 1, 0) }, (_, index) => first + index)

/** Texts of which values are made that only look random. */
function* guesses(known: Known): Generator<string> {
  const { values, from, to } = known
  const names = namesIn(known).flatMap((name) => Object.values(spellings).map((spell) => spell(name)))
  const milliseconds = numbersBetween(Math.max(Math.floor(from) - 5, Math.ceil(to) + 5 - mostAlone), Math.ceil(to) + 5)
  const seconds = numbersBetween(Math.floor((milliseconds[0] ?? from) / 1000) - 1, Math.floor(to / 1000) + 1)
  const numbers = numbersBetween(0, counted - 1)
  const hour = Math.floor(from / 3_600_000)
  yield* Object.values(values)
  yield* milliseconds.map(String)
  const latest = milliseconds.slice(-mostBesideName)
  const others = [...names, ...[hour, ...seconds, ...latest, ...numbers].map(String)]
  yield* others
  for (const name of names)
    for (const other of others)
      for (const separator of separators) {
        yield `${name}${separator}${other}`
        yield `${other}${separator}${name}`
      }
}

/** Whether a text is filled up to a value with one character. */
const fillsUp = (value: string, text: string): boolean =>
  text.length >= leastBytes && value.startsWith(text) && /^(.)\1*$/s.test(value.slice(text.length))

/** The text that a value spells, begins or fills up, or whose digest it is or begins, or what such a digest is; `undefined` where it is of none of those that are tried. */
export function derivedFrom(value: string, known: Known): string | undefined {
  const bytes = bytesOf(value)
  if (bytes === undefined) return undefined
  const whose = Object.entries(known.digests ?? {}).find(([, digest]) => digest.equals(bytes))
  if (whose) return whose[0]
  const spelled = [value, bytes.toString()]
  const hex = bytes.toString('hex')
  const fitting = digests.filter(([, length]) => bytes.length <= length)
  const whole = fitting.filter(([, length]) => bytes.length === length)
  const isOf = (text: string, tried: typeof fitting): boolean =>
    spelled.includes(text) ||
    text.startsWith(value) ||
    fillsUp(value, text) ||
    tried.some(([name]) => hash(name, text).startsWith(hex))
  for (const text of guesses(known)) if (isOf(text, fitting)) return text
  // There are many of them, and the beginning of a hash is rare.
  for (const text of clockReadings(known.from, known.to, namesIn(known))) if (isOf(text, whole)) return text
  return undefined
}

/** A text in which values, which may be secret, stand as what they are. */
const told = (text: string, { values }: Known): string =>
  Object.entries(values).reduce(
    (words, [name, value]) =>
      Object.entries(spellings).reduce((rest, [how, spell]) => rest.replaceAll(spell(value), `‹${name}${how}›`), words),
    text,
  )

/** Rules that nobody makes such a value of what can be known of the request that it came of. */
export function ruleUnderived(judge: Pick<Judge, 'rule'>, what: string, value: string, known: Known): void {
  const text = derivedFrom(value, known)
  judge.rule(
    `${what} is no text that anybody makes of the request, its time or a number, nor the hash of one`,
    text === undefined,
    {
      expected: 'none of those that are tried',
      got: text === undefined ? 'none of those that are tried' : `that of ${told(text, known)}`,
    },
  )
}
