import { type FaultName, faults } from '../../harness/faults/faults.js'
import { logsIn } from '../../harness/run/selection.js'
import type { Role } from '../../requirements/types.js'
import { type MatrixNaming, namesOf } from './names.js'
import type { Pairing } from './pairing.js'

/** The faults that can be switched on for one party, in the order of the list. */
export const partyFaults = (Object.keys(faults) as FaultName[]).filter((name) => faults[name].scope === 'party')

/** Checks of one run at most: what a run costs before its first check is shared by all of them. */
export const mostOfARun = 256
/** The same where the time is limited: such a run is soon over. */
export const mostOfAShortRun = 48

/** One run: checks of one role, each of which meets its faults once. */
export interface Round {
  readonly role: Role
  readonly deep: boolean
  /** Faults that are on for everybody; otherwise each is on for its check alone. */
  readonly everywhere?: readonly FaultName[]
  readonly pairings: readonly Pairing[]
  /** Whether its checks mostly wait. */
  readonly waits: boolean
}

/**
 * Packs pairings into few runs; a check stands once in each. Faults for
 * everybody have runs of their own, and so have checks that mostly wait: beside others one would wait after the other. Checks with the most pairings go first, so that no tail of a single check is left.
 */
export function packed(pairings: readonly Pairing[], most = mostOfARun): Round[] {
  const groups = new Map<string, Pairing[]>()
  for (const pairing of pairings) {
    const key = groupOf(pairing)
    groups.set(key, [...(groups.get(key) ?? []), pairing])
  }
  return [...groups.values()]
    .flatMap((group) => roundsOf(group, most))
    .sort((one, other) => other.pairings.length - one.pairings.length)
}

/** What can share a run; those for which humans log in stay together, since what is tried before them takes a while. */
function groupOf({ role, check, faults: names, everywhere, deep, waits }: Pairing): string {
  return [role, deep, waits, everywhere ? names.join('+') : logsIn({ id: check })].join(' ')
}

function roundsOf(pairings: readonly Pairing[], most: number): Round[] {
  const queues = new Map<string, Pairing[]>()
  for (const pairing of pairings) queues.set(pairing.check, [...(queues.get(pairing.check) ?? []), pairing])
  const result: Round[] = []
  for (let left = [...queues.values()]; left.length > 0; left = left.filter((queue) => queue.length > 0)) {
    const longest = left.sort((one, other) => other.length - one.length).slice(0, most)
    result.push(roundOf(longest.flatMap((queue) => queue.shift() ?? [])))
  }
  return result
}

function roundOf(pairings: readonly Pairing[]): Round {
  const [{ role, deep, waits, everywhere, faults: names }] = pairings as [Pairing]
  return { role, deep, waits, pairings, ...(everywhere && { everywhere: names }) }
}

/** What `ASSAY_FAULT` has to say for a run; nothing where no fault is on. */
export function faultsOf({ role, everywhere, pairings }: Round, naming: MatrixNaming): string {
  if (everywhere !== undefined) return everywhere.join()
  const met = pairings.filter(({ faults: names }) => names.length > 0)
  return faultVariable(new Map(met.map(({ check, faults: names }) => [check, names])), role, naming)
}

/** Each fault for the parties and assertions of its check, whose names follow from the seed. */
export const faultVariable = (
  met: ReadonlyMap<string, readonly FaultName[]>,
  role: Role,
  naming: MatrixNaming,
): string => [...met].map(([check, names]) => `${names.join('+')}@${namesOf(naming, role, check).join('|')}`).join(',')

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
