import { mixing } from '../../engine/at-once.js'
import { party } from '../../engine/fault.js'
import { Refusal, refuse } from '../../engine/refusal.js'
import { type Change, obey, unless } from '../../engine/rule.js'
import type { KitPolicy } from '../../kit.js'
import { type Asked, type Candidate, type Decided, type EvidenceRequest, rule } from '../request.js'
import {
  alike,
  all,
  allOrAny,
  anyOfSubject,
  beginning,
  fitting,
  forSubject,
  keepingPermits,
  naming,
  ofIssuer,
  ofListedSubject,
  ofLongerSubject,
  ofSpelledSubject,
  ofSubject,
  ofSubjectOrCaller,
  orAny,
  type Selection,
  some,
  spelled,
  whatever,
  whateverTheAction,
  whateverTheType,
  where,
  whereIssuerKnown,
  whereKnown,
  whoeverIssued,
} from './selections.js'

const selecting =
  (select: Selection) =>
  (request: EvidenceRequest): boolean => {
    request.decided = request.asked.map((set) => set.map((asked) => ({ asked, policies: select(request, asked) })))
    return true
  }

const has = ({ policies }: Decided, effect: KitPolicy['effect']): boolean =>
  policies.some((policy) => policy.effect === effect)

const denying =
  (denied: (decided: Decided) => boolean) =>
  (request: EvidenceRequest): boolean => {
    for (const decided of request.decided.flat()) if (denied(decided)) decided.effect = 'Deny'
    return true
  }

/** Each resource with each action. */
const partsOf = ({ resource, actions, ...more }: Asked): readonly Asked[] =>
  resource.identifiers.flatMap((identifier) =>
    actions.map((action) => ({ ...more, resource: { ...resource, identifiers: [identifier] }, actions: [action] })),
  )

/** What several names stand in and no policy names as a whole. */
const splitting =
  (put: (parts: readonly Decided[], whole: Decided) => readonly Decided[]) =>
  (request: EvidenceRequest): boolean => {
    const split = (whole: Decided): readonly Decided[] => {
      const parts = whole.policies.length > 0 ? [] : partsOf(whole.asked)
      if (parts.length < 2) return [whole]
      return put(
        parts.map((asked) => ({ asked, policies: ofSubject(request, asked) })),
        whole,
      )
    }
    request.decided = request.decided.map((set) => set.flatMap(split))
    return true
  }

/** What one part is decided by, for the whole, where policies name each part. */
const byOneOf = (one: (parts: readonly Decided[]) => Decided | undefined) =>
  splitting((parts, { asked }) => {
    const isNamed = parts.every(({ policies }) => policies.length > 0)
    return isNamed ? [{ asked, policies: one(parts)?.policies ?? [] }] : parts
  })

/** A Deny may turn out as a Permit, by whether its conditions hold. */
const decidingDeny =
  (effectOf: (policy: KitPolicy, holds: boolean) => KitPolicy['effect']) =>
  async (request: EvidenceRequest): Promise<boolean> => {
    for (const decided of request.decided.flat())
      for (const policy of decided.policies.filter(({ effect }) => effect === 'Deny'))
        decided.effect = effectOf(policy, await passes(candidateOf(request, decided, policy)))
    return true
  }

