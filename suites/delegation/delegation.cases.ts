import type { FaultName } from '../../harness/faults/faults.js'
import type { CaseId } from '../../requirements/cases/index.js'
import type { RequirementId } from '../../requirements/list.js'

import { evidenceRoles } from '../support/roles.js'
import type { Coverage } from '../support/row.js'
import { checksWith } from '../support/row.js'
import { takingForged } from '../support/values/forged-tokens.js'
import { madeOfRequest } from '../support/values/unissued-tokens.js'

export const check = checksWith({ roles: evidenceRoles })

export const bySupplier = check('delegation.supplied-context', 'POS-35', 'ignores-consumer-context')
export const unconditionally = check('delegation.unconditional-policy', 'POS-36', [
  'requires-context',
  'refuses-context',
])
/** Who wants it elsewhere, or nowhere, refuses a client that keeps to the text (ruling 31). */
export const contextAsStated = check('delegation.context-as-stated', 'DELEGATION-CONTEXT', 'refuses-context', {
  level: 'strict',
})
/** How a registry stores conditions is not shown (ruling 32). */
export const holdsConditions = check('delegation.holds-conditions', 'DELEGATION-CONDITIONS', 'holds-no-conditions', {
  level: 'strict',
})
export const structured = check('delegation.response', ['DELEGATION-RESPONSE', 'POS-35', 'POS-36'], 'omits-policy-sets')
/** A ServiceProvider serves by what the evidence names, which may be all that a registry holds about a consumer. */
export const nothingWider = check(
  'delegation.nothing-wider',
  'DELEGATION-RESPONSE',
  ['widens-identifiers', 'widens-actions', 'hands-out-all-as-permits'],
  { level: 'strict' },
)
export const inTime = check(
  'delegation.in-time',
  'DELEGATION-RESPONSE',
  ['answers-with-old-evidence', 'answers-in-milliseconds', 'omits-policy-issuer'],
  { level: 'should' },
)
export const otherSubject = check(
  'delegation.other-subject',
  ['DELEGATION-RESPONSE', 'POS-35'],
  'ignores-access-subject',
  {
    level: 'should',
  },
)
/** A registry that asks only whether it knows a party has policies about others too. */
export const subjectOfAnother = check(
  'delegation.policy-of-another-subject',
  'DELEGATION-RESPONSE',
  ['ignores-access-subject', 'takes-policy-of-another'],
  { level: 'strict' },
)

export const subjectNearMiss = check(
  'delegation.subject-near-miss',
  'DELEGATION-RESPONSE',
  ['takes-longer-subjects', 'takes-subject-for-list'],
  { level: 'strict' },
)
export const subjectRespelled = check('delegation.subject-respelled', 'DELEGATION-RESPONSE', 'spells-subjects-alike', {
  level: 'should',
})

/** The text shows no names of what a policy is about (L188). */
const unnamed = (id: string, ...detects: readonly FaultName[]): Coverage =>
  check(id, 'DELEGATION-RESPONSE', detects, { level: 'strict' })
