import type { FaultName } from '../../../harness/faults/faults.js'

/** Checks that a fault reaches although they do not name it, and why that is right. */
export interface Collateral {
  /** Check ids; `*` at the end stands for anything. */
  readonly checks: readonly string[]
  readonly reason: string
}

/** Faults, and how far each reaches. */
export type Reach = Readonly<Partial<Record<FaultName, Collateral>>>
