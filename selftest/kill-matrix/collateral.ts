import type { FaultName } from '../../harness/faults/faults.js'

/** Checks that turn red with a fault although they do not name it, and why that is right. */
export const collateral: Readonly<
  Partial<Record<FaultName, { readonly checks: readonly string[]; readonly reason: string }>>
> = {}