export const otherResource = unnamed('delegation.other-resource', 'permits-unnamed-resource')
export const otherAction = unnamed('delegation.other-action', 'ignores-actions')
export const actionOfAnother = unnamed(
  'delegation.action-of-another-policy',
  'permits-known-actions',
  'ignores-actions',
)
export const issuerOfAnother: Coverage = {
  ...unnamed('delegation.issuer-of-another-policy', 'permits-known-issuers', 'ignores-policy-issuer'),
  // Whose policies an EntitledParty holds is itself.
  roles: ['AuthorisationRegistry'],
}
export const typeOfAnother = unnamed(
  'delegation.type-of-another-policy',
  'permits-known-types',
  'ignores-resource-type',
)
/** Whether two names are one where they differ in letter case alone, is not said. */
export const respelledNames = check(
  'delegation.names-respelled',
  'DELEGATION-RESPONSE',
  ['folds-names', 'spells-names-alike'],
  { level: 'should', slow: 180 },
)
/** The text names no attributes, and shows no resource of which a part alone is permitted. */
export const otherAttribute = check('delegation.other-attribute', 'DELEGATION-RESPONSE', 'ignores-attributes', {
  level: 'should',
})
export const attributeNearMiss = check(
  'delegation.attribute-near-miss',
  'DELEGATION-RESPONSE',
  ['permits-longer-attributes', 'spells-attributes-alike', 'ignores-attributes'],
  { level: 'should' },
)
/** The text does not show what a request for nothing is. */
export const emptyLists = check('delegation.empty-lists', 'DELEGATION-RESPONSE', 'permits-empty-lists', {
  level: 'should',
})
/** A ServiceProvider that does not compare serves by such evidence. */
export const anotherQuestion = check('delegation.another-question', 'DELEGATION-RESPONSE', 'answers-another-question', {
  level: 'should',
})
export const policiesApart = check(
  'delegation.policies-apart',
  'DELEGATION-CONDITIONS',
  ['joins-policies-of-resource', 'pools-conditions', 'ignores-actions', 'permits-known-actions'],
  { level: 'must' },
)
export const subjectsApart = check(
  'delegation.subjects-apart',
  'DELEGATION-CONDITIONS',
  ['takes-conditions-of-another', 'takes-policy-of-another', 'ignores-access-subject'],
  { level: 'must' },
)
/** Who asks may have policies of its own, as a subject of others. */
export const policyOfCaller = check('delegation.policy-of-caller', 'DELEGATION-CONDITIONS', 'takes-policy-of-caller', {
  level: 'must',
})
export const otherResourceType = unnamed(
  'delegation.other-resource-type',
  'ignores-resource-type',
  'permits-unnamed-resource',
)
export const otherIssuer = unnamed('delegation.other-issuer', 'ignores-policy-issuer')
export const resourceNearMiss = unnamed(
  'delegation.resource-near-miss',
  'permits-longer-resources',
  'reads-names-as-patterns',
  'ignores-resource-type',
  'permits-unnamed-resource',
)
export const actionNearMiss = unnamed(
  'delegation.action-near-miss',
  'permits-longer-actions',
  'reads-names-as-patterns',
  'ignores-actions',
)
export const resourceBeside = unnamed(
  'delegation.resource-beside',
  'permits-some-identifiers',
  'permits-unnamed-resource',
)
export const actionBeside = unnamed('delegation.action-beside', 'permits-some-actions', 'ignores-actions')
export const asterisk = unnamed(
  'delegation.asterisk',
  'takes-asterisk-for-any',
  'permits-unnamed-resource',
  'ignores-actions',
)
export const eachPolicy = check('delegation.each-policy', 'DELEGATION-CONDITIONS', 'decides-first-policy-for-all', {
  level: 'must',
})
export const eachOfMany = check(
  'delegation.each-of-twelve-policies',
  'DELEGATION-CONDITIONS',
  ['decides-few-policies', 'decides-first-policy-for-all'],
  { level: 'must' },
)
export const eachSetOfMany = check(
  'delegation.each-of-twelve-sets',
  'DELEGATION-CONDITIONS',
  ['decides-few-sets', 'decides-first-set-for-all', 'decides-first-policy-for-all'],
  { level: 'must' },
)
export const eachSet = check(
  'delegation.each-policy-set',
  'DELEGATION-CONDITIONS',
  ['decides-first-set-for-all', 'decides-first-policy-for-all'],
  { level: 'must' },
)
/** Who looks for each resource and for each action of a request by itself finds pairs that no policy permits. */
export const eachPairOfPolicies = check(
  'delegation.each-pair-of-policies',
  'DELEGATION-CONDITIONS',
  [
    'pools-names-of-request',
    'decides-first-policy-for-all',
    'decides-first-set-for-all',
    'joins-policies-of-resource',
    'pools-conditions',
    'permits-known-actions',
    'ignores-actions',
  ],
  { level: 'must' },
)
export const actionsCrossed = unnamed(
  'delegation.actions-crossed',
  'pools-names-of-request',
  'permits-known-actions',
  'ignores-actions',
)
export const ownContext = check(
  'delegation.context-of-each-policy',
  'DELEGATION-CONTEXT',
  ['takes-first-context-for-all', 'decides-first-policy-for-all'],
  { level: 'must' },
)
export const otherValue = check('delegation.context-value', 'DLG-01', ['ignores-context-value', 'ignores-conditions'])
export const nearMiss = check('delegation.context-near-miss', 'DLG-01', [
  'takes-longer-context',
  'takes-shorter-context',
  'compares-ends-of-context',
  'finds-context-within',
  'takes-context-for-pattern',
  'takes-context-for-list',
])
export const noContext = check('delegation.context-missing', 'DLG-02', ['assumes-context', 'ignores-conditions'])
/** Either reading of who evaluates conditions conforms (ruling 17). */
export const evaluator = check('delegation.evaluator', 'DELEGATION-EVALUATOR', [], { level: 'should' })
export const otherKeys = check('delegation.context-other-keys', 'DLG-03', [
  'assumes-context',
  'takes-any-context-key',
  'takes-longer-context-key',
])

