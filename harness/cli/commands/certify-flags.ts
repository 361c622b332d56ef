import type { Profile } from '../../../requirements/types.js'
import type { Shard } from '../../contracts/plan.js'
import type { TargetSelection } from '../targets.js'

/** Flags of `assay certify`, as commander hands them over. */
export interface CertifyFlags extends TargetSelection {
  readonly profile: Profile
  readonly strict: boolean
  readonly only: readonly string[]
  readonly workers?: number
  readonly seed?: number
  readonly shard?: Shard
  /** Results of an earlier run. */
  readonly baseline?: string
  /** Policy of a scheme operator. */
  readonly policy?: string
  readonly state?: string
  readonly signKey?: string
  readonly allure?: boolean
  /** `assay-report` by default, or a folder beside it for some checks alone. */
  readonly out?: string
  /** Leaves the run's folder where it is. */
  readonly keep?: boolean
  /** Guises beside the default one; those of the profile when absent. */
  readonly guises?: string
  readonly json: boolean
  /** Prints nothing: the caller reads the results. */
  readonly silent?: boolean
  /** Only conforming messages and single wrong ones, one at a time. */
  readonly safe?: boolean
  /** Requests in a second at most. */
  readonly rate?: number
  /** Says what would run, and starts nothing. */
  readonly dryRun?: boolean
}
