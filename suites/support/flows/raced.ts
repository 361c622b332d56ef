import type { Judge, Sent } from '../../../harness/check/types.js'
import { isGranted } from '../../../harness/judge/outcome.js'

/** Ends the check where no copy of any race was granted: then something else than their number may be why. */
export function needsGrant(judge: Judge, raced: readonly Sent[]): void {
  if (!raced.some(isGranted))
    judge.inconclusive('No copy was granted in any race, so that nothing shows what they lack.')
}
