import { party } from '../../engine/fault.js'
import { Refusal, refuse } from '../../engine/refusal.js'
import { type Change, obey, unless } from '../../engine/rule.js'
import type { KitPolicy } from '../../kit.js'
import { type Asked, type Candidate, type Decided, type EvidenceRequest, rule } from '../request.js'
import { all, keepingPermits, someOfSubject, whateverTheAction } from './selections.js'

const has = ({ policies }: Decided, effect: KitPolicy['effect']): boolean =>
  policies.some((policy) => policy.effect === effect)

const denying =
  (denied: (decided: Decided) => boolean) =>
  (request: EvidenceRequest): boolean => {
    for (const decided of request.decided.flat()) if (denied(decided)) decided.effect = 'Deny'
    return true
  }

/** A Deny may turn out as a Permit, by whether its conditions hold. */
const decidingDeny =
  (effectOf: (policy: KitPolicy, holds: boolean) => KitPolicy['effect']) =>
  async (request: EvidenceRequest): Promise<boolean> => {
    for (const decided of request.decided.flat())
      for (const policy of decided.policies.filter(({ effect }) => effect === 'Deny'))
        decided.effect = effectOf(policy, await passes(candidateOf(request, decided, policy)))
    return true
  }

const candidateOf = (request: EvidenceRequest, { asked }: Pick<Decided, 'asked'>, policy: KitPolicy): Candidate => ({
  request,
  policy,
  asked,
  context: {},
  handedOut: undefined,
})

async function permit(request: EvidenceRequest): Promise<boolean> {
  for (const decided of request.decided.flat()) {
    if (decided.effect) continue
    for (const policy of decided.policies.filter(({ effect }) => effect === 'Permit')) {
      const candidate = candidateOf(request, decided, policy)
      if (!(await passes(candidate))) continue
      decided.effect = 'Permit'
      decided.conditions = candidate.handedOut
      break
    }
  }
  return true
}

