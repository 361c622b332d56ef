import { jtiPrefix, partyPrefix } from '../../harness/check/identifiers.js'
import { type FaultName, faults } from '../../harness/faults/faults.js'
import type { Role } from '../../requirements/types.js'
import { isCollateral } from './collateral.js'
import { ofTwoRoles, playedAt } from './undecidable.js'

/** A check as the matrix sees it. */
export interface MatrixCheck {
  readonly id: string
  readonly detects: readonly FaultName[]
}

/** A role with its checks. */
export interface RoleChecks {
  readonly role: Role
  readonly checks: readonly MatrixCheck[]
}

/** One run: per check the faults that its parties meet. */
export type Round = ReadonlyMap<string, readonly FaultName[]>

/** Faults that can be switched on for one party, in the order of the list. */
export const partyFaults = (Object.keys(faults) as FaultName[]).filter((name) => faults[name].scope === 'party')
/** Faults of the participant as a whole. */
export const globalFaults = (Object.keys(faults) as FaultName[]).filter((name) => faults[name].scope === 'global')

/** Faults that refuse what conforms. Together with others they would hide what those let in, so they are played alone. */
const narrowing = /^(refuses|requires|trusts-first|reads-first|limits|consumes|remembers-before|remembers-jti|crashes)/
/** Faults that one check meets together where it names none of them. */
const together = 10

/**
 * Packs pairs of check and faults into as few runs as possible: in one run each check meets one group.
 * @param groups Groups of faults that each check is to meet, one after the other.
 */
export function rounds(groups: ReadonlyMap<string, readonly (readonly FaultName[])[]>): Round[] {
  const most = Math.max(0, ...[...groups.values()].map((own) => own.length))
  return Array.from({ length: most }, (_, index) => {
    const round = new Map<string, readonly FaultName[]>()
    for (const [check, own] of groups) if (own[index]) round.set(check, own[index])
    return round
  })
}

/** What `ASSAY_FAULT` has to say for a round: each fault for the parties and assertions of its check, whose names follow from the seed. */
export const faultVariable = (round: Round, role: Role, seed: number): string =>
  [...round]
    .map(([check, names]) => {
      const its = `reference ${role} ${role} ${check}`
      return `${names.join('+')}@*${partyPrefix(seed, its)}*|${jtiPrefix(seed, its)}*`
    })
    .join(',')

/** Each party fault that a check names and that is played beside others, alone for that check. */
export const namedGroups = ({ role, checks }: RoleChecks): Map<string, FaultName[][]> =>
  new Map(
    checks.map(({ id, detects }) => [
      id,
      detects
        .filter(
          (name) => partyFaults.includes(name) && playedAt(role, name) === 'beside others' && !ofTwoRoles.includes(id),
        )
        .map((name) => [name]),
    ]),
  )

/**
 * All party faults of the role that a check does not name and that are not known to reach it, some at a time: whatever it says must not change.
 * Shifted by check, so that a run mixes them.
 */
export function foreignGroups({ role, checks }: RoleChecks): Map<string, FaultName[][]> {
  const ofRole = new Set(checks.flatMap(({ detects }) => detects))
  const played = partyFaults.filter((name) => ofRole.has(name) && playedAt(role, name) === 'beside others')
  return new Map(
    checks.map(({ id, detects }, index) => {
      const others = played.filter((name) => !detects.includes(name) && !isCollateral(name, id))
      const alone = others.filter((name) => narrowing.test(name)).map((name) => [name])
      const groups = [
        ...alone,
        ...chunks(
          others.filter((name) => !narrowing.test(name)),
          together,
        ),
      ]
      const shift = index % groups.length
      return [id, [...groups.slice(shift), ...groups.slice(0, shift)]]
    }),
  )
}

const chunks = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size))

/** A small seeded generator (mulberry32): numbers from 0 up to 1. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
