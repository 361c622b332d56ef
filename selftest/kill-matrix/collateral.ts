import type { FaultName } from '../../harness/faults/faults.js'

/** Checks that a fault reaches although they do not name it, and why that is right. */
export interface Collateral {
  /** Check ids; `*` at the end stands for anything. */
  readonly checks: readonly string[]
  readonly reason: string
}

const control = { checks: ['*'], reason: 'it refuses the conforming control of every check, so nothing can be judged' }

/** Faults that reach further than the checks that name them. */
export const collateral: Readonly<Partial<Record<FaultName, Collateral>>> = {
  'refuses-first-contact': control,
  'refuses-good-status': control,
  'requires-digital-signature': control,
  'refuses-second-authentication': { checks: ['*'], reason: 'it refuses the second message of every check' },
  'refuses-same-second': { checks: ['*'], reason: 'it refuses messages that follow their control within a second' },
  'ignores-status': { checks: ['registry.status-*'], reason: 'who does not read the status takes every wrong one' },
  'skips-lookup': {
    checks: ['registry.*', 'registry-transport.*', 'parties-token.*', 'identity.*', 'client.*'],
    reason: 'who does not look a party up knows nothing of what the registry says',
  },
}

/** Whether a check may change with a fault that it does not name. */
export const isCollateral = (fault: FaultName, check: string): boolean =>
  collateral[fault]?.checks.some((one) => (one.endsWith('*') ? check.startsWith(one.slice(0, -1)) : check === one)) ??
  false
