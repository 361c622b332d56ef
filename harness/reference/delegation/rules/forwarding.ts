import { party } from '../../engine/fault.js'
import { refuse } from '../../engine/refusal.js'
import { type Change, obey, removed } from '../../engine/rule.js'
import { forwardedOf } from '../forwarded.js'
import { type EvidenceRequest, rule } from '../request.js'

/** A party that asks about itself, or about its own policies, needs nobody's word. */
const mayAsk = ({ caller, subject, policyIssuer, forwarded }: EvidenceRequest): boolean =>
  caller === subject ||
  caller === policyIssuer ||
  forwarded.length > 0 ||
  refuse(403, 'access_denied', 'the caller forwards no JWT of the party that it asks about')

const noteTaken = ({ participant, forwarded }: EvidenceRequest): void => {
  for (const text of forwarded) participant.memory.taken.add(text)
}

const verifying =
  (some: (texts: readonly string[]) => readonly string[]) =>
  async (request: EvidenceRequest): Promise<boolean> => {
    for (const text of some(request.forwarded)) await obey(request.partRules.forwarded, forwardedOf(request, text))
    if (request.faults.has('takes-forwarded-as-assertion')) noteTaken(request)
    return mayAsk(request)
  }

/** Nobody has to forward a JWT; one that is forwarded has to be sound. */
export const verifyingWhatComes: Change<EvidenceRequest> = () => async (request) => {
  for (const text of request.forwarded) await obey(request.partRules.forwarded, forwardedOf(request, text))
  return true
}

/** What was verified once is not verified again, even for another forwarder. */
const remembering = async (request: EvidenceRequest): Promise<boolean> => {
  const { taken } = request.participant.memory
  const held = await verifying((texts) => texts.filter((text) => !taken.has(text)))(request)
  noteTaken(request)
  return held
}

/** What allows a client to ask about a party (L267–268). */
export const forwardingRules = [
  rule(
    'forwarded',
    'the caller asks about itself or its policies, or forwards sound JWTs only',
    verifying((texts) => texts),
    {
      'forward-reads-few': party('verifies the first four of several forwarded JWTs only', () =>
        verifying((texts) => texts.slice(0, 4)),
      ),
      'forward-reads-first': party('verifies the first of several forwarded JWTs only', () =>
        verifying((texts) => texts.slice(0, 1)),
      ),
      'forward-remembers-verdict': party(
        'takes a forwarded JWT that it took before, from any forwarder',
        () => remembering,
      ),
      'ignores-forwarded': party('decides without looking at forwarded JWTs', removed),
    },
  ),
]
