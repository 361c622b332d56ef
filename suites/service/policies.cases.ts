import { randomBytes } from 'node:crypto'
import type { Json } from '../../harness/json.js'
import { allOf, anyOf, F, T, type Tree } from '../../harness/mutations/conditions.js'
import {
  type EvidenceContext,
  evidence,
  inPolicies,
  inPolicy,
  inPolicySets,
  withRules,
} from '../../harness/mutations/evidence.js'
import { row, type ServiceRow } from './rows.js'

/** In each order. */
const bothOrders = [
  ['Permit', 'Deny'],
  ['Deny', 'Permit'],
] as const

const ofEffect = (effect: string): Json => [{ effect }]

/** A rule of that effect, or of none. */
const effect = (name: string, ...value: readonly Json[]) =>
  evidence(
    name,
    withRules(() => [value[0] === undefined ? {} : { effect: value[0] }]),
  )

const conditionalDeny = (tree: Tree) =>
  evidence(
    `Deny on ${tree.label}`,
    withRules((context) => [{ effect: 'Deny', conditions: tree.json(context) }]),
  )

type Members = { readonly [name: string]: Json }

const policiesOf = (set: Members): readonly Members[] => set.policies as unknown as readonly Members[]

/** A Permit for another resource. */
const elsewhere = (policy: Members, { resource, actions }: EvidenceContext): Members => ({
  ...policy,
  target: { resource: { ...resource, identifiers: ['dataset-2'] }, actions: [...actions] },
  rules: ofEffect('Permit'),
})

/** A Permit for another action on the resource. */
const forAnotherAction = (policy: Members, { resource }: EvidenceContext): Members => ({
  ...policy,
  target: { resource, actions: ['write'] },
  rules: ofEffect('Permit'),
})

