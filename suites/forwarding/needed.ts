import { withoutForwarded } from '../../harness/check/delegation/forwarding.js'
import type { Fixtures } from '../support/test.js'

/**
 * Ends the check where the target permits without any forwarded JWT: what it does with a defective one proves nothing
 * then, and `forwarding.effect` says the rest (ruling 15).
 */
export const ruleOutUnlessNeeded = async ({
  delegation,
  judge,
}: Pick<Fixtures, 'delegation' | 'judge'>): Promise<void> => {
  const { outcome } = await judge.records(
    delegation.ask('unconditional', { forwarded: withoutForwarded }),
    'request without a forwarded JWT',
  )
  if (outcome.kind === 'granted')
    judge.notApplicable(
      'The target permits without any forwarded JWT, so a defective one that it lets pass proves nothing.',
    )
  if (outcome.kind !== 'refused') judge.inconclusive(`No answer to a request without a forwarded JWT: ${outcome.kind}.`)
}
