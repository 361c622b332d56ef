import { createHash } from 'node:crypto'
import type { Judge } from '../../harness/check/types.js'

/** What anybody may know of a request that a value came of. */
export interface Known {
  /** Values of the request, by what they are. */
  readonly values: Readonly<Record<string, string>>
  /** When it was under way, milliseconds since epoch. */
  readonly from: number
  readonly to: number
}

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
/** Milliseconds that are tried at most. */
const mostMilliseconds = 500
/** Longer values are tried alone, characters. */
const longest = 256
/** Microseconds that are tried at most. */
const mostMicroseconds = 20_000
/** Fewer bytes are no digest. */
const leastBytes = 12

/** The bytes that a text stands for: hexadecimal digits, with hyphens as of a UUID, or base64 in either alphabet; `undefined` where they are few. */
function bytesOf(text: string): Buffer | undefined {
  const hex = text.replaceAll('-', '')
  const bytes = /^([0-9a-f]{2})+$/i.test(hex) ? Buffer.from(hex, 'hex') : Buffer.from(text, 'base64url')
  return bytes.length < leastBytes ? undefined : bytes
}

/** Texts of which values are made that only look random. */
function* guesses({ values, from, to }: Known): Generator<string> {
  const names = Object.values(values).filter(({ length }) => length <= longest)
  const seconds = [-1, 0, 1].map((more) => Math.floor(from / 1000) + more)
  const milliseconds = Array.from(
    { length: Math.min(Math.ceil(to - from) + 10, mostMilliseconds) },
    (_, index) => Math.floor(from) - 5 + index,
  )
  const numbers = Array.from({ length: counted }, (_, index) => index)
  const hour = Math.floor(from / 3_600_000)
  const others = [...names, ...[hour, ...seconds, ...milliseconds, ...numbers].map(String)]
  yield* Object.values(values)
  yield* others
  for (const name of names)
    for (const other of others)
      for (const separator of separators) {
        yield `${name}${separator}${other}`
        yield `${other}${separator}${name}`
      }
  // As `uniqid` of PHP counts them.
  for (let micro = 0; micro < Math.min((to - from + 2) * 1000, mostMicroseconds); micro += 1) {
    const at = (Math.floor(from) - 1) * 1000 + micro
    yield `${Math.floor(at / 1e6).toString(16)}${(at % 1e6).toString(16).padStart(5, '0')}`
  }
}

/** The text that a value spells, or whose digest it is or begins; `undefined` where it is of none of those that are tried. */
export function derivedFrom(value: string, known: Known): string | undefined {
  const bytes = bytesOf(value)
  if (bytes === undefined) return undefined
  const fitting = digests.filter(([, length]) => bytes.length <= length)
  const spelled = [value, bytes.toString()]
  const isOf = (text: string, name: string): boolean =>
    createHash(name).update(text).digest().subarray(0, bytes.length).equals(bytes)
  for (const text of guesses(known))
    if (spelled.includes(text) || fitting.some(([name]) => isOf(text, name))) return text
  return undefined
}

/** A text in which values, which may be secret, stand as what they are. */
const told = (text: string, { values }: Known): string =>
  Object.entries(values).reduce((words, [name, value]) => words.replaceAll(value, `‹${name}›`), text)

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
