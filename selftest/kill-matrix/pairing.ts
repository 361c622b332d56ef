import type { SuiteCheck } from '../../harness/contracts/plan.js'
import { type FaultName, faults } from '../../harness/faults/faults.js'
import { rulesByFault } from '../../harness/reference/every-rule.js'
import { type Role, roles } from '../../requirements/types.js'
import { isCollateral } from './collateral.js'
import { ofTwoRoles, playedAt } from './undecidable.js'

/** A check of one role, and the faults that it meets at once. */
export interface Pairing {
  readonly role: Role
  readonly check: string
  /** None: what the check says without any. */
  readonly faults: readonly FaultName[]
  /** Whether the check names the fault; never where it meets several. */
  readonly named: boolean
  /** Whether the fault is on for everybody, not for this check alone. */
  readonly everywhere: boolean
  /** Whether the check belongs to the deep profile. */
  readonly deep: boolean
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
}

/** Every check at every role that it concerns. */
export const checksOf = (plan: readonly SuiteCheck[]): MatrixCheck[] =>
  plan
    .filter(({ selected }) => selected.run)
    .map(({ role, check: { id, detects, profile } }) => ({
      role,
      id,
      detects: detects as FaultName[],
      deep: profile === 'deep',
    }))

/** What stands before the dot. */
export const topicOf = (check: string): string => check.split('.')[0] ?? ''

/** What a check says when no fault is on. */
export const faultless = ({ role, check, deep }: Omit<Pairing, 'faults' | 'named' | 'everywhere'>): Pairing => ({
  role,
  check,
  deep,
  faults: [],
  named: false,
  everywhere: false,
})

const isEverywhere = (role: Role, fault: FaultName): boolean =>
  faults[fault].scope === 'global' || playedAt(role, fault) === 'alone'

const pairing = ({ role, id, deep }: MatrixCheck, names: readonly FaultName[], named: boolean): Pairing => {
  const everywhere = names.some((name) => isEverywhere(role, name))
  return { role, check: id, deep, faults: names, named, everywhere }
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

/** Of several roles at which a fault shows, the first of these is the one at which the checks meet it that do not name it. */
const order: readonly Role[] = [
  ...new Set<Role>(['ServiceProvider', 'IdentityProvider', 'ParticipantRegistry', 'AuthorisationRegistry', ...roles]),
]

/**
 * Pairs each fault, at one role, with the other checks of its topics, but for those that it is known to reach. Up to
 * ten faults that only let more in are played at once; one that refuses or answers otherwise would hide them and comes
 * alone.
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
  return own
    .filter(({ id }) => !ofTwoRoles.includes(id))
    .flatMap((check) => {
      const others = [...(byTopic.get(topicOf(check.id)) ?? [])].filter(
        (fault) => !check.detects.includes(fault) && !isCollateral(fault, check.id),
      )
      return grouped(check.role, others).map((names) => pairing(check, names, false))
    })
}

/** Faults that let in what has to be refused, and do nothing else. */
const letIn =
  /^(forward-)?(accepts|grants|honours|ignores|matches|permits|skips|stores|takes|tries|trusts(?!-first-root))-/
/** Faults that a check meets together at most. */
const together = 10
const rules = rulesByFault()

/** Of two faults of one rule the one may put itself in the place of the other, so they never come together. */
function grouped(role: Role, names: readonly FaultName[]): readonly (readonly FaultName[])[] {
  const groups: FaultName[][] = []
  for (const name of names) {
    const alone = isEverywhere(role, name) || !letIn.test(name)
    const open = alone ? undefined : groups.find((group) => takes(role, group, name))
    if (open) open.push(name)
    else groups.push([name])
  }
  return groups
}

const takes = (role: Role, group: readonly FaultName[], name: FaultName): boolean =>
  group.length < together &&
  group.every((other) => letIn.test(other) && !isEverywhere(role, other) && !shareRule(other, name))

const shareRule = (one: FaultName, other: FaultName): boolean =>
  (rules.get(one) ?? []).some((rule) => rules.get(other)?.includes(rule))