/** What rules and policies say, one by one and together. */
export const refused: readonly ServiceRow[] = [
  row({
    id: 'service.deny',
    title: 'on a Deny',
    requirements: ['SERVICE-EVIDENCE'],
    cases: ['SVC-03'],
    detects: ['ignores-deny'],
    mutate: [
      evidence(
        'Deny',
        withRules(() => [{ effect: 'Deny' }]),
      ),
    ],
  }),
  row({
    id: 'service.conditional-deny',
    title: 'on a Deny whose conditions hold',
    requirements: ['SERVICE-EVIDENCE'],
    cases: ['SVC-03'],
    detects: ['ignores-deny', 'serves-on-conditions-alone'],
    mutate: [T, anyOf(F, T), allOf(T, T)].map(conditionalDeny),
  }),
  row({
    id: 'service.deny-that-does-not-hold',
    title: 'where nothing permits beside a Deny whose conditions do not hold',
    requirements: ['SERVICE-EVIDENCE'],
    cases: ['SVC-04'],
    detects: ['serves-unless-denied'],
    mutate: [F, anyOf(F, F), allOf(T, F)].map(conditionalDeny),
  }),
  row({
    id: 'service.unknown-effect',
    title: 'on a rule whose effect is neither Permit nor Deny',
    requirements: ['SERVICE-EVIDENCE'],
    cases: [],
    level: 'should',
    detects: ['takes-unknown-effects'],
    mutate: [
      effect('no effect'),
      effect('the effect null', null),
      effect('the effect ""', ''),
      effect('the effect deny', 'deny'),
      effect('the effect DENY', 'DENY'),
      effect('the effect x-unknown…', `x-unknown-${randomBytes(4).toString('hex')}`),
    ],
  }),
  row({
    id: 'service.unknown-effect-beside-permit',
    title: 'on a Permit beside a rule whose effect is written deny or DENY',
    requirements: ['SERVICE-EVIDENCE'],
    cases: [],
    level: 'should',
    detects: ['overlooks-unknown-effects'],
    mutate: ['deny', 'DENY'].flatMap((word) =>
      [
        ['Permit', word],
        [word, 'Permit'],
      ].map((effects) =>
        evidence(
          `the effects ${effects.join(' and ')}`,
          withRules(() => effects.map((each): Json => ({ effect: each }))),
        ),
      ),
    ),
  }),
  row({
    id: 'service.policies-apart',
    title: 'on a Permit for another resource beside one for its own whose conditions do not hold',
    requirements: ['DELEGATION-CONDITIONS'],
    cases: [],
    level: 'must',
    detects: ['mixes-policies'],
    mutate: [
      evidence(
        'a conditional Permit for this resource, an unconditional one for another',
        inPolicies((policy, context) => {
          const conditions = { leftOperand: 'serviceProvider', operator: 'equal', rightOperand: context.otherProvider }
          return [{ ...policy, rules: [{ effect: 'Permit', conditions }] }, elsewhere(policy, context)]
        }),
      ),
    ],
  }),
  row({
    id: 'service.policies-crossed',
    title: 'on a Permit for its resource and another action beside one for another resource and the asked action',
    requirements: ['SERVICE-EVIDENCE-MATCHES'],
    cases: [],
    level: 'strict',
    detects: ['crosses-policies', 'mixes-policies', 'ignores-evidence-resource', 'ignores-evidence-action'],
    mutate: [
      evidence(
        'in two policies',
        inPolicies((policy, context) => [forAnotherAction(policy, context), elsewhere(policy, context)]),
      ),
      evidence(
        'in two sets',
        inPolicySets((set, context) =>
          [elsewhere, forAnotherAction].map((changed) => ({
            ...set,
            policies: policiesOf(set).map((policy) => changed(policy, context)),
          })),
        ),
      ),
    ],
  }),
  row({
    id: 'service.deny-wins',
    title: 'when one rule of a policy permits and another denies',
    requirements: ['DELEGATION-DENY'],
    cases: ['DLG-28'],
    detects: ['permit-overrides-deny-at-service'],
    mutate: bothOrders.map((effects) =>
      evidence(
        `rules: ${effects.join(' and ')}`,
        inPolicy((policy) => ({ ...policy, rules: effects.map((effect): Json => ({ effect })) })),
      ),
    ),
  }),
  row({
    id: 'service.deny-in-another-policy',
    title: 'when one policy permits and another denies',
    requirements: ['DELEGATION-DENY'],
    cases: ['DLG-28'],
    detects: ['permit-overrides-deny-at-service', 'reads-first-policy-at-service'],
    mutate: bothOrders.map((effects) =>
      evidence(
        `policies: ${effects.join(' and ')}`,
        inPolicies((policy) => effects.map((effect) => ({ ...policy, rules: ofEffect(effect) }))),
      ),
    ),
  }),
  row({
    id: 'service.deny-in-another-set',
    title: 'when a policy of one set permits and that of another denies',
    requirements: ['DELEGATION-DENY'],
    cases: ['DLG-28'],
    detects: ['permit-overrides-deny-at-service', 'reads-first-policy-at-service', 'reads-first-policy-set-at-service'],
    mutate: bothOrders.map((effects) =>
      evidence(
        `sets: ${effects.join(' and ')}`,
        inPolicySets((set) =>
          effects.map((effect) => ({
            ...set,
            policies: policiesOf(set).map((policy) => ({ ...policy, rules: ofEffect(effect) })),
          })),
        ),
      ),
    ),
  }),
]

/** What is to become of a policy that nobody asked about is not shown. */
export const recorded: readonly ServiceRow[] = [
  row({
    id: 'service.permit-behind-another',
    title: 'on a Permit for its resource behind one for another resource',
    requirements: ['SERVICE-EVIDENCE-MATCHES'],
    cases: [],
    level: 'should',
    mutate: [
      evidence(
        'behind a policy about another resource',
        inPolicies((policy, context) => [elsewhere(policy, context), policy]),
      ),
      evidence(
        'behind a set about another resource',
        inPolicySets((set, context) => [
          { ...set, policies: policiesOf(set).map((policy) => elsewhere(policy, context)) },
          set,
        ]),
      ),
    ],
  }),
]
