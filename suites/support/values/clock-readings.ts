/** Microseconds that are tried at most, the latest: a value is made shortly before it is answered. */
const mostMicroseconds = 60_000
/** Steps of a clock that is read as a double: of the numbers near 2^31 those are neighbours. */
const doublesEachSecond = 2 ** 22

/** A clock reading: whole seconds since epoch, also as a date without its zone, and the microseconds above them. */
interface Reading {
  readonly seconds: number
  readonly date: string
  readonly micros: number
}

const six = (micros: number): string => String(micros).padStart(6, '0')

/** As a prefix or an end of other texts: `uniqid` of PHP, and the number. */
const counted: readonly ((reading: Reading) => string)[] = [
  ({ seconds, micros }) => `${seconds.toString(16)}${micros.toString(16).padStart(5, '0')}`,
  ({ seconds, micros }) => `${seconds}${six(micros)}`,
]

/** Alone: the above, a decimal fraction, `microtime` of PHP, and dates as of Python and Java. */
const alone: readonly ((reading: Reading) => string)[] = [
  ...counted,
  ({ seconds, micros }) => `${seconds}.${six(micros)}`,
  ({ seconds, micros }) => `0.${six(micros)}00 ${seconds}`,
  ({ date, micros }) => `${date.replace('T', ' ')}.${six(micros)}`,
  ({ date, micros }) => `${date}.${six(micros)}`,
  ({ date, micros }) => `${date}.${six(micros)}Z`,
]

function* readings(first: number, last: number): Generator<Reading> {
  for (let seconds = Math.floor(first / 1e6); seconds * 1e6 < last; seconds += 1) {
    const date = new Date(seconds * 1000).toISOString().slice(0, 19)
    const end = Math.min(last - seconds * 1e6, 1e6)
    for (let micros = Math.max(first - seconds * 1e6, 0); micros < end; micros += 1) yield { seconds, date, micros }
  }
}

/**
 * What a clock that counts microseconds, or the fraction of a second as a double, showed between two moments, as
 * languages spell it.
 * @param from Milliseconds since epoch, as `to`.
 * @param names Texts that may stand before or after it.
 */
export function* clockReadings(from: number, to: number, names: readonly string[]): Generator<string> {
  const last = (Math.ceil(to) + 1) * 1000
  const first = Math.max((Math.floor(from) - 1) * 1000, last - mostMicroseconds)
  for (const reading of readings(first, last)) {
    for (const spell of alone) yield spell(reading)
    for (const spell of counted)
      for (const name of names) {
        yield `${name}${spell(reading)}`
        yield `${spell(reading)}${name}`
      }
  }
  for (let at = Math.floor((first / 1e6) * doublesEachSecond); at < (last / 1e6) * doublesEachSecond; at += 1)
    yield String(at / doublesEachSecond)
}