/** Names in JSON are compared character by character (RFC 8259 §8.3). */
export const keySpelling = check(
  'delegation.context-key-spelling',
  'DELEGATION-CONTEXT',
  ['folds-context-keys', 'takes-any-context-key', 'assumes-context'],
  { level: 'should' },
)

export const extraKeys = check('delegation.context-extra-keys', 'DLG-27', 'refuses-extra-context')
export const twiceNamed = check('delegation.context-repeated-key', 'DLG-25', 'reads-first-context-value')
export const inherited = check('delegation.context-inherited-key', 'DLG-24', 'finds-inherited-keys')
export const otherSpelling = check('delegation.context-spelling', 'DLG-21', [
  'folds-context',
  'ignores-letter-case-of-context',
  'spells-context-alike',
])
export const otherType = check('delegation.context-type', 'DLG-20', 'loose-equality')
export const spoofed = check('delegation.context-spoofed', 'DLG-26')

export const deniedOnConditions = check(
  'delegation.conditional-deny',
  'DELEGATION-RESPONSE',
  ['permits-unless-denied', 'permits-where-conditions-hold'],
  { level: 'strict' },
)
export const denied = check('delegation.deny', 'DLG-28', ['permit-overrides-deny', 'overlooks-conditional-deny'])

export const withoutToken = check('delegation.no-token', 'DLG-29', [
  'serves-evidence-without-token',
  'serves-evidence-to-local-callers-without-token',
])
/** A framework may begin a session that nobody asked for. */
export const cookieWithoutToken = check(
  'delegation.cookie-without-token',
  'DLG-29',
  'serves-evidence-in-sessions-without-token',
  { level: 'strict' },
)
/** What a filter guards is a path in one spelling. */
export const withoutTokenElsewhere = check(
  'delegation.other-spellings',
  'DELEGATION-AUTHENTICATED',
  ['serves-evidence-behind-slash-without-token', 'serves-evidence-without-token'],
  { level: 'strict' },
)
export const foreignToken = check('delegation.foreign-token', 'DLG-29', ['takes-foreign-token', ...madeOfRequest])
export const forgedToken = check('delegation.forged-token', 'DLG-29', [...takingForged, 'takes-foreign-token'])
export const strangersToken = check('delegation.token-of-another', 'DLG-29', 'forward-trusts-body', {
  level: 'should',
})
/** A registry that keeps the asker in one place mixes up those who come at once. */
export const callerOfToken = check('delegation.caller-of-token', 'DLG-29', 'takes-latest-for-asker')
export const callersAtOnce = check('delegation.callers-side-by-side', 'DLG-29', 'mixes-up-askers', { unsafe: 'race' })
export const evidenceAtOnce = check('delegation.evidence-side-by-side', 'DLG-29', 'mixes-up-evidence', {
  unsafe: 'race',
})
/** A registry that keeps the question in one place mixes that up too, though the same party asks. */
export const requestsAtOnce = check(
  'delegation.requests-side-by-side',
  'DELEGATION-RESPONSE',
  ['mixes-up-requests', 'mixes-up-questions'],
  {
    level: 'must',
    unsafe: 'race',
  },
)
/** And the context in which it is asked. */
export const contextsAtOnce = check('delegation.contexts-side-by-side', 'DELEGATION-CONDITIONS', 'mixes-up-questions', {
  level: 'must',
  unsafe: 'race',
})
export const byGet = check('delegation.get', 'DLG-30', 'answers-get-delegation')
export const malformed = check('delegation.malformed-request', 'DLG-31', 'crashes-on-bad-delegation')
export const huge = check('delegation.huge-request', ['DELEGATION-NESTING', 'DLG-22', 'DLG-31'], [], {
  level: 'should',
  unsafe: 'large',
})
export const suspended = check('delegation.token-after-suspension', 'TOK-05')

