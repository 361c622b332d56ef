import { randomInt } from 'node:crypto'
import { availableParallelism } from 'node:os'
import type { Profile } from '../../requirements/types.js'
import type { Shard } from '../contracts/plan.js'
import type { Policy } from '../contracts/results.js'
import type { TargetConfig } from '../contracts/target.js'
import type { KeptResults } from '../evidence/read-results.js'

/** What a run is asked for. */
export interface RunOptions {
  readonly targets: readonly TargetConfig[]
  readonly profile: Profile
  readonly strict: boolean
  /** How the operator reads the text whose policy decides. */
  readonly policy?: Policy
  /** Check, requirement or case ids; empty = all. */
  readonly only: readonly string[]
  /** Every check of the suite at every role, by `checkName`. */
  readonly checks: readonly string[]
  /** Only conforming messages and single wrong ones, one at a time. */
  readonly safe?: boolean
  /** Guises that every check which has something refused is played in, each the names of values; those of the profile when absent. */
  readonly guises?: readonly (readonly string[])[]
  /** Whether a check is among them for which humans log in at a relying party. */
  readonly logins: boolean
  readonly workers: number
  /** Whether a check is among them that needs 4096-bit keys. */
  readonly largeKeys: boolean
  /** Whether lab and checks live in this very process: quick to start, for a few checks. */
  readonly oneProcess: boolean
  /** Names and random mutations follow from it. */
  readonly seed: number
  /** The seed was given, not drawn. */
  readonly seedChosen: boolean
  /** Results of an earlier run that the gate compares with. */
  readonly baseline?: KeptResults
  /** The part of the checks that is run, where several machines share them. */
  readonly shard?: Shard
  /** Preflight tries no other messages than conforming ones. */
  readonly brief?: true
  /** Leaves the run's folder with its keys and kits where it is, and says where. */
  readonly keep: boolean
  /** Folder of results and reports, absolute. */
  readonly out: string
  /** Folder that keeps the lab's identity between runs (`assay kit`); a temporary one otherwise. */
  readonly state?: string
}

/** Checks at a time by default: one more than there are cores, and at least one per role, each waiting for its own target. */
export const usualWorkers = (targets: readonly Pick<TargetConfig, 'roles'>[]): number => {
  const roles = targets.reduce((sum, { roles }) => sum + roles.length, 0)
  return Math.max(availableParallelism() + 1, roles)
}

/** A standard run with a seed of its own. */
export const defaultOptions = (out: string, targets: readonly TargetConfig[]): RunOptions => ({
  targets,
  profile: 'standard',
  strict: false,
  only: [],
  checks: [],
  logins: true,
  workers: usualWorkers(targets),
  largeKeys: true,
  oneProcess: false,
  seed: randomInt(2 ** 31),
  seedChosen: false,
  keep: false,
  out,
})
