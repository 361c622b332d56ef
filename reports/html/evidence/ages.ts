import { count } from '../../text.js'
import type { Unit } from '../../units.js'
import { clockWords } from '../header.js'
import type { Markup } from '../markup.js'
import { drawScale, type ScaleMark } from './scale.js'

/** Lifetime of a JWT, seconds (L259, L301). */
const lifetime = 30

/** Observations that say at which age a JWT was taken or refused: the sign and the seconds stand in their names. */
const triedAge = /^(?:JWT of (?<age>\d+) s|iat = now (?<sign>[-+]) (?<seconds>\d+))$/

/** Measures of time, with the age that each stands for. */
const measures: Readonly<Record<string, { readonly says: string; readonly age: (seconds: number) => number }>> = {
  'age of its own assertions on arrival': { says: 'its own assertions arrive at', age: (seconds) => seconds },
  'largest accepted age': { says: 'the oldest JWT that it took was', age: (seconds) => seconds },
  'longest time after exp that was tolerated': { says: 'it takes a JWT until', age: (seconds) => lifetime + seconds },
}

/** The clock of a target beside ours, drawn. */
export function clockScale(name: string, offsetMs: number): Markup {
  const seconds = offsetMs / 1000
  const reach = Math.max(5, Math.ceil(Math.abs(seconds) * 1.25))
  return drawScale({
    title: `Clock of ${name}`,
    says: `Measured before the run: ${clockWords(offsetMs)} (${seconds.toFixed(2)} s).`,
    from: -reach,
    to: reach,
    unit: 's',
    ticks: [-reach, 0, reach],
    marks: [{ at: seconds, tone: 'none', label: `${seconds.toFixed(2)} s` }],
  })
}

/** At which ages a role took JWTs, drawn along their life; nothing where no check tried. */
export function ageScale(unit: Unit): Markup | undefined {
  const observed = unit.checks.flatMap((check) => check.observations ?? [])
  const tried = observed.flatMap(({ name, value }) => triedMark(name, value))
  const measured = Object.entries(measures).flatMap(([name, { says, age }]) => {
    const values = observed.flatMap(({ name: of, value, unit: measure }) =>
      of === name && measure === 's' && typeof value === 'number' ? value : [],
    )
    return values.length === 0 ? [] : { says, age: age(Math.max(...values)) }
  })
  if (tried.length + measured.length === 0) return undefined
  const ages = [...tried.map(({ at }) => at), ...measured.map(({ age }) => age)]
  const [from, to] = [Math.min(0, ...ages), Math.min(900, Math.max(60, ...ages))]
  const ends = to - from <= 120 ? 10 : 60
  const longest = Math.max(...tried.filter(({ tone }) => tone === 'pass').map(({ at }) => at), 0)
  return drawScale({
    title: `Age at which JWTs are taken: ${unit.title}`,
    says: agesInWords(tried, measured),
    from,
    to,
    unit: 's',
    ticks: Array.from({ length: Math.floor(to / ends) + 1 }, (_, index) => index * ends),
    band: { from: 0, to: lifetime, label: `lifetime, ${lifetime} s` },
    marks: tried
      .filter(({ at }) => at <= to)
      .map((mark) =>
        mark.at === longest && mark.at > lifetime && mark.tone === 'pass' ? { ...mark, label: `${mark.at} s` } : mark,
      ),
  })
}

function triedMark(name: string, value: unknown): readonly ScaleMark[] {
  const { age, sign, seconds } = triedAge.exec(name)?.groups ?? {}
  const at =
    age !== undefined
      ? Number(age)
      : seconds === undefined
        ? undefined
        : sign === '+'
          ? -Number(seconds)
          : Number(seconds)
  if (at === undefined || (value !== 'granted' && value !== 'refused')) return []
  return [{ at, tone: value === 'granted' ? 'pass' : 'fail', label: '' }]
}

function agesInWords(
  tried: readonly ScaleMark[],
  measured: readonly { readonly says: string; readonly age: number }[],
): string {
  const list = (tone: string) => {
    const ages = [...new Set(tried.filter((mark) => mark.tone === tone).map(({ at }) => at))].sort((a, b) => a - b)
    return ages.length === 0 ? 'at none' : `at ${ages.map((age) => `${count(age)} s`).join(', ')}`
  }
  const took = tried.length === 0 ? [] : [`Taken (disc) ${list('pass')}; refused (cross) ${list('fail')}.`]
  return [
    ...took,
    ...measured.map(({ says, age }) => `${says[0]?.toUpperCase()}${says.slice(1)} ${count(age)} s of age.`),
  ].join(' ')
}
