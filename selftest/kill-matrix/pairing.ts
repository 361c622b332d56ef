import { type FaultName, faults } from '../../harness/faults/faults.js'
import type { ListedCheck } from '../../harness/runner/kept-list.js'
import { type Role, roles } from '../../requirements/types.js'
import { isCollateral } from './collateral/collateral.js'
import { grouped } from './grouping.js'
import { judgesWholeRun, ofTwoRoles, playedAt } from './undecidable.js'

/** A check of one role, and the faults that it meets at once. */
export interface Pairing {
  readonly role: Role
  readonly check: string
  /** None: what the check says without any. */
  readonly faults: readonly FaultName[]
  /** Whether the check names the fault, the first of them where others keep it company. */
  readonly named: boolean
  /** Whether the fault is on for everybody, not for this check alone. */
  readonly everywhere: boolean
  /** Whether the check belongs to the deep profile. */
  readonly deep: boolean
  /** Whether the check mostly waits. */
  readonly waits: boolean
}

/** Tells pairings apart. */
export const keyOf = ({ role, check, faults: names }: Pick<Pairing, 'role' | 'check' | 'faults'>): string =>
  `${role} ${check} ${names.join('+')}`

/** A check as the matrix sees it. */
export interface MatrixCheck {
  readonly role: Role
  readonly id: string
  readonly detects: readonly FaultName[]
  readonly deep: boolean
  /** Whether it mostly waits. */
  readonly waits: boolean
}

/** Every check at every role that it concerns. */
export const checksOf = (plan: readonly ListedCheck[]): MatrixCheck[] =>
  plan
    .filter(({ selected }) => selected.run)
    .map(({ role, check: { id, detects, profile }, timing }) => ({
      role,
      id,
      detects: detects as FaultName[],
      deep: profile === 'deep',
      waits: timing.waits > 0,
    }))

/** What stands before the dot. */
export const topicOf = (check: string): string => check.split('.')[0] ?? ''

/** What a check says when no fault is on. */
export const faultless = ({ role, check, deep, waits }: Omit<Pairing, 'faults' | 'named' | 'everywhere'>): Pairing => ({
  role,
  check,
  deep,
  waits,
  faults: [],
  named: false,
  everywhere: judgesWholeRun(check),
})

const isEverywhere = (role: Role, fault: FaultName): boolean =>
  faults[fault].scope === 'global' || playedAt(role, fault) === 'alone'

const pairing = ({ role, id, deep, waits }: MatrixCheck, names: readonly FaultName[], named: boolean): Pairing => {
  const everywhere = judgesWholeRun(id) || names.some((name) => isEverywhere(role, name))
  return { role, check: id, deep, waits, faults: names, named, everywhere }
}

/** Each check with each fault that it names, one by one. */
export const namedPairings = (checks: readonly MatrixCheck[]): Pairing[] =>
  checks
    .filter(({ id }) => !ofTwoRoles.includes(id))
    .flatMap((check) =>
      check.detects
        .filter((fault) => playedAt(check.role, fault) !== 'never')
        .map((fault) => pairing(check, [fault], true)),
    )

/**
 * Each check with each fault that it names, in the company of others that it does not name. None of those of a kind
 * goes unnoticed, or faults of a kind do hide each other; one of no kind has two companies, and shows in one of them.
 */
export function companyPairings(checks: readonly MatrixCheck[]): Pairing[] {
  const byTopic = new Map<string, Set<FaultName>>()
  for (const { role, id, detects } of checks)
    for (const fault of detects) {
      const key = `${role} ${topicOf(id)}`
      byTopic.set(key, (byTopic.get(key) ?? new Set()).add(fault))
    }
  return checks.flatMap((check) => {
    const others = [...(byTopic.get(`${check.role} ${topicOf(check.id)}`) ?? [])].filter(
      (fault) => !check.detects.includes(fault) && !isCollateral(fault, check.id) && !isEverywhere(check.role, fault),
    )
    return namedPairings([check])
      .filter(({ everywhere }) => !everywhere)
      .flatMap((pair) => companiesOf(pair, others).map((names) => pairing(check, names, true)))
      .filter(({ faults: names }) => names.length > 1)
  })
}

/** The groups in which a named fault comes with others, itself first. */
const companiesOf = ({ faults: [own] }: Pairing, others: readonly FaultName[]): (readonly FaultName[])[] => {
  if (own === undefined) return []
  const groups = grouped([own, ...others]).filter((group) => group.includes(own))
  return groups.map((group) => [own, ...group.filter((name) => name !== own)])
}

/** Of several roles at which a fault shows, the first of these is the one at which the checks meet it that do not name it. */
const order: readonly Role[] = [
  ...new Set<Role>(['ServiceProvider', 'IdentityProvider', 'ParticipantRegistry', 'AuthorisationRegistry', ...roles]),
]

/**
 * Pairs each fault, at one role, with the other checks of its topics, but for those that it is known to reach. Up to
 * ten faults are played at once (`grouping.ts`).
 */
export function foreignPairings(checks: readonly MatrixCheck[]): Pairing[] {
  const seen = new Set<FaultName>()
  return order.flatMap((role) => {
    const own = checks.filter((check) => check.role === role && !check.deep)
    const fresh = new Set(own.flatMap(({ detects }) => detects).filter((fault) => isFresh(role, fault, seen)))
    for (const fault of fresh) seen.add(fault)
    return foreignAt(own, fresh)
  })
}

const isFresh = (role: Role, fault: FaultName, seen: ReadonlySet<FaultName>): boolean =>
  !seen.has(fault) && playedAt(role, fault) !== 'never'

/** The checks of one role with those of the given faults that checks of their topics name, and that they do not. */
export function foreignAt(own: readonly MatrixCheck[], fresh: ReadonlySet<FaultName>): Pairing[] {
  const byTopic = new Map<string, Set<FaultName>>()
  for (const { id, detects } of own)
    for (const fault of detects)
      if (fresh.has(fault)) byTopic.set(topicOf(id), (byTopic.get(topicOf(id)) ?? new Set()).add(fault))
  return [...byTopic].flatMap(([topic, names]) =>
    foreignIn(
      own.filter(({ id }) => topicOf(id) === topic),
      names,
    ),
  )
}

/** The checks of one topic with its faults. */
function foreignIn(topic: readonly MatrixCheck[], names: ReadonlySet<FaultName>): Pairing[] {
  const runs = grouped([...names].filter((fault) => topic.some(({ role }) => isEverywhere(role, fault))))
  return topic
    .filter(({ id }) => !ofTwoRoles.includes(id) && !judgesWholeRun(id))
    .flatMap((check) => {
      const isOther = (fault: FaultName): boolean => !check.detects.includes(fault) && !isCollateral(fault, check.id)
      const beside = [...names].filter((fault) => isOther(fault) && !isEverywhere(check.role, fault))
      // Faults that are on for everybody make up a run, which a check shares or not: what is left over it meets one by one.
      const shared = runs.flatMap((run) => (run.every(isOther) ? [run] : run.filter(isOther).map((fault) => [fault])))
      return [...grouped(beside), ...shared].map((met) => pairing(check, met, false))
    })
}
