import { randomInt } from 'node:crypto'
import { availableParallelism } from 'node:os'
import type { Profile } from '../../requirements/types.js'
import type { TargetConfig } from '../target/config.js'

/** What a run is asked for. */
export interface RunOptions {
  readonly targets: readonly TargetConfig[]
  readonly profile: Profile
  readonly strict: boolean
  /** Check, requirement or case ids; empty = all. */
  readonly only: readonly string[]
  readonly workers: number
  /** Names and order follow from it. */
  readonly seed: number
  /** Folder of results and reports, absolute. */
  readonly out: string
  /** Folder that keeps the lab's identity between runs (`assay kit`); a temporary one otherwise. */
  readonly state?: string
}

/** A standard run with a seed of its own. */
export const defaultOptions = (out: string): Omit<RunOptions, 'targets'> => ({
  profile: 'standard',
  strict: false,
  only: [],
  workers: availableParallelism(),
  seed: randomInt(2 ** 31),
  out,
})
