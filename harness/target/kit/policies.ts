import type { Json, JsonObject } from '../../contracts/json.js'

/** Who is meant in the fixture policies, by Party Identifier. */
export interface PolicyParties {
  /** Entitled party whose policies they are, but for one. */
  readonly policyIssuer: string
  /** Service consumer whom all policies but the spare ones are about. */
  readonly subject: string
  /** ServiceProvider that conditions name. */
  readonly provider: string
  /** Another ServiceProvider; a condition on it does not hold for the first. */
  readonly otherProvider: string
  /** Another entitled party, of which an AuthorisationRegistry holds a policy too; absent where there is none. */
  readonly otherIssuer?: string
  /** Service consumers with one unconditional policy each. */
  readonly spares: readonly string[]
  /** Service consumers with two unconditional policies each. */
  readonly otherwise?: readonly string[]
}

/** A policy as the kit gives it to a target (`kit.schema.json`). */
export interface Policy {
  /** What it is, in words; also the identifier of its resource, except where two policies are about one resource. */
  readonly id: string
  readonly policyIssuer: string
  readonly accessSubject: string
  readonly resource: {
    readonly type: string
    readonly identifiers: readonly string[]
    readonly attributes: readonly string[]
  }
  readonly actions: readonly string[]
  readonly effect: 'Permit' | 'Deny'
  /** Absent = unconditional. */
  readonly conditions?: JsonObject
  /** `AuthorisationRegistry` when absent. */
  readonly evaluatedBy?: 'ServiceProvider'
}

/** Type of the resources of all policies but one. */
export const resourceType = 'dataset'
/** The one action of all policies but a few. */
export const policyAction = 'read'
/** That of those few. */
const otherAction = 'update'

/** The policy of every spare consumer is about this resource. */
export const spareResource = 'unconditional'

/** The subject may have this resource, and the spare consumers may not: their conditions do not hold for the provider. */
export const permittedToSubject = 'permitted-to-one'

type Part = Pick<Policy, 'id'> &
  Partial<Pick<Policy, 'effect' | 'conditions' | 'evaluatedBy' | 'actions'>> & {
    readonly resource?: string
    readonly type?: string
    readonly attributes?: readonly string[]
  }

const anyOf = (...children: readonly Json[]): JsonObject => ({ anyOf: children })
const allOf = (...children: readonly Json[]): JsonObject => ({ allOf: children })

/** The fixture policies of a target in role AuthorisationRegistry or EntitledParty (L185, L186). */
export function fixturePolicies(parties: PolicyParties): readonly Policy[] {
  const { policyIssuer, otherIssuer, subject, provider, otherProvider, spares, otherwise = [] } = parties
  const policy = (
    accessSubject: string,
    { id, resource = id, type = resourceType, attributes = ['*'], effect = 'Permit', ...more }: Part,
  ): Policy => ({
    id,
    policyIssuer,
    accessSubject,
    resource: { type, identifiers: [resource], attributes },
    actions: [policyAction],
    effect,
    ...more,
  })
  const parts = [
    ...plain,
    ...apart(parties),
    ...trees(parties),
    ...handedOut(parties),
    ...unsettled(provider, otherProvider),
  ]
  return [
    ...parts.map((part) => policy(subject, part)),
    ...(otherIssuer === undefined ? [] : [{ ...policy(subject, { id: 'other-issuer' }), policyIssuer: otherIssuer }]),
    ...spares.flatMap((spare, index) => [
      policy(spare, { id: `spare-${index + 1}`, resource: spareResource }),
      policy(spare, {
        id: `spare-${index + 1}-conditional`,
        resource: permittedToSubject,
        conditions: leaf(otherProvider),
      }),
    ]),
    ...otherwise.flatMap((consumer, index) =>
      [spareResource, permittedToSubject].map((resource) =>
        policy(consumer, { id: `otherwise-${index + 1}-${resource}`, resource }),
      ),
    ),
  ]
}

