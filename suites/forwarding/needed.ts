import { forwarding, forwardingMutated, withoutForwarded } from '../../harness/check/delegation/forwarding.js'
import type { Forwarding } from '../../harness/check/delegation/types.js'
import { signature } from '../../harness/mutations/mutation.js'
import type { Fixtures } from '../support/test.js'

type Around = Pick<Fixtures, 'delegation' | 'judge' | 'target'>

/** What a target that looks at forwarded JWTs at all refuses one of. */
const wrongOnes = ({ delegation, target }: Omit<Around, 'judge'>): readonly Forwarding[] => [
  forwarding('for the target', { audience: target.partyId }),
  forwarding('for another ServiceProvider', { audience: delegation.fixtures.otherProvider.partyId }),
  forwardingMutated(
    signature('signed by a foreign key', (signing, { foreignKey }) => {
      signing.key = foreignKey
    }),
  ),
]

/** Whether a request without a forwarded JWT is refused, and else one with a wrong one; each answer is recorded. */
export async function effectOfForwarded({ delegation, judge, target }: Around) {
  const outcomes: string[] = []
  for (const forwarded of [withoutForwarded, ...wrongOnes({ delegation, target })]) {
    const { outcome } = await judge.records(
      delegation.ask('unconditional', { forwarded }),
      `request with a forwarded JWT: ${forwarded.name}`,
    )
    if (outcome.kind !== 'granted' && outcome.kind !== 'refused')
      judge.inconclusive(`No answer to a request with a forwarded JWT (${forwarded.name}): ${outcome.kind}.`)
    outcomes.push(outcome.kind)
    if (outcome.kind === 'refused') break
  }
  // What was forwarded since, a target may remember.
  const isNeeded = delegation.wantsForwarded || outcomes[0] === 'refused'
  return { isNeeded, hasAny: outcomes.includes('refused') }
}

/**
 * Ends the check where a forwarded JWT has no effect at all: what the target does with a defective one proves nothing
 * then, and `forwarding.effect` says the rest (ruling 15). Where it looks at those that come and permits without any,
 * what it takes lets nobody in, and is a finding.
 */
export const ruleOutUnlessNeeded = async (around: Around): Promise<void> => {
  if (around.delegation.wantsForwarded) return
  const { isNeeded, hasAny } = await effectOfForwarded(around)
  if (isNeeded) return
  if (!hasAny)
    around.judge.notApplicable(
      'The target permits without any forwarded JWT, so a defective one that it lets pass proves nothing.',
    )
  around.judge.weighs('strict', 'The target permits without any forwarded JWT, too: a finding at most (ruling 15).')
}
