import { mixing } from '../../engine/at-once.js'
import { party } from '../../engine/fault.js'
import { type EvidenceRequest, rule } from '../request.js'
import {
  alike,
  all,
  allOrAny,
  anyOfSubject,
  beginning,
  fitting,
  forSubject,
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
const mixedUp = mixing<EvidenceRequest['asked']>()

/** Which policies decide about each part of a request. */
export const selectionRules = [
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
]
