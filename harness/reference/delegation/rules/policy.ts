import { Refusal, refuse } from '../../engine/refusal.js'
import { type Change, obey } from '../../engine/rule.js'
import type { KitPolicy } from '../../kit.js'
import { folded } from '../conditions.js'
import { type Asked, type Candidate, type Decided, type EvidenceRequest, rule } from '../request.js'

type Selection = (request: EvidenceRequest, asked: Asked) => readonly KitPolicy[]

type Names = (named: readonly string[], asked: readonly string[]) => boolean

const all: Names = (named, asked) => asked.every((one) => named.includes(one))
const some: Names = (named, asked) => asked.some((one) => named.includes(one))
const allOfAny: Names = (named, asked) => named.includes('*') || all(named, asked)
const allOrAny: Names = (named, asked) => asked.includes('*') || all(named, asked)

const beginning: Names = (named, asked) => asked.every((one) => named.some((name) => one.startsWith(name)))
const fitting: Names = (named, asked) =>
  asked.every((one) => named.some((name) => name === one || fitsExpression(name, one)))
const alike: Names = (named, asked) => all(named.map(folded), asked.map(folded))
const whatever: Names = () => true

function fitsExpression(name: string, pattern: string): boolean {
  try {
    return new RegExp(`^(?:${pattern})$`).test(name)
  } catch {
    return false
  }
}

/** The policies whose issuer, identifiers, attributes, actions and type are those that are asked for, whoever they are for. */
const naming =
  (
    identifiers: Names,
    actions: Names,
    types: Names = all,
    issuers: Names = all,
    attributes: Names = allOfAny,
  ): Selection =>
  ({ participant, policyIssuer }, asked) =>
    participant.kit.policies.filter(
      (policy) =>
        issuers([policy.policyIssuer], [policyIssuer]) &&
        types([policy.resource.type], [asked.resource.type]) &&
        identifiers(policy.resource.identifiers, asked.resource.identifiers) &&
        attributes(policy.resource.attributes, asked.resource.attributes ?? ['*']) &&
        actions(policy.actions, asked.actions),
    )

const forSubject =
  (select: Selection): Selection =>
  (request, asked) =>
    select(request, asked).filter(({ accessSubject }) => accessSubject === request.subject)

/** The policies of the issuer that are about everything that is asked, whoever they are for. */
const ofIssuer = naming(all, all)
const ofSubject = forSubject(ofIssuer)

const ofLongerSubject: Selection = (request, asked) =>
  ofIssuer(request, asked).filter(({ accessSubject }) => request.subject.startsWith(accessSubject))
const whateverTheAction: Selection = (request, asked) => ofSubject(request, { ...asked, actions: [] })
const whoeverIssued = forSubject(naming(all, all, all, whatever))
const whateverTheType = forSubject(naming(all, all, whatever))

/** What one selection finds, where another one finds anything. */
const where =
  (found: Selection, select: Selection): Selection =>
  (request, asked) =>
    found(request, asked).length > 0 ? select(request, asked) : []

/** What a selection finds, where each name that is asked for stands in some policy. */
const whereKnown =
  (
    namesIn: (about: Pick<KitPolicy, 'resource' | 'actions'> | Asked) => readonly string[],
    select: Selection,
  ): Selection =>
  (request, asked) => {
    const known = request.participant.kit.policies.flatMap(namesIn)
    return all(known, namesIn(asked)) ? select(request, asked) : []
  }

const whereIssuerKnown: Selection = (request, asked) =>
  request.participant.kit.policies.some(({ policyIssuer }) => policyIssuer === request.policyIssuer)
    ? whoeverIssued(request, asked)
    : []

const anyOfSubject: Selection = ({ participant, subject }) =>
  participant.kit.policies.filter(({ accessSubject }) => accessSubject === subject)

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

/** What the policies say about what is asked for. */
export const policyRules = [
  rule('policy', 'the policies are those for the party that is asked about', selecting(ofSubject), {
    'ignores-access-subject': () => selecting(ofIssuer),
    'ignores-actions': () => selecting(whateverTheAction),
    'permits-some-identifiers': () => selecting(forSubject(naming(some, all))),
    'permits-some-actions': () => selecting(forSubject(naming(all, some))),
    'ignores-resource-type': () => selecting(whateverTheType),
    'ignores-attributes': () => selecting(forSubject(naming(all, all, all, all, whatever))),
    'takes-policy-of-another': () => selecting(where(anyOfSubject, ofIssuer)),
    'takes-longer-subjects': () => selecting(ofLongerSubject),
    'takes-conditions-of-another': () => selecting(where(ofSubject, ofIssuer)),
    'joins-policies-of-resource': () => selecting(where(ofSubject, whateverTheAction)),
    'permits-known-actions': () => selecting(whereKnown(({ actions }) => actions, whateverTheAction)),
    'permits-known-issuers': () => selecting(whereIssuerKnown),
    'permits-known-types': () => selecting(whereKnown(({ resource }) => [resource.type], whateverTheType)),
    'ignores-policy-issuer': () => selecting(whoeverIssued),
    'permits-longer-resources': () => selecting(forSubject(naming(beginning, all, beginning))),
    'permits-longer-actions': () => selecting(forSubject(naming(all, beginning))),
    'folds-names': () => selecting(forSubject(naming(alike, alike, alike, alike))),
    'reads-names-as-patterns': () => selecting(forSubject(naming(fitting, fitting, fitting))),
    'takes-asterisk-for-any': () => selecting(forSubject(naming(allOrAny, allOrAny))),
  }),
  rule(
    'policy',
    'a Deny wins over any Permit',
    denying((decided) => has(decided, 'Deny')),
    {
      'permit-overrides-deny': () => denying((decided) => has(decided, 'Deny') && !has(decided, 'Permit')),
      'overlooks-conditional-deny': () =>
        denying(({ policies }) => policies.some(({ effect, conditions }) => effect === 'Deny' && !conditions)),
      'permits-unless-denied': () => decidingDeny((_, holds) => (holds ? 'Deny' : 'Permit')),
      'permits-where-conditions-hold': () =>
        decidingDeny(({ conditions }, holds) => (conditions && holds ? 'Permit' : 'Deny')),
    },
  ),
  rule('policy', 'a Permit is given where nothing stands against it', permit, {
    'permits-unnamed-resource': (right) => (request) => {
      const { policies } = request.participant.kit
      const isKnown = policies.some(({ accessSubject }) => accessSubject === request.subject)
      for (const decided of request.decided.flat())
        if (isKnown && whateverTheAction(request, decided.asked).length === 0) decided.effect = 'Permit'
      return right(request)
    },
    'decides-few-sets': permittingRest((sets) => sets.slice(few).flat()),
    'decides-few-policies': permittingRest((sets) => sets.flatMap((set) => set.slice(few))),
    'decides-first-set-for-all': (right) => async (request) => {
      const held = await right(request)
      const [first = [], ...others] = request.decided
      const isPermitted = first.every(({ effect }) => effect === 'Permit')
      for (const decided of others.flat()) if (isPermitted) decided.effect = 'Permit'
      return held
    },
    'decides-first-policy-for-all': (right) => async (request) => {
      const held = await right(request)
      const [first, ...others] = request.decided.flat()
      for (const decided of others) if (first?.effect) decided.effect = first.effect
      return held
    },
  }),
  rule(
    'policy',
    'there is evidence for everything that is asked for',
    ({ decided }) =>
      decided.flat().every(({ effect }) => effect) || refuse(403, 'access_denied', 'no policy permits this'),
    {},
  ),
]
