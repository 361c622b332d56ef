import type { Json, JsonObject } from '../../../contracts/json.js'
import { mixing } from '../../engine/at-once.js'
import { atTimes } from '../../engine/at-times.js'
import { party } from '../../engine/fault.js'
import { type Change, removed } from '../../engine/rule.js'
import type { KitPolicy } from '../../kit.js'
import { type Decided, type EvidenceRequest, rule } from '../request.js'
import { signing } from '../signed-evidence.js'

const isTime = atTimes()

/** Seconds that evidence is good for. */
const lifetime = 300

const add = (request: EvidenceRequest, members: JsonObject): true => {
  request.evidence = { ...request.evidence, ...members }
  return true
}

/** A policy of evidence, as it says of what it is about. */
export const policyOf = ({
  asked: { resource, actions },
  effect = 'Deny',
  conditions,
}: Pick<Decided, 'asked' | 'effect' | 'conditions'>): JsonObject => ({
  target: { resource: resource as unknown as Json, actions },
  rules: [{ effect, ...(conditions && { conditions }) }],
})

/** All policies about the consumer, in the place of those that were asked about. */
export const handingOutAll =
  (conditionsOf: (policy: KitPolicy) => JsonObject | undefined): Change<EvidenceRequest> =>
  () =>
  (request) => {
    const { participant, policyIssuer, subject } = request
    const policies = participant.kit.policies
      .filter((policy) => policy.policyIssuer === policyIssuer && policy.accessSubject === subject)
      .map((policy) => policyOf({ asked: policy, effect: policy.effect, conditions: conditionsOf(policy) }))
    return add(request, { policySets: [{ policies }] })
  }

/** Says something else in the evidence. */
const saying =
  (members: (request: EvidenceRequest) => JsonObject): Change<EvidenceRequest> =>
  (right) =>
  async (request) =>
    (await right(request)) && add(request, members(request))

/** Names something else in it than what was asked for. */
const naming =
  (other: (asked: Decided['asked']) => Decided['asked']): Change<EvidenceRequest> =>
  (right) =>
  (request) => {
    request.decided = request.decided.map((set) => set.map((one) => ({ ...one, asked: other(one.asked) })))
    return right(request)
  }

/** Signs what is asked once, and answers a caller who asks the same with that. */
const keepingSigned: Change<EvidenceRequest> = (right) => async (request) => {
  const { signedEvidence } = request.participant.memory
  const key = JSON.stringify([request.caller, request.policyIssuer, request.subject, request.asked])
  const kept = signedEvidence.get(key)
  if (kept) request.answer = kept
  const held = kept !== undefined || (await signing()(right)(request))
  signedEvidence.set(key, request.answer)
  return held
}

const mixedUp = mixing<JsonObject>()
const mixedUpDecisions = mixing<EvidenceRequest['decided']>()

/** What the evidence says (L186, L224). */
export const evidenceRules = [
  rule(
    'evidence',
    'the evidence says by whom, about whom and for how long',
    (request) => {
      const { policyIssuer, subject, now } = request
      const times = { notBefore: now, notOnOrAfter: now + lifetime }
      return add(request, { ...times, policyIssuer, target: { accessSubject: subject } })
    },
    {
      'answers-with-old-evidence': party(
        'answers with evidence that ended an hour ago',
        saying(({ now }) => ({ notBefore: now - 7200, notOnOrAfter: now - 3600 })),
      ),
      'answers-in-milliseconds': party(
        'says in milliseconds until when its evidence is good',
        saying(({ now }) => ({ notOnOrAfter: (now + lifetime) * 1000 })),
      ),
      'omits-policy-issuer': party(
        'does not say in its evidence who issued the policies',
        (right) => async (request) => {
          const held = await right(request)
          const { policyIssuer: _, ...evidence } = request.evidence
          request.evidence = evidence
          return held
        },
      ),
    },
  ),
  rule(
    'evidence',
    'the evidence says what is permitted',
    (request) => add(request, { policySets: request.decided.map((set) => ({ policies: set.map(policyOf) })) }),
    {
      'omits-policy-sets': party('answers evidence without policySets', removed),
      'widens-identifiers': party(
        'answers a permit for one resource with one for all',
        naming((asked) => ({ ...asked, resource: { ...asked.resource, identifiers: ['*'] } })),
      ),
      'widens-actions': party(
        'answers a permit for one action with one for all',
        naming((asked) => ({ ...asked, actions: ['*'] })),
      ),
      'hands-out-all-as-permits': party(
        'answers with all policies about the consumer, without their conditions',
        handingOutAll(() => undefined),
      ),
      'mixes-up-requests': party(
        'answers what another one of the requests asks that come at once',
        (right) => async (request) => {
          const asked = JSON.stringify(request.asked)
          request.decided = await mixedUpDecisions(request.participant, asked, request.decided)
          return right(request)
        },
      ),
    },
  ),
  rule(
    'evidence',
    'the evidence is answered as it is',
    (request) => {
      request.answer = { delegationEvidence: request.evidence }
      return true
    },
    {
      'mixes-up-evidence': party(
        'answers with the evidence of another one of those who ask at once',
        () => async (request) => {
          const evidence = await mixedUp(request.participant, request.caller, request.evidence)
          request.answer = { delegationEvidence: evidence }
          return true
        },
      ),
      'signs-evidence-wrongly': party(
        'answers with a delegation_token whose signature does not hold',
        signing({ corrupted: () => true }),
      ),
      'signs-evidence-wrongly-at-times': party(
        'answers every fifteenth request of a caller with a delegation_token whose signature does not hold',
        signing({ corrupted: ({ caller }) => isTime(caller) }),
      ),
      'signs-evidence-of-denials-wrongly': party(
        'answers with a delegation_token whose signature does not hold where it is a Deny or has conditions',
        signing({
          corrupted: ({ decided }) =>
            decided.flat().some(({ effect, conditions }) => effect === 'Deny' || conditions !== undefined),
        }),
      ),
      'signs-evidence-of-several-wrongly': party(
        'answers with a delegation_token whose signature does not hold where it is about several policies',
        signing({ corrupted: ({ decided }) => decided.flat().length > 1 }),
      ),
      'signs-evidence-ps256': party('answers with a delegation_token signed with PS256', signing({ alg: 'PS256' })),
      'signs-evidence-with-kid': party(
        'answers with a delegation_token that has kid in its header',
        signing({ header: { kid: 'own' } }),
      ),
      'signs-evidence-leaf-only': party(
        'answers with a delegation_token whose x5c holds the leaf alone',
        signing({ certificates: 1 }),
      ),
      'signs-evidence-for-an-hour': party(
        'answers with a delegation_token that lives for an hour',
        signing({ lifetime: 3600 }),
      ),
      'signs-evidence-once': party(
        'answers who asks the same again with the delegation_token of before, for longer than that lives',
        keepingSigned,
      ),
      'signs-evidence-for-nobody': party('answers with a delegation_token without aud', signing({ withoutAud: true })),
    },
  ),
]
