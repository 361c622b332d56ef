/** A timestamp as it was read. */
export interface ReadTimestamp {
  /** Milliseconds since epoch; absent where it names no moment. */
  readonly at?: number
  /** Ways in which it departs from `2026-01-31T12:00:00Z`, in words. */
  readonly departures: readonly string[]
}

const form = /^(\d{4})-(\d{2})-(\d{2})(?:([Tt ])(\d{2}):(\d{2})(?::(\d{2})(\.\d+)?)?)?([Zz]|([+-])(\d{2}):?(\d{2}))?$/

/** Reads a timestamp of RFC 3339 and its usual spellings (ISO 8601). `undefined` for what is no timestamp, or no day of the calendar. */
export function readTimestamp(text: string): ReadTimestamp | undefined {
  const match = form.exec(text)
  if (!match) return undefined
  const [
    ,
    year,
    month,
    day,
    separator,
    hour = '00',
    minute = '00',
    second,
    fraction,
    zone,
    sign,
    zoneHour,
    zoneMinute,
  ] = match
  const [h, m, s] = [Number(hour), Number(minute), Number(second ?? 0)]
  if (!isDay(Number(year), Number(month), Number(day))) return undefined
  if (h > 24 || m > 59 || s > 60 || (h === 24 && (m > 0 || s > 0))) return undefined
  if (Number(zoneHour ?? 0) > 23 || Number(zoneMinute ?? 0) > 59) return undefined
  const departures = [
    separator === undefined && 'has a date without a time',
    separator === ' ' && 'has a space between date and time',
    separator === 't' && 'has a lower-case t',
    separator !== undefined && second === undefined && 'has no seconds',
    fraction !== undefined && 'has fractions of a second',
    h === 24 && 'counts the hour 24',
    s === 60 && 'has a leap second',
    separator !== undefined && zone === undefined && withoutZone,
    zone === 'z' && 'has a lower-case z',
    sign !== undefined && 'has an offset in place of Z',
  ].filter((one) => one !== false)
  if (departures.includes(withoutZone)) return { departures }
  const offset = (sign === '-' ? -1 : 1) * (Number(zoneHour ?? 0) * 60 + Number(zoneMinute ?? 0))
  const seconds = (h * 60 + m - offset) * 60 + s + Number(fraction ?? 0)
  const at = midnight(Number(year), Number(month), Number(day)) + seconds * 1000
  return { at, departures }
}

/** The departure that leaves open which moment is meant. */
export const withoutZone = 'has no zone'

/** Departures that RFC 3339 §5.6 allows in a date-time (which validators take). */
const dateTimeDepartures: readonly string[] = [
  'has a lower-case t',
  'has a lower-case z',
  'has fractions of a second',
  'has an offset in place of Z',
]

/** Departures that looser validators let pass although RFC 3339 §5.6 does not. */
const looseDepartures: readonly string[] = [
  ...dateTimeDepartures,
  'has a space between date and time',
  'has a leap second',
]

/** Whether text is a date-time of JSON Schema (RFC 3339 §5.6); a leap second is one at the end of a UTC month alone. */
export function isDateTime(text: string): boolean {
  const departures = departuresOf(text)
  const rest = departures?.filter((one) => !dateTimeDepartures.includes(one))
  if (rest === undefined || rest.length === 0) return rest !== undefined
  return rest.length === 1 && rest[0] === 'has a leap second' && isMonthStart(readTimestamp(text)?.at ?? 1)
}

/** Whether text is no date-time, yet one to common validators, which take a space for T and any second 60. */
export const isLooseDateTime = (text: string): boolean =>
  !isDateTime(text) && departuresOf(text)?.every((one) => looseDepartures.includes(one)) === true

/** Departures of text that names a moment with a zone as RFC 3339 writes it. */
function departuresOf(text: string): readonly string[] | undefined {
  const read = readTimestamp(text)
  return read?.at === undefined || /[+-]\d{4}$/.test(text) ? undefined : read.departures
}

/** `Date.UTC` takes the years 0 to 99 for those of the twentieth century. */
const midnight = (year: number, month: number, day: number): number => new Date(0).setUTCFullYear(year, month - 1, day)

const isDay = (year: number, month: number, day: number): boolean => {
  const date = new Date(midnight(year, month, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** Second 60 of the last minute of a month counts as the first of the next. */
const isMonthStart = (at: number): boolean => {
  const date = new Date(Math.floor(at / 1000) * 1000)
  return date.getUTCDate() === 1 && date.getUTCHours() + date.getUTCMinutes() + date.getUTCSeconds() === 0
}