const candidateOf = (request: EvidenceRequest, { asked }: Decided, policy: KitPolicy): Candidate => ({
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

const mixedUp = mixing<EvidenceRequest['asked']>()

/** What the policies say about what is asked for. */
export const policyRules = [
  rule('policy', 'the policies are those for the party that is asked about', selecting(ofSubject), {
    'ignores-access-subject': party('gives the policy of another subject', () => selecting(ofIssuer)),
    'ignores-actions': party('does not compare the actions of a policy with those that are asked for', () =>
      selecting(whateverTheAction),
    ),
    'mixes-up-questions': party(
      'takes what another request asks that comes at once for what a request asks',
      (right) => async (request) => {
        request.asked = await mixedUp(request.participant, JSON.stringify(request.asked), request.asked)
        return right(request)
      },
    ),
    'permits-some-identifiers': party('permits identifiers of which a policy names one', () =>
      selecting(forSubject(naming(some, all))),
    ),
    'permits-some-actions': party('permits actions of which a policy names one', () =>
      selecting(forSubject(naming(all, some))),
    ),
    'ignores-resource-type': party(
      'does not compare the type of a resource that is asked for with that of a policy',
      () => selecting(whateverTheType),
    ),
    'ignores-attributes': party('does not compare the attributes that are asked for with those of a policy', () =>
      selecting(forSubject(naming(all, all, all, all, whatever))),
    ),
    'permits-longer-attributes': party('permits an attribute that begins with one that a policy names', () =>
      selecting(forSubject(naming(all, all, all, all, orAny(beginning)))),
    ),
    'spells-attributes-alike': party(
      'decodes, folds and trims the attributes that are asked for before it compares',
      () => selecting(forSubject(naming(all, all, all, all, orAny(spelled)))),
    ),
    'takes-policy-of-another': party('gives a subject that has a policy the policies of others', () =>
      selecting(where(anyOfSubject, ofIssuer)),
    ),
    'takes-policy-of-caller': party('gives a subject the policies of the party that asks about it', () =>
      selecting(ofSubjectOrCaller),
    ),
    'takes-longer-subjects': party('takes a subject whose identifier begins with that of a policy', () =>
      selecting(ofLongerSubject),
    ),
    'takes-subject-for-list': party('takes a subject for a list of them', () => selecting(ofListedSubject)),
    'spells-subjects-alike': party('decodes, folds and trims a subject before it compares', () =>
      selecting(ofSpelledSubject),
    ),
    'takes-conditions-of-another': party(
      'takes the conditions of the policy of another subject for those of a policy',
      () => selecting(where(ofSubject, ofIssuer)),
    ),
    'joins-policies-of-resource': party(
      'takes the conditions of another policy about the same resource for those of a policy',
      () => selecting(where(ofSubject, whateverTheAction)),
    ),
    'pools-conditions': party(
      'permits what some policy permits where the conditions of any policy about the same resource hold',
      () =>
        selecting((request, asked) => {
          const own = ofSubject(request, asked)
          const isFree = own.length === 0 || own.some(({ conditions }) => conditions === undefined)
          return isFree ? own : whateverTheAction(request, asked).filter(({ conditions }) => conditions !== undefined)
        }),
    ),
    'permits-known-actions': party('permits every action that some policy names, whatever that is about', () =>
      selecting(whereKnown(({ actions }) => actions, whateverTheAction)),
    ),
    'permits-known-issuers': party('permits in the name of any party that issued some policy', () =>
      selecting(whereIssuerKnown),
    ),
    'permits-known-types': party('permits every type of resource that some policy names, whatever that is about', () =>
      selecting(whereKnown(({ resource }) => [resource.type], whateverTheType)),
    ),
    'ignores-policy-issuer': party('does not compare who is said to have issued a policy with who did', () =>
      selecting(whoeverIssued),
    ),
    'permits-longer-resources': party(
      'permits a resource whose identifier or type begins with one that a policy names',
      () => selecting(forSubject(naming(beginning, all, beginning))),
    ),
    'permits-longer-actions': party('permits an action that begins with one that a policy names', () =>
      selecting(forSubject(naming(all, beginning))),
    ),
    'folds-names': party('trims the names that are asked for and ignores their letter case', () =>
      selecting(forSubject(naming(alike, alike, alike, alike))),
    ),
    'spells-names-alike': party('decodes, folds and trims the names that are asked for before it compares', () =>
      selecting(forSubject(naming(spelled, spelled, spelled, spelled))),
    ),
    'reads-names-as-patterns': party('reads the names that are asked for as regular expressions', () =>
      selecting(forSubject(naming(fitting, fitting, fitting))),
    ),
    'takes-asterisk-for-any': party('takes * in a request for whatever a policy names', () =>
      selecting(forSubject(naming(allOrAny, allOrAny))),
    ),
  }),
  rule(
    'policy',
    'what no policy names as a whole is decided part by part',
    splitting((parts) => parts),
    {
      'takes-first-decision-for-all': party(
        'decides about several resources or actions of one policy as about the first',
        () => byOneOf(([first]) => first),
      ),
      'takes-last-decision-for-all': party(
        'decides about several resources or actions of one policy as about the last',
        () => byOneOf((parts) => parts.at(-1)),
      ),
    },
  ),
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
