import { partyPrefix } from '../../harness/check/identifiers.js'
import { type FaultName, faults } from '../../harness/faults/faults.js'
import type { Role } from '../../requirements/types.js'

/** A check as the matrix sees it. */
export interface MatrixCheck {
  readonly id: string
  readonly detects: readonly FaultName[]
}

/** One run: per check the fault that its parties meet. */
export type Round = ReadonlyMap<string, FaultName>

/** Faults that can be switched on for one party, in the order of the list. */
export const partyFaults = (Object.keys(faults) as FaultName[]).filter((name) => faults[name].scope === 'party')
/** Faults of the participant as a whole. */
export const globalFaults = (Object.keys(faults) as FaultName[]).filter((name) => faults[name].scope === 'global')

/**
 * Packs pairs of check and fault into as few runs as possible: in one run each check meets one fault.
 * @param pairs Faults that each check is to meet.
 */
export function rounds(pairs: ReadonlyMap<string, readonly FaultName[]>): Round[] {
  const most = Math.max(0, ...[...pairs.values()].map((names) => names.length))
  return Array.from({ length: most }, (_, index) => {
    const round = new Map<string, FaultName>()
    for (const [check, names] of pairs) {
      const fault = names[index]
      if (fault) round.set(check, fault)
    }
    return round
  })
}

/** What `ASSAY_FAULT` has to say for a round: each fault for the parties of its check, whose ids follow from the seed. */
export const faultVariable = (round: Round, role: Role, seed: number): string =>
  [...round].map(([check, fault]) => `${fault}@*${partyPrefix(seed, `reference ${role} ${role} ${check}`)}*`).join(',')

/** The party faults that each check names. */
export const namingPairs = (checks: readonly MatrixCheck[]): Map<string, FaultName[]> =>
  new Map(checks.map(({ id, detects }) => [id, detects.filter((name) => faults[name].scope === 'party')]))

/** `count` party faults per check that it does not name, drawn from a seeded sequence. */
export function samplePairs(
  checks: readonly MatrixCheck[],
  count: number,
  random: () => number,
): Map<string, FaultName[]> {
  return new Map(
    checks.map(({ id, detects }) => {
      const others = partyFaults.filter((name) => !detects.includes(name))
      return [id, Array.from({ length: count }, () => others[Math.floor(random() * others.length)] as FaultName)]
    }),
  )
}

/** All party faults for every check. */
export const allPairs = (checks: readonly MatrixCheck[]): Map<string, readonly FaultName[]> =>
  new Map(
    checks.map(({ id }, index) => [
      id,
      [...partyFaults.slice(index % partyFaults.length), ...partyFaults.slice(0, index % partyFaults.length)],
    ]),
  )

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
