import type { Asked } from './asked.js'
import type { Changes } from './changed.js'
import { companyPairings, foreignPairings, type MatrixCheck, namedPairings, type Pairing } from './pairing.js'
import { seeded } from './schedule.js'

/** Every pair of the profile that is asked for; those that no check names are played with checks of the standard profile alone. */
export function wantedPairings(checks: readonly MatrixCheck[], asked: Asked): Pairing[] {
  const profile = checks.filter(({ deep }) => deep === asked.deep)
  const all = asked.company
    ? companyPairings(profile)
    : [...namedPairings(profile), ...(asked.deep ? [] : foreignPairings(profile))]
  const isMeant = ({ role, check }: Pairing): boolean =>
    asked.roles.includes(role) && (asked.checks.length === 0 || asked.checks.some((start) => check.startsWith(start)))
  return all.filter(isMeant)
}

/** Those named pairs whose check, fault or rule has changed, in an order that follows from the seed. */
export const changedPairings = (all: readonly Pairing[], { checks, faults }: Changes, seed: number): Pairing[] =>
  shuffled(
    all.filter(
      ({ named, check, faults: names }) => named && (checks.has(check) || names.some((name) => faults.has(name))),
    ),
    seed,
  )

/** Some pairs, drawn. */
export const drawn = (all: readonly Pairing[], count: number, seed: number): Pairing[] =>
  shuffled(all, seed).slice(0, count)

function shuffled<T>(items: readonly T[], seed: number): T[] {
  const random = seeded(seed)
  return items
    .map((item) => ({ item, at: random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item)
}