const plain: readonly Part[] = [
  { id: 'unconditional' },
  { id: 'deny', effect: 'Deny' },
  { id: 'permit-then-deny' },
  { id: 'permit-then-deny-2', resource: 'permit-then-deny', effect: 'Deny' },
  { id: 'deny-then-permit', effect: 'Deny' },
  { id: 'deny-then-permit-2', resource: 'deny-then-permit' },
]

const leaf = (rightOperand: Json, leftOperand: Json = 'serviceProvider'): JsonObject => ({
  leftOperand,
  operator: 'equal',
  rightOperand,
})

/** Policies that differ in one member, beside those of the spare consumers. */
function apart({ provider, otherProvider }: PolicyParties): readonly Part[] {
  const [T, F] = [leaf(provider), leaf(otherProvider)]
  return [
    { id: 'deny-where-true', effect: 'Deny', conditions: T },
    { id: 'deny-where-false', effect: 'Deny', conditions: F },
    { id: 'permit-beside-deny' },
    { id: 'deny-beside-permit', resource: 'permit-beside-deny', effect: 'Deny', conditions: T },
    { id: permittedToSubject },
    { id: 'other-action', actions: [otherAction] },
    { id: 'other-type', type: 'report' },
    { id: 'one-attribute', attributes: ['name'] },
    { id: 'read-where-false', resource: 'read-or-update', conditions: F },
    { id: 'read-where-true', resource: 'read-and-update', conditions: T },
    { id: 'updated-beside', resource: 'read-and-update', actions: [otherAction] },
    { id: 'read-always', resource: 'read-and-update-always' },
    { id: 'updated-beside-always', resource: 'read-and-update-always', actions: [otherAction] },
    { id: 'updated-always', resource: 'read-or-update', actions: [otherAction] },
    { id: 'updated-where-true', resource: 'read-or-update', actions: [otherAction], conditions: T },
    { id: 'updated-always-too', resource: 'update-or-read', actions: [otherAction] },
    { id: 'read-where-false-too', resource: 'update-or-read', conditions: F },
  ]
}

/** That many levels, of anyOf and allOf in turn; the leaf of the lowest alone decides where `T` holds and `F` does not. */
const levels = (
  count: number,
  outer: 'anyOf' | 'allOf',
  lowest: JsonObject,
  T: JsonObject,
  F: JsonObject,
): JsonObject => {
  if (count === 1) return lowest
  return outer === 'allOf'
    ? allOf(T, levels(count - 1, 'anyOf', lowest, T, F))
    : anyOf(levels(count - 1, 'allOf', lowest, T, F), F)
}

/** Condition trees whose value the text settles. Their names say what each leaf is when the provider is in the context. */
function trees({ policyIssuer, subject, provider, otherProvider }: PolicyParties): readonly Part[] {
  const T = leaf(provider)
  const F = leaf(otherProvider)
  const G = leaf(policyIssuer)
  const H = leaf(subject)
  const conditions = {
    conditional: T,
    'any-of-false': anyOf(F, G, H),
    'any-of-first-true': anyOf(T, F, G),
    'any-of-middle-true': anyOf(F, T, G),
    'any-of-last-true': anyOf(F, G, T),
    'any-of-one': anyOf(T),
    'all-of-true': allOf(T, T, T),
    'all-of-first-false': allOf(F, T, T),
    'all-of-middle-false': allOf(T, F, T),
    'all-of-last-false': allOf(T, T, F),
    'all-of-one': allOf(T),
    contradiction: allOf(T, F),
    'all-of-any-FT-all-TT': allOf(anyOf(F, T), allOf(T, T)),
    'all-of-any-FF-leaf-T': allOf(anyOf(F, G), T),
    'any-of-all-TF-all-FT': anyOf(allOf(T, F), allOf(F, T)),
    'all-of-any-FT-any-TF': allOf(anyOf(F, T), anyOf(T, F)),
    'all-of-any-TF-any-FF': allOf(anyOf(T, F), anyOf(F, G)),
    'any-of-all-TF-all-TT': anyOf(allOf(T, F), allOf(T, T)),
    'any-of-all-FF-any-FT': anyOf(allOf(F, F), anyOf(F, T)),
    'any-of-leaf-F-all-TF': anyOf(F, allOf(T, G)),
    'any-of-all-of-any-FT-T-F': anyOf(allOf(anyOf(F, T), T), F),
    'all-of-any-of-all-TF-F-T': allOf(anyOf(allOf(T, F), F), T),
    'all-of-any-of-all-TT-F-T': allOf(anyOf(allOf(T, T), F), T),
    'eight-levels-T': levels(8, 'allOf', T, T, F),
    'eight-levels-F': levels(8, 'anyOf', F, T, F),
    'any-of-twenty': anyOf(...Array.from({ length: 19 }, () => F), T),
    'all-of-twenty': allOf(...Array.from({ length: 19 }, () => T), F),
  }
  return Object.entries(conditions).map(([id, tree]) => ({ id, conditions: tree }))
}

