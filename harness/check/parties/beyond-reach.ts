import type { LedgerEntry } from '../../contracts/lab-protocol.js'
import type { LabClient } from '../../lab/channel/client.js'
import { because, outOfHands } from './given-parties.js'

/** Kinds of requests that a target of another registry may send to the lab all the same, because a message named the place. */
const seen = (kind: LedgerEntry['kind']): boolean => kind === 'canary' || kind === 'other'

/**
 * The lab for a target that does not talk to it. Ends a check that would programme the lab, or read what the target
 * asked of it: the lab's silence says nothing about the target.
 */
export function labBeyondReach(lab: LabClient, stop: (reason: string) => never): LabClient {
  const reasons = because(outOfHands.given)
  return {
    ...lab,
    ...unchanged(reasons.registry, stop),
    ledger: async (query) => (query.kinds?.every(seen) ? lab.ledger(query) : stop(reasons.unseen)),
    subjects: async () => stop(reasons.unseen),
  }
}

/**
 * The lab for a target whose clients are the same in each check. The target may go by an earlier answer about them. So
 * a check ends that would programme another answer, and one that finds nothing of what the target asked.
 */
export function labOfKnownParties(lab: LabClient, stop: (reason: string) => never): LabClient {
  const reasons = because(outOfHands.registered)
  return {
    ...lab,
    ...unchanged(reasons.registry, stop),
    // Each of them has addresses of its own, at which nobody has asked for another.
    revocation: lab.revocation,
    async ledger(query) {
      const entries = await lab.ledger(query)
      return entries.length > 0 || query.kinds?.every(seen) ? entries : stop(reasons.unseen)
    },
    async subjects(kind) {
      const subjects = await lab.subjects(kind)
      return subjects.length > 0 ? subjects : stop(reasons.unseen)
    },
  }
}

function unchanged(reason: string, stop: (reason: string) => never) {
  const beyond = async (): Promise<never> => stop(reason)
  return { register: beyond, evidence: beyond, providers: beyond, revocation: beyond, outage: beyond }
}
