import type { FaultName } from '../../harness/faults/faults.js'

/** Faults that nobody outside can notice at a ParticipantRegistry, which makes no look-ups that show for whom a token is (ruling 26). */
const undecidableAtRegistry: readonly FaultName[] = ['binds-token-to-repeated-client-id', 'looks-up-first-issuer']

/** Whether a check can notice a fault at a ParticipantRegistry. */
export const decidable = (fault: FaultName): boolean => !undecidableAtRegistry.includes(fault)
