import type { CheckDescription } from '../../harness/contracts/evidence.js'
import { type FaultName, faults } from '../../harness/faults/faults.js'
import { type Bundle, bundlesOf } from '../../harness/guises/bundles.js'
import { broadestFaults, chosenForGuises, speaksInGuises } from '../../harness/guises/choose.js'
import { guiseValue } from '../../harness/guises/values.js'
import { asksForEvidence, concernsCheck } from '../../harness/run/guises.js'
import { reaches } from '../../harness/run/preflight/guises.js'
import type { ListedCheck } from '../../harness/runner/kept-list.js'
import type { Role } from '../../requirements/types.js'
import { type MatrixNaming, namesOf } from '../kill-matrix/names.js'
import { seeded } from '../kill-matrix/schedule.js'
import { ofTwoRoles, playedAt } from '../kill-matrix/undecidable.js'

/** A fault that is on under one value of guises alone, and the check that has to notice it. */
export interface Pair {
  readonly role: Role
  readonly check: string
  /** Title of the check. */
  readonly title: string
  readonly fault: FaultName
  readonly value: string
}

/** Checks of a role whose messages a fault of one party can be confined to. */
const confinable = (role: Role, fault: FaultName): boolean =>
  faults[fault].scope === 'party' && playedAt(role, fault) === 'beside others'

const ofRole = (list: readonly ListedCheck[], role: Role): readonly ListedCheck[] =>
  list.filter(
    (one) =>
      one.role === role && one.selected.run && one.check.profile !== 'deep' && !ofTwoRoles.includes(one.check.id),
  )

/** The values of a bundle that the suite makes at that role for that check. */
export const reachingNames = (role: Role, check: Pick<CheckDescription, 'id' | 'title'>, names: Bundle): Bundle =>
  names
    .map(guiseValue)
    // Faults are for checks that refuse.
    .filter((value) => reaches(value, role) && concernsCheck(value, check, role))
    .map(({ name }) => name)

const valuesAt = (role: Role, check: CheckDescription): readonly string[] =>
  bundlesOf('standard')
    .flatMap((names) => reachingNames(role, check, names))
    .filter((name) => !(isKnownByJti(role, check.id) && name === 'jti=short'))

/** Whether a target knows a check by the `jti` of its messages alone, which holds no name where it is short: their parties are those of the kit. */
export const isKnownByJti = (role: Role, check: string): boolean =>
  role === 'ParticipantRegistry' || asksForEvidence({ id: check })

/** For each must requirement the faults that remove its rule, at the check that a standard run chooses, under each value. */
export function wholeRules(list: readonly ListedCheck[], role: Role, seed: number): readonly Pair[] {
  const own = ofRole(list, role)
  const must = own.filter(({ check }) => check.level === 'must')
  const chosen = chosenForGuises(own, { profile: 'standard', seed })
  return must
    .filter(({ check }) => chosen.has(check.id))
    .flatMap(({ check }) => {
      const removing = broadestFaults(must, check).filter((fault) =>
        confinable(role, fault as FaultName),
      ) as FaultName[]
      return removing.flatMap((fault) =>
        valuesAt(role, check).map((value) => ({ role, check: check.id, title: check.title, fault, value })),
      )
    })
}

/** Every must check that says something in guises with each fault that it names, under each value. */
export const everyFault = (list: readonly ListedCheck[], role: Role): readonly Pair[] =>
  ofRole(list, role)
    .filter(({ check }) => check.level === 'must' && speaksInGuises(check))
    .flatMap(({ check }) =>
      (check.detects as FaultName[])
        .filter((fault) => confinable(role, fault))
        .flatMap((fault) =>
          valuesAt(role, check).map((value) => ({ role, check: check.id, title: check.title, fault, value })),
        ),
    )

/** What `ASSAY_FAULT` has to say for a run: each fault for the parties of its check in those guises. */
export const faultVariable = (
  pairs: readonly Pair[],
  guises: (pair: Pair) => readonly string[],
  naming: MatrixNaming,
): string =>
  pairs
    .map((pair) => {
      const names = guises(pair).flatMap((guise) => namesOf(naming, pair.role, pair.check, ` under ${guise}`))
      return `${pair.fault}@${names.join('|')}`
    })
    .join(',')

/** Some pairs, drawn by a seed. */
export function drawnFrom(pairs: readonly Pair[], count: number, seed: number): readonly Pair[] {
  const random = seeded(seed)
  return pairs
    .map((pair) => ({ pair, at: random() }))
    .sort((one, other) => one.at - other.at)
    .slice(0, count)
    .map(({ pair }) => pair)
}