async function passes(candidate: Candidate): Promise<boolean> {
  try {
    await obey(candidate.request.partRules.candidate, candidate)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/** As many as a fault decides about. */
const few = 4

/** Whatever is asked beyond what is looked at is permitted. */
const permittingRest =
  (restOf: (sets: readonly (readonly Decided[])[]) => readonly Decided[]): Change<EvidenceRequest> =>
  (right) =>
  async (request) => {
    const held = await right(request)
    for (const decided of restOf(request.decided)) decided.effect = 'Permit'
    return held
  }

const isDecided = (decided: EvidenceRequest['decided']): boolean => decided.flat().every(({ effect }) => effect)

/** What all of these ask for, as if one policy asked for it. */
const pooled = (asked: readonly Omit<Asked, 'context'>[], context?: Asked['context']): Asked => ({
  resource: {
    type: asked[0]?.resource.type ?? '',
    identifiers: asked.flatMap(({ resource }) => resource.identifiers),
  },
  actions: asked.flatMap(({ actions }) => actions),
  context,
})

/** Permits what is asked for together where each identifier and each action stands in some policy that permits. */
const coveringApart =
  (together: (request: EvidenceRequest) => readonly (readonly Asked[])[]): Change<EvidenceRequest> =>
  (right) =>
  async (request) => {
    const held = await right(request)
    for (const asked of together(request).map((each) => pooled(each, each[0]?.context))) {
      const found: KitPolicy[] = []
      for (const policy of someOfSubject(request, asked))
        if (policy.effect === 'Permit' && (await passes(candidateOf(request, { asked }, policy)))) found.push(policy)
      const everything = pooled(found)
      if (isWithin(asked, everything))
        for (const decided of request.decided.flat()) if (isWithin(decided.asked, asked)) decided.effect ??= 'Permit'
    }
    return held
  }

const inContextOf =
  (first: Asked | undefined) =>
  ({ context }: Asked): boolean =>
    JSON.stringify(context) === JSON.stringify(first?.context)

const isWithin = (one: Asked, other: Asked): boolean =>
  all(other.resource.identifiers, one.resource.identifiers) && all(other.actions, one.actions)

/** Takes the request for one about what its first Permit without conditions is about. */
function turnToAnother(request: EvidenceRequest): boolean {
  const { policies } = request.participant.kit
  const other = policies.find(({ effect, conditions }) => effect === 'Permit' && !conditions)
  if (!other) return false
  const { policyIssuer, accessSubject: subject, resource, actions } = other
  Object.assign(request, {
    policyIssuer,
    subject,
    decided: [[{ asked: { resource, actions }, policies: [], effect: 'Permit' }]],
  })
  return true
}

/** Permit or Deny, by the policies that decide. */
export const effectRules = [
  rule(
    'policy',
    'a Deny wins over any Permit',
    denying((decided) => has(decided, 'Deny')),
    {
      'permit-overrides-deny': party('lets one Permit win over a Deny', () =>
        denying((decided) => has(decided, 'Deny') && !has(decided, 'Permit')),
      ),
      'overlooks-conditional-deny': party('lets a Permit win over a Deny that has conditions', () =>
        denying(({ policies }) => policies.some(({ effect, conditions }) => effect === 'Deny' && !conditions)),
      ),
      'permits-unless-denied': party('takes a Deny whose conditions do not hold for a Permit', () =>
        decidingDeny((_, holds) => (holds ? 'Deny' : 'Permit')),
      ),
      'permits-where-conditions-hold': party('takes a Deny whose conditions hold for a Permit', () =>
        decidingDeny(({ conditions }, holds) => (conditions && holds ? 'Permit' : 'Deny')),
      ),
    },
  ),
  rule('policy', 'a Permit is given where nothing stands against it', permit, {
    'permits-unnamed-resource': party('permits a known consumer what no policy is about', (right) => (request) => {
      const { policies } = request.participant.kit
      const isKnown = policies.some(({ accessSubject }) => accessSubject === request.subject)
      for (const decided of request.decided.flat())
        if (isKnown && whateverTheAction(request, decided.asked).length === 0) decided.effect = 'Permit'
      return right(request)
    }),
    'keeps-permit-by-subject': party(
      'permits a consumer everything of which one thing was permitted before',
      keepingPermits(({ subject }) => subject),
    ),
    'keeps-permit-by-resource': party(
      'permits every consumer a resource that was permitted to one before',
      keepingPermits((_, { resource }) => resource.identifiers.join(' ')),
    ),
    'keeps-permit-by-token': party(
      'permits everything with an access token with which one thing was permitted before',
      keepingPermits(({ issued }) => `with ${issued?.assertion}`),
    ),
    'keeps-permit-by-jwt': party(
      'permits everything on a forwarded JWT on which one thing was permitted before',
      keepingPermits(({ forwarded }) => `on ${forwarded.join(' ')}`),
    ),
    'covers-names-apart': party(
      'permits several resources and actions of one policy of a request where each stands in some policy that permits, whatever else that names',
      coveringApart(({ asked }) => asked.flat().map((one) => [one])),
    ),
    'pools-names-of-request': party(
      'permits all policies of a request in one context where each resource and each action stands in some policy that permits, whatever else that names',
      coveringApart(({ asked }) => [asked.flat().filter(inContextOf(asked[0]?.[0]))]),
    ),
    'decides-few-sets': party(
      'decides about the first four policy sets of a request and permits the others',
      permittingRest((sets) => sets.slice(few).flat()),
    ),
    'decides-few-policies': party(
      'decides about the first four policies of a policy set and permits the others',
      permittingRest((sets) => sets.flatMap((set) => set.slice(few))),
    ),
    'decides-first-set-for-all': party('gives all policy sets what comes of the first', (right) => async (request) => {
      const held = await right(request)
      const [first = [], ...others] = request.decided
      const isPermitted = first.every(({ effect }) => effect === 'Permit')
      for (const decided of others.flat()) if (isPermitted) decided.effect = 'Permit'
      return held
    }),
    'decides-first-policy-for-all': party(
      'decides about all policies of a request as about the first',
      (right) => async (request) => {
        const held = await right(request)
        const [first, ...others] = request.decided.flat()
        for (const decided of others) if (first?.effect) decided.effect = first.effect
        return held
      },
    ),
  }),
  rule(
    'policy',
    'there is evidence for everything that is asked for',
    ({ decided }) => isDecided(decided) || refuse(403, 'access_denied', 'no policy permits this'),
    {
      'answers-another-question': party(
        'answers with a Permit that it has for somebody or something else where it has none for what is asked',
        unless((request) => !isDecided(request.decided) && turnToAnother(request)),
      ),
    },
  ),
]
