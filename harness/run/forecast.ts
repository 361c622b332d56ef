import type { PlannedCheck } from '../contracts/plan.js'
import type { TargetConfig } from '../contracts/target.js'
import type { CheckFigures, Figures } from './figures.js'
import { openSettings } from './open-settings.js'

/** What checks of one topic would send. */
export interface TopicForecast {
  readonly topic: string
  readonly checks: number
  readonly messages: number
}

/** Checks that cannot be judged, and the setting that opens them. */
export interface Closed {
  readonly setting: string
  readonly checks: number
}

/** What a run would do at one target. */
export interface Forecast {
  readonly topics: readonly TopicForecast[]
  readonly checks: number
  readonly messages: number
  /** The longest message, bytes, and the check that sends it; absent where no figures tell. */
  readonly largest?: { readonly bytes: number; readonly check: string }
  /** Seconds that checks wait for by their nature. */
  readonly waits: number
  /** Seconds of all checks one after another, at the reference; absent where no figures tell. */
  readonly seconds?: number
  /** Checks of which no figures were recorded. */
  readonly unknown: number
  readonly closed: readonly Closed[]
  /** Checks that are left out, by the reason. */
  readonly leftOut: ReadonlyMap<string, number>
}

/** What is known of a check from the list. */
export interface KnownCheck {
  readonly waits: number
  /** About how many messages it takes, where no figures tell. */
  readonly weight: number
}

/**
 * What a plan comes to at one target.
 * @param knownOf What the list of checks says of one.
 */
export function forecast(
  config: TargetConfig,
  plan: readonly PlannedCheck[],
  knownOf: (id: string) => KnownCheck,
  figures: Figures | undefined,
): Forecast {
  const own = plan.filter(({ target }) => target === config.name)
  const settings = openSettings.filter(({ isMissing }) => isMissing(config))
  const closing = (planned: PlannedCheck) => settings.find(({ opens }) => opens(planned))?.setting
  const wanted = own.filter(({ selected }) => selected.run)
  const run = wanted.filter((planned) => closing(planned) === undefined)
  const figuresOf = ({ role, check }: PlannedCheck): CheckFigures | undefined => figures?.checks[role]?.[check.id]
  const messagesOf = (planned: PlannedCheck): number =>
    figuresOf(planned)?.requests ?? (knownOf(planned.check.id).weight + 1) * (1 + (planned.guises?.length ?? 0))
  const known = run.flatMap((planned) => {
    const its = figuresOf(planned)
    return its ? [{ ...its, check: planned.check.id }] : []
  })
  const largest = known.reduce<(typeof known)[number] | undefined>(
    (most, one) => (most && most.largest >= one.largest ? most : one),
    undefined,
  )
  const topics = [...new Set(run.map(topicOf))].map((topic): TopicForecast => {
    const its = run.filter((planned) => topicOf(planned) === topic)
    return { topic, checks: its.length, messages: sum(its.map(messagesOf)) }
  })
  const leftOut = own.flatMap(({ selected }) =>
    selected.run || selected.verdict !== 'disabled' ? [] : selected.reason,
  )
  return {
    topics,
    checks: run.length,
    messages: sum(topics.map(({ messages }) => messages)),
    ...(largest && { largest: { bytes: largest.largest, check: largest.check } }),
    waits: sum(run.map(({ check }) => knownOf(check.id).waits)),
    ...(figures && { seconds: sum(known.map(({ ms }) => ms)) / 1000 }),
    unknown: run.length - known.length,
    closed: [...tally(wanted.flatMap((planned) => closing(planned) ?? []))].map(([setting, checks]) => ({
      setting,
      checks,
    })),
    leftOut: tally(leftOut),
  }
}

const topicOf = ({ check: { id } }: PlannedCheck): string => id.split('.')[0] ?? id

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

function tally(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}
