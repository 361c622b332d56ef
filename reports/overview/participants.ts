import type { Comparison, Results, RoleVerdict } from '../../harness/contracts/results.js'
import { compare } from '../../harness/evidence/compare.js'
import { decidingGaps } from '../decision.js'
import { type Unit, units } from '../units.js'

/** A run as an overview takes it up. */
export interface OverviewRun {
  readonly results: Results
  /** Its own report, relative to the overview. */
  readonly report?: string
}

/** A run that was to be in the overview and came to no results. */
export interface MissingRun {
  readonly name: string
  readonly reason: string
}

/** What one run says of a participant. */
export interface Standing {
  readonly run: OverviewRun
  readonly version: string | undefined
  readonly roles: readonly Unit[]
  /** That of its worst role. */
  readonly verdict: RoleVerdict
  readonly failing: number
  /** Deciding checks that say nothing. */
  readonly open: number
  /** What changed since the run before; absent for the first. */
  readonly since?: Comparison
}

/** A participant with its runs, the oldest first. */
export interface Participant {
  readonly name: string
  readonly runs: readonly Standing[]
  readonly latest: Standing
}

/** From worst to best. */
export const worstFirst: readonly RoleVerdict[] = [
  'not-certified',
  'not-fully-verified',
  'certified-with-findings',
  'certified',
]

/** The participants of all runs, told apart by name: the worst first, then in the order of their names. */
export function participantsOf(runs: readonly OverviewRun[]): readonly Participant[] {
  const oldestFirst = [...runs].sort((a, b) => startOf(a) - startOf(b))
  const names = new Set(oldestFirst.flatMap(({ results }) => results.targets.map(({ name }) => name)))
  return [...names]
    .map((name) => participant(name, oldestFirst))
    .sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, 'en', { numeric: true }))
}

function participant(name: string, runs: readonly OverviewRun[]): Participant {
  const own = runs.filter(({ results }) => results.targets.some((target) => target.name === name))
  const standings = own.map((run, index) => standing(name, run, own[index - 1]))
  return { name, runs: standings, latest: standings.at(-1) as Standing }
}

function standing(name: string, run: OverviewRun, before: OverviewRun | undefined): Standing {
  const { results } = run
  const roles = units(results).filter(({ target }) => target.name === name)
  const count = (of: (unit: Unit) => number) => roles.reduce((sum, unit) => sum + of(unit), 0)
  return {
    run,
    version: results.targets.find((target) => target.name === name)?.version,
    roles,
    verdict: worstFirst.find((one) => roles.some(({ verdict }) => verdict === one)) ?? 'not-fully-verified',
    failing: count(({ checks }) => checks.filter(({ verdict }) => verdict === 'fail' || verdict === 'waived').length),
    open: count((unit) => decidingGaps(unit, results).length),
    ...(before && { since: compare(about(name, before.results), about(name, results)) }),
  }
}

/** The part of the results that is about one target. Assumptions are not compared: their names depend on who else is in the run. */
const about = (name: string, { run, checks }: Results) => ({
  run,
  checks: checks.filter(({ target }) => target === name),
  assumptions: [],
})

/** How each is shown, the certified ones last: those of whom nothing is known stand before them. */
export function inOrder<T>(
  runs: readonly OverviewRun[],
  missing: readonly MissingRun[],
  show: { readonly one: (participant: Participant) => T; readonly none: (run: MissingRun) => T },
): readonly T[] {
  const all = participantsOf(runs)
  const isCertified = ({ latest }: Participant) => latest.verdict.startsWith('certified')
  return [
    ...all.filter((one) => !isCertified(one)).map(show.one),
    ...missing.map(show.none),
    ...all.filter(isCertified).map(show.one),
  ]
}

const startOf = ({ results }: OverviewRun): number => Date.parse(results.run.startedAt)
const rank = ({ latest }: Participant): number => worstFirst.indexOf(latest.verdict)