/** Fixture policies whose conditions the text leaves open, or that are malformed. */
export interface UnsettledRow extends Coverage {
  readonly title: string
  readonly policies: readonly string[]
}

const unsettled = (
  title: string,
  policies: readonly string[],
  id: string,
  requirement: RequirementId,
  cases: readonly CaseId[],
  ...detects: readonly FaultName[]
): UnsettledRow => ({ ...check(id, [requirement, ...cases], detects), title, policies })

/** What should permit nothing. */
export const neverPermitted: readonly UnsettledRow[] = [
  unsettled(
    'an unknown operator',
    ['unknown-operator', 'unknown-operator-and-true', 'operator-cut', 'operator-longer', 'operator-empty'],
    'delegation.unknown-operator',
    'DELEGATION-OPERATOR',
    ['DLG-10'],
    'permits-unknown-operator',
    'compares-beginning-of-operator',
    'leaves-out-unread-nodes',
  ),
  unsettled(
    'an unknown operator beside a condition that does not hold, in allOf',
    ['unknown-operator-and-false'],
    'delegation.unknown-operator-and-false',
    'DELEGATION-OPERATOR',
    ['DLG-12'],
  ),
  unsettled(
    'a condition on a key that the context lacks',
    ['unknown-operand', 'unknown-operand-and-true', 'other-key'],
    'delegation.unknown-operand',
    'DELEGATION-CONTEXT-KEYS',
    ['DLG-13'],
    'permits-unknown-operand',
    'leaves-out-unread-nodes',
  ),
  unsettled(
    'an empty anyOf',
    ['empty-any-of'],
    'delegation.empty-any-of',
    'DELEGATION-EMPTY-NODE',
    ['DLG-14'],
    'permits-empty-any-of',
  ),
  unsettled(
    'a node of two kinds',
    ['any-of-beside-all-of', 'any-of-beside-all-of-and-true', 'any-of-beside-leaf'],
    'delegation.node-of-two-kinds',
    'DELEGATION-NODE-FORM',
    ['DLG-17'],
    'permits-malformed-node',
    'leaves-out-unread-nodes',
  ),
  unsettled(
    'a leaf without one of its members',
    [
      'leaf-without-operator',
      'leaf-without-operator-and-true',
      'leaf-without-right-operand',
      'leaf-without-left-operand',
    ],
    'delegation.incomplete-leaf',
    'DELEGATION-NODE-FORM',
    ['DLG-18'],
    'permits-malformed-node',
    'leaves-out-unread-nodes',
  ),
  unsettled(
    'anyOf that is no array of nodes',
    ['any-of-object', 'any-of-object-and-true', 'any-of-null'],
    'delegation.any-of-form',
    'DELEGATION-NODE-FORM',
    ['DLG-19'],
    'permits-malformed-node',
    'leaves-out-unread-nodes',
  ),
]

/** What the text leaves open altogether. */
export const eitherWay: readonly UnsettledRow[] = [
  unsettled(
    'an unknown operator beside a condition that holds, in anyOf',
    ['unknown-operator-or-true'],
    'delegation.unknown-operator-or-true',
    'DELEGATION-OPERATOR',
    ['DLG-11'],
  ),
  unsettled('an empty allOf', ['empty-all-of'], 'delegation.empty-all-of', 'DELEGATION-EMPTY-NODE', ['DLG-15']),
  unsettled('empty conditions', ['empty-conditions'], 'delegation.empty-conditions', 'DELEGATION-EMPTY-NODE', [
    'DLG-16',
  ]),
]
