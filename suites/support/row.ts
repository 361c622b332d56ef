import type { Coverage } from '../../harness/check/coverage.js'
import type { Mutation } from '../../harness/mutations/types.js'

export type { Coverage }

/** One row of a `*.cases.ts` table. */
export interface Row extends Coverage {
  /** Completes the sentence "refuses …", "accepts …" or "records …". */
  readonly title: string
  /** One mutation, or several, each sent alone. */
  readonly mutate: Mutation | readonly Mutation[]
}
