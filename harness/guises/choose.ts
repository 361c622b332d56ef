import { requirements } from '../../requirements/index.js'
import type { Level, Profile } from '../../requirements/types.js'
import type { CheckDescription } from '../contracts/evidence.js'
import { type Bundle, bundlesOf } from './bundles.js'

/** A check of one role that runs, as far as the choice goes by it. */
export interface Choosable {
  readonly check: CheckDescription
  /** About how many messages it takes; one that waits, or runs alone at its target, counts as heavy. */
  readonly weight: number
}

/** What the choice follows from. */
export interface Choice {
  readonly profile: Profile
  readonly seed: number
}

/** How the title of a check begins that sends, or answers with, what has to be refused (`suites/support/row.ts`). */
const beginnings = ['refuses ', 'ends a login ']

/** Whether a check is about something that has to be refused. */
export const refuses = ({ title }: Pick<CheckDescription, 'title'>): boolean =>
  beginnings.some((words) => title.startsWith(words))

/**
 * The guises that checks of one role are played in, beside the default one: `quick` and `standard` choose one check
 * for each requirement, whose fault removes the rule as a whole; `deep` takes every must check.
 * @returns by the ids of checks; the rest is played in the default guise alone.
 */
export function chosenGuises(
  checks: readonly Choosable[],
  { profile, seed }: Choice,
): ReadonlyMap<string, readonly Bundle[]> {
  const bundles = bundlesOf(profile)
  const refusing = checks.filter(({ check }) => refuses(check))
  const levels: readonly Level[] = profile === 'quick' ? ['must'] : ['must', 'strict']
  const chosen = new Set<Choosable>()
  for (const { id, level } of requirements.filter((one) => levels.includes(one.level))) {
    const suited = broadest(refusing.filter(({ check }) => check.level === level && check.requirements.includes(id)))
    if (!suited.some((one) => chosen.has(one))) for (const one of oneOf(suited, seed)) chosen.add(one)
  }
  const every = profile === 'deep' ? refusing.filter(({ check }) => check.level === 'must') : []
  return new Map([...chosen, ...every].map(({ check }) => [check.id, bundles]))
}

/** Those that notice the fault which removes the rule as a whole. */
function broadest(candidates: readonly Choosable[]): readonly Choosable[] {
  const most = mostNoticed(candidates)
  return candidates.filter(({ check }) => most.length === 0 || check.detects.some((fault) => most.includes(fault)))
}

/** How faults are called that leave a rule out, in whatever form it is tried. */
const leavesOut = /^(skips|ignores|verifies-no|trusts-any)-/

/** Of the faults that leave something out, or else of all, those that most of these notice. */
function mostNoticed(candidates: readonly Pick<Choosable, 'check'>[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const fault of candidates.flatMap(({ check }) => check.detects)) counts.set(fault, (counts.get(fault) ?? 0) + 1)
  const whole = [...counts].filter(([fault]) => leavesOut.test(fault))
  const pool = whole.length > 0 ? whole : [...counts]
  const most = Math.max(0, ...pool.map(([, count]) => count))
  return pool.filter(([, count]) => count === most).map(([fault]) => fault)
}

/** Those faults of a check that remove the rule of one of its requirements as a whole: most checks of that notice them. */
export function broadestFaults(
  checks: readonly Pick<Choosable, 'check'>[],
  check: CheckDescription,
): readonly string[] {
  const most = check.requirements.flatMap((id) =>
    mostNoticed(checks.filter((one) => one.check.requirements.includes(id) && refuses(one.check))),
  )
  return check.detects.filter((fault) => most.includes(fault))
}

/** One of the lightest; which one follows from the seed. */
function oneOf(candidates: readonly Choosable[], seed: number): readonly Choosable[] {
  const least = Math.min(...candidates.map(({ weight }) => weight))
  const light = candidates.filter(({ weight }) => weight === least)
  return light.slice(seed % Math.max(1, light.length)).slice(0, 1)
}
