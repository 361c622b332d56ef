import type { Judge, Sent } from '../../../harness/check/types.js'
import { isGranted } from '../../../harness/judge/outcome.js'

/** How often it is tried whether somebody is taken for another one: clients of other checks come between. */
export const turns = [1, 2, 3, 4, 5] as const

/** A rule that something was not granted; ends the check where it was not answered. */
export function ruleRefused(judge: Judge, says: string, sent: Sent, expected: string): void {
  const kind = isGranted(sent) ? 'granted' : sent.outcome.kind
  if (kind !== 'granted' && kind !== 'refused') judge.inconclusive(`No answer to judge: ${kind}.`)
  judge.rule(says, kind === 'refused', { expected, got: kind })
}

/** A rule that none of several messages that went side by side was granted. */
export function ruleNoneGranted(judge: Judge, says: string, sent: readonly Sent[], expected: string): void {
  const granted = sent.filter(isGranted).length
  judge.rule(says, granted === 0, { expected, got: `${granted} of ${sent.length} granted` })
}
