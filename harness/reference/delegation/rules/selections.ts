import { isListed, spelledAlike } from '../../encoding/slips.js'
import type { Change } from '../../engine/rule.js'
import type { KitPolicy } from '../../kit.js'
import { folded } from '../conditions.js'
import type { Asked, EvidenceRequest } from '../request.js'

/** The policies of the kit that are about something that is asked for. */
export type Selection = (request: EvidenceRequest, asked: Asked) => readonly KitPolicy[]

type Names = (named: readonly string[], asked: readonly string[]) => boolean

/** Everything that is asked for is named. */
export const all: Names = (named, asked) => asked.every((one) => named.includes(one))
/** Something that is asked for is named. */
export const some: Names = (named, asked) => asked.some((one) => named.includes(one))
/** The same, and `*` stands for whatever is named. */
export const allOrAny: Names = (named, asked) => asked.includes('*') || all(named, asked)

/** Everything that is asked for begins with something that is named. */
export const beginning: Names = (named, asked) => asked.every((one) => named.some((name) => one.startsWith(name)))
/** Everything that is asked for is an expression that something named fits. */
export const fitting: Names = (named, asked) =>
  asked.every((one) => named.some((name) => name === one || fitsExpression(name, one)))
/** Everything that is asked for is named, letter case and space apart. */
export const alike: Names = (named, asked) => all(named.map(folded), asked.map(folded))
/** Everything that is asked for is named, to a reader that decodes, folds and trims. */
export const spelled: Names = (named, asked) => asked.every((one) => named.some((name) => spelledAlike(one, name)))
/** The same for attributes, of which `*` stands for all. */
export const orAny =
  (names: Names): Names =>
  (named, asked) =>
    named.includes('*') || names(named, asked)
/** Names are not compared. */
export const whatever: Names = () => true

function fitsExpression(name: string, pattern: string): boolean {
  try {
    return new RegExp(`^(?:${pattern})$`).test(name)
  } catch {
    return false
  }
}

/** The policies whose issuer, identifiers, attributes, actions and type are those of the request, for any subject. */
export const naming =
  (
    identifiers: Names,
    actions: Names,
    types: Names = all,
    issuers: Names = all,
    attributes: Names = orAny(all),
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

/** Of what a selection finds, the policies for the subject that is asked about. */
export const forSubject =
  (select: Selection): Selection =>
  (request, asked) =>
    select(request, asked).filter(({ accessSubject }) => accessSubject === request.subject)

/** The policies of the issuer that are about everything that is asked, for any subject. */
export const ofIssuer = naming(all, all)
/** The same for the subject that is asked about. */
export const ofSubject = forSubject(ofIssuer)

/** Those that are about something of what is asked, and permit some action that is. */
export const someOfSubject = forSubject(naming(some, some))

const forSubjectLike =
  (isLike: (subject: string, accessSubject: string) => boolean): Selection =>
  (request, asked) =>
    ofIssuer(request, asked).filter(({ accessSubject }) => isLike(request.subject, accessSubject))

/** The same for subjects with whose identifier that one begins. */
export const ofLongerSubject = forSubjectLike((subject, own) => subject.startsWith(own))
/** The same for that subject and for the party that asks. */
export const ofSubjectOrCaller: Selection = (request, asked) =>
  ofIssuer(request, asked).filter(({ accessSubject }) => [request.subject, request.caller].includes(accessSubject))
/** The same for subjects that stand in that one as in a list. */
export const ofListedSubject = forSubjectLike(isListed)
/** The same for subjects with that identifier to a reader that decodes, folds and trims. */
export const ofSpelledSubject = forSubjectLike(spelledAlike)
/** Those of the subject whose actions are not compared. */
export const whateverTheAction: Selection = (request, asked) => ofSubject(request, { ...asked, actions: [] })
/** Those of the subject whose issuer is not compared. */
export const whoeverIssued = forSubject(naming(all, all, all, whatever))
/** Those of the subject whose type of resource is not compared. */
export const whateverTheType = forSubject(naming(all, all, whatever))

/** What one selection finds, where another one finds anything. */
export const where =
  (found: Selection, select: Selection): Selection =>
  (request, asked) =>
    found(request, asked).length > 0 ? select(request, asked) : []

/** What a selection finds, where each name that is asked for stands in some policy. */
export const whereKnown =
  (
    namesIn: (about: Pick<KitPolicy, 'resource' | 'actions'> | Asked) => readonly string[],
    select: Selection,
  ): Selection =>
  (request, asked) => {
    const known = request.participant.kit.policies.flatMap(namesIn)
    return all(known, namesIn(asked)) ? select(request, asked) : []
  }

/** Those of the subject, by any issuer, where the issuer that is asked for issued any. */
export const whereIssuerKnown: Selection = (request, asked) =>
  request.participant.kit.policies.some(({ policyIssuer }) => policyIssuer === request.policyIssuer)
    ? whoeverIssued(request, asked)
    : []

/** All policies of the subject. */
export const anyOfSubject: Selection = ({ participant, subject }) =>
  participant.kit.policies.filter(({ accessSubject }) => accessSubject === subject)

/** What was permitted once is permitted to all that have the same key, where no policy says otherwise. */
export const keepingPermits =
  (key: (request: EvidenceRequest, asked: Asked) => string): Change<EvidenceRequest> =>
  (right) =>
  async (request) => {
    const { found } = request.participant.memory
    const held = await right(request)
    for (const decided of request.decided.flat()) {
      const name = `permit ${key(request, decided.asked)}`
      if (decided.effect === 'Permit') found.add(name)
      else if (decided.effect === undefined && found.has(name)) decided.effect = 'Permit'
    }
    return held
  }