/** Conditions that the ServiceProvider evaluates: the evidence carries them (L16). */
function handedOut({ provider, otherProvider }: PolicyParties): readonly Part[] {
  const conditions = {
    'handed-out-true': leaf(provider),
    'handed-out-false': leaf(otherProvider),
    'handed-out-nested': allOf(anyOf(leaf(otherProvider), leaf(provider)), anyOf(leaf(provider))),
  }
  return Object.entries(conditions).map(([id, tree]) => ({
    id,
    conditions: tree,
    evaluatedBy: 'ServiceProvider' as const,
  }))
}

/** Conditions that the text leaves open or that are malformed. What a target does with them is a finding at most. */
function unsettled(provider: string, otherProvider: string): readonly Part[] {
  const T = leaf(provider)
  const F = leaf(otherProvider)
  const operator = (name: string): JsonObject => ({ ...T, operator: name })
  const unknown = operator('x-unknown-k7q2')
  const conditions = {
    'unknown-operator': unknown,
    'operator-cut': operator('equ'),
    'operator-longer': operator('equalTo'),
    'operator-empty': operator(''),
    'unknown-operator-or-true': anyOf(unknown, T),
    'unknown-operator-and-false': allOf(unknown, F),
    'unknown-operator-and-true': allOf(unknown, T),
    'unknown-operand': leaf(provider, 'x-unknown-k7q2'),
    'unknown-operand-and-true': allOf(leaf(provider, 'x-unknown-k7q2'), T),
    'other-key': leaf('research', 'purpose'),
    'equals-number': leaf(1, 'level'),
    'equals-boolean': leaf(true, 'level'),
    'equals-zero': leaf(0, 'level'),
    'equals-list': leaf([provider]),
    'equals-null': leaf(null),
    'operand-proto': leaf(provider, '__proto__'),
    'operand-constructor': leaf(provider, 'constructor'),
    'empty-any-of': anyOf(),
    'empty-all-of': allOf(),
    'empty-conditions': {},
    'any-of-beside-all-of': { anyOf: [T], allOf: [F] },
    'any-of-beside-leaf': { anyOf: [T], ...F },
    'leaf-without-operator': { leftOperand: 'serviceProvider', rightOperand: provider },
    'leaf-without-right-operand': { leftOperand: 'serviceProvider', operator: 'equal' },
    'leaf-without-left-operand': { operator: 'equal', rightOperand: provider },
    'leaf-without-operator-and-true': allOf({ leftOperand: 'serviceProvider', rightOperand: provider }, T),
    'any-of-object': { anyOf: { 0: T } },
    'any-of-object-and-true': allOf({ anyOf: { 0: T } }, T),
    'any-of-beside-all-of-and-true': allOf({ anyOf: [T], allOf: [F] }, T),
    'any-of-null': { anyOf: [null] },
  }
  return Object.entries(conditions).map(([id, tree]) => ({ id, conditions: tree }))
}
