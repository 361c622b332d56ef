import type { FaultName } from '../../harness/faults/faults.js'
import { isCollateral } from './collateral.js'

/** Faults that nobody outside can notice at a ParticipantRegistry, which makes no look-ups that show for whom a token is (ruling 26). */
const undecidableAtRegistry: readonly FaultName[] = ['binds-token-to-repeated-client-id', 'looks-up-first-issuer']

/** Whether a fault that is on for every client of a ParticipantRegistry can be noticed by a check: one that refuses every control ends in preflight. */
export const decidable = (fault: FaultName): boolean =>
  !undecidableAtRegistry.includes(fault) && !isCollateral(fault, 'preflight')
