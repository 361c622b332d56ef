import type { Collateral, Reach } from './type.js'

const allOfWrong = {
  checks: [
    'service.nested-false',
    'service.eight-levels-false',
    'service.contradiction',
    'service.unknown-operator',
    'service.random-trees',
  ],
  reason: 'these trees have an allOf of which one node does not hold',
}

/** A node that cannot be read comes first in such a list. */
const allOfUnread = {
  checks: [
    ...allOfWrong.checks,
    ...['service.unknown-operand', 'service.two-kinds', 'service.incomplete-leaf', 'service.malformed-node'],
  ],
  reason: 'these trees have an allOf of which one node does not hold, or cannot be read',
}

const longerAtService = {
  checks: ['service.other-provider', 'service.any-of-none', 'service.other-spelling', 'service.random-trees'],
  reason: 'these conditions name an identifier that begins with the right one',
}

const respelledAtService: Collateral = {
  checks: ['service.evidence-respelled'],
  reason: 'one of the names in another spelling is that one',
}

const respelledSubject: Collateral = {
  checks: ['delegation.subject-respelled'],
  reason: 'a subject in another spelling is another one, of which some begin with the right one',
}

const ofCaller: Collateral = {
  checks: ['delegation.policy-of-caller'],
  reason: 'the one who asks is another one than the subject of the policy',
}

const nothingBehindBearer: Collateral = {
  checks: ['service.no-token'],
  reason: 'the empty text behind Bearer is one that was not issued, too',
}

/** Faults about the service of a ServiceProvider. */
export const ofService: Reach = {
  'ignores-evidence-end': {
    checks: ['service.evidence-outlived'],
    reason: 'without an end, evidence is not seen to end',
  },
  'serves-on-malformed-evidence': {
    checks: ['service.former-evidence'],
    reason: 'one of the answers after former evidence is malformed',
  },
  'caches-evidence-in-use': {
    checks: ['service.permit-since', 'service.former-evidence*'],
    reason: 'these checks change what is said about a consumer within the time for which evidence is remembered',
  },
  'refreshes-evidence-behind': {
    checks: ['service.permit-since', 'service.former-evidence*'],
    reason: 'these checks change what is said about a consumer within the time for which evidence is kept',
  },
  'remembers-evidence-for-good': {
    checks: ['service.current-evidence', 'service.permit-since', 'service.former-evidence*'],
    reason: 'these checks change what is said about a consumer, and evidence that is remembered for good stays',
  },
  'serves-any-token': nothingBehindBearer,
  'serves-file-for-token': nothingBehindBearer,
  're-encodes-forwarded-jwt': {
    checks: ['service.forwards-in-time'],
    reason: 'it compares what is forwarded with what was sent, too',
  },
  'requires-conditions': {
    checks: ['service.*', 'asking.*'],
    reason: 'it refuses the conforming control of every call',
  },
  'accepts-unknown-party': {
    checks: [
      'registry.again',
      'identity.wildcard',
      'identity.lookup-injection',
      'identity.letter-case',
      'identity.near-miss',
      'identity.lookup-traversal',
    ],
    reason:
      'a client_id of wild cards, of two ids, or in other letters is no known party, and no party that was withdrawn is',
  },
  'coerces-alg': { checks: ['http.no-leak'], reason: 'one of the malformed assertions is granted' },
  'refuses-conditions': {
    checks: [
      'service.side-by-side',
      'service.any-of-one',
      'service.nested-true',
      'service.eight-levels-true',
      'service.twenty-nodes-true',
      'service.truth-table',
      'service.random-trees',
    ],
    reason: 'conditions that hold are refused too',
  },
  'ignores-conditions-at-service': {
    checks: [
      'service.all-of-false',
      'service.nested-false',
      'service.eight-levels-false',
      'service.twenty-nodes-false',
      'service.contradiction',
      'service.unknown-oper*',
      'service.two-kinds',
      'service.incomplete-leaf',
      'service.malformed-node',
      'service.other-type',
      'service.other-spelling',
      'service.near-miss',
      'service.pattern',
      'service.policies-apart',
      'service.side-by-side',
      'service.call-names-provider',
    ],
    reason: 'who evaluates no conditions serves whatever they are',
  },
  'takes-value-for-pattern-at-service': {
    checks: [
      'service.side-by-side',
      'service.other-spelling',
      'service.any-of-one',
      'service.own-provider',
      'service.nested-true',
      'service.eight-levels-true',
      'service.twenty-nodes-true',
      'service.truth-table',
      'service.random-trees',
    ],
    reason: 'as a pattern, an identifier with a dot or a plus in it does not match itself',
  },
  'takes-shorter-value-at-service': longerAtService,
  'finds-value-within-at-service': longerAtService,
  'any-of-needs-all-at-service': {
    checks: ['service.nested-true', 'service.eight-levels-true', 'service.random-trees'],
    reason: 'these trees have an anyOf of which one node holds',
  },
  'any-of-reads-first-at-service': {
    checks: ['service.nested-true', 'service.eight-levels-true', 'service.random-trees'],
    reason: 'these trees have an anyOf of which one node holds',
  },
  'permits-deep-nodes-at-service': {
    checks: ['service.random-trees', 'service.thousand-random-trees'],
    reason: 'some of the random trees have more than four levels',
  },
  'all-of-needs-one-at-service': allOfUnread,
  'all-of-reads-first-at-service': allOfWrong,
  'all-of-reads-last-at-service': allOfUnread,
  'ignores-deny': {
    checks: [
      ...['service.deny-wins', 'service.deny-in-*', 'service.current-evidence', 'service.side-by-side'],
      'service.evidence-outlived',
    ],
    reason: 'there the evidence denies as well',
  },
  'ignores-evidence-resource': {
    checks: ['service.policies-apart', 'service.evidence-respelled', 'service.side-by-side'],
    reason: 'it takes the Permit for another resource for one for its own',
  },
  'ignores-evidence-subject': respelledAtService,
  'ignores-evidence-issuer': respelledAtService,
  'ignores-evidence-action': respelledAtService,
  'takes-longer-resource': respelledAtService,
  'finds-resource-within': respelledAtService,
  'takes-longer-action': respelledAtService,
  'takes-longer-subjects': respelledSubject,
  'ignores-access-subject': {
    checks: [...respelledSubject.checks, 'delegation.subject-near-miss', 'delegation.policy-of-caller'],
    reason: 'a subject in another spelling, and the one who asks, is another one',
  },
  'takes-policy-of-another': ofCaller,
  'takes-conditions-of-another': ofCaller,
  'permits-where-conditions-hold': {
    checks: ['delegation.deny'],
    reason: 'one of the Denies has conditions that hold',
  },
  'compares-ends-at-service': {
    checks: ['service.other-spelling'],
    reason: 'some other spellings end with the right one',
  },
  'asks-as-consumer': {
    checks: ['client.*'],
    reason: 'what the participant sends to the AuthorisationRegistry is judged over the whole run',
  },
}
