import type { FaultName } from '../../harness/faults/faults.js'
import type { Mutation } from '../../harness/mutations/types.js'
import type { Level, Profile, Role } from '../../requirements/types.js'

/** What a check is: what it is called, what it covers and which faults it must notice. */
export interface Coverage {
  /** `<topic>.<mnemonic>`, append-only, never positional. */
  readonly id: string
  /** Requirement ids; the first is the one that the check is about. */
  readonly requirements: readonly string[]
  /** Catalogue cases, all of one level. */
  readonly cases: readonly string[]
  /** Faults of which each must turn the check red. At least one for must and strict. */
  readonly detects?: readonly FaultName[]
  /** Level of the check; that of its cases by default. */
  readonly level?: Level
  /** `quick` for must, `standard` for the rest by default. */
  readonly profile?: Profile
  /** Roles whose targets it concerns; the four server roles by default. */
  readonly roles?: readonly Role[]
  /** Runs alone, because what it does to the lab cannot be told apart by party. */
  readonly exclusive?: boolean
}

/** One row of a `*.cases.ts` table. */
export interface Row extends Coverage {
  /** Completes the sentence "refuses …", "accepts …" or "records …". */
  readonly title: string
  /** One mutation, or several variants of which each differs from the control in itself alone. */
  readonly mutate: Mutation | readonly Mutation[]
}
