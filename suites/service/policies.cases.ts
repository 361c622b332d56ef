import { randomBytes } from 'node:crypto'
import type { Json } from '../../harness/contracts/json.js'
import { allOf, anyOf, F, T, type Tree } from '../../harness/mutations/conditions.js'
import {
  behindAnotherCondition,
  behindAnotherPolicy,
  behindAnotherSet,
  type EvidenceContext,
  elsewhere,
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

const onF = (context: EvidenceContext) => [{ effect: 'Permit', conditions: F.json(context) }]

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

/** A Permit for another action on the resource. */
const forAnotherAction = (policy: Members): Members => ({
  ...policy,
  target: { ...(policy.target as Members), actions: ['write'] },
  rules: ofEffect('Permit'),
})

/** What rules and policies say, one by one and together. */
export const refused: readonly ServiceRow[] = [
  row('service.deny-with-more', 'SVC-03', ['ignores-deny', 'reads-further-decision']).sends(
    'on a Deny beside a further member that speaks for a Permit',
    [
      evidence(
        'Deny, decision Permit in the rule',
        withRules(() => [{ effect: 'Deny', decision: 'Permit' }]),
      ),
      evidence(
        'Deny, permit true in the rule',
        withRules(() => [{ effect: 'Deny', permit: true }]),
      ),
    ],
  ),
  row('service.deny', 'SVC-03', 'ignores-deny').sends('on a Deny', [
    evidence(
      'Deny',
      withRules(() => [{ effect: 'Deny' }]),
    ),
  ]),
  row('service.conditional-deny', 'SVC-03', ['ignores-deny', 'serves-on-conditions-alone']).sends(
    'on a Deny whose conditions hold',
    [T, anyOf(F, T), allOf(T, T)].map(conditionalDeny),
  ),
  row('service.deny-that-does-not-hold', 'SVC-04', 'serves-unless-denied').sends(
    'where nothing permits beside a Deny whose conditions do not hold',
    [F, anyOf(F, F), allOf(T, F)].map(conditionalDeny),
  ),
  row('service.unknown-effect', 'SERVICE-EVIDENCE', ['takes-unknown-effects', 'reads-effect-as-place'], {
    level: 'should',
  }).sends('on a rule whose effect is neither Permit nor Deny', [
    effect('no effect'),
    effect('the effect null', null),
    effect('the effect ""', ''),
    effect('the effect 0', 0),
    effect('the effect "0"', '0'),
    effect('the effect deny', 'deny'),
    effect('the effect DENY', 'DENY'),
    effect('the effect x-unknown…', `x-unknown-${randomBytes(4).toString('hex')}`),
  ]),
  row('service.unknown-effect-beside-permit', 'SERVICE-EVIDENCE', 'overlooks-unknown-effects', {
    level: 'should',
  }).sends(
    'on a Permit beside a rule whose effect is written deny or DENY',
    ['deny', 'DENY'].flatMap((word) =>
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
  ),
  row(
    'service.policies-apart',
    'DELEGATION-CONDITIONS',
    ['mixes-policies', 'pools-conditions-at-service', 'reads-rules-of-first-policy'],
    { level: 'must' },
  ).sends('on a Permit for another resource beside one for its own whose conditions do not hold', [
    evidence(
      'a conditional Permit for this resource, an unconditional one for another',
      inPolicies((policy, context) => {
        return [{ ...policy, rules: onF(context) }, elsewhere(context)]
      }),
    ),
    evidence('a conditional Permit for this resource, one for another whose conditions hold', (own, context) =>
      behindAnotherCondition(withRules(onF)(own, context), context),
    ),
  ]),
  row('service.deny-behind-another', 'SVC-03', ['ignores-deny', 'reads-rules-of-first-policy']).sends(
    'on a Deny for its resource behind a Permit for another one',
    [behindAnotherPolicy, behindAnotherSet].map((behind, index) =>
      evidence(index === 0 ? 'in one set' : 'in two sets', (own, context) =>
        behind(withRules(() => ofEffect('Deny'))(own, context), context),
      ),
    ),
  ),
  row(
    'service.policies-crossed',
    'SERVICE-EVIDENCE-MATCHES',
    ['crosses-policies', 'mixes-policies', 'ignores-evidence-resource', 'ignores-evidence-action'],
    { level: 'strict' },
  ).sends('on a Permit for its resource and another action beside one for another resource and the asked action', [
    evidence(
      'in two policies',
      inPolicies((policy, context) => [forAnotherAction(policy), elsewhere(context)]),
    ),
    evidence(
      'in two sets',
      inPolicySets((set, context) =>
        [elsewhere(context), ...policiesOf(set).map(forAnotherAction)].map((policy) => ({
          ...set,
          policies: [policy],
        })),
      ),
    ),
  ]),
  row('service.deny-wins', 'DLG-28', 'permit-overrides-deny-at-service').sends(
    'when one rule of a policy permits and another denies',
    bothOrders.map((effects) =>
      evidence(
        `rules: ${effects.join(' and ')}`,
        inPolicy((policy) => ({ ...policy, rules: effects.map((effect): Json => ({ effect })) })),
      ),
    ),
  ),
  row('service.deny-in-another-policy', 'DLG-28', [
    'permit-overrides-deny-at-service',
    'reads-first-policy-at-service',
    'reads-rules-of-first-policy',
  ]).sends(
    'when one policy permits and another denies',
    bothOrders.map((effects) =>
      evidence(
        `policies: ${effects.join(' and ')}`,
        inPolicies((policy) => effects.map((effect) => ({ ...policy, rules: ofEffect(effect) }))),
      ),
    ),
  ),
  row('service.deny-in-another-set', 'DLG-28', [
    'permit-overrides-deny-at-service',
    'reads-first-policy-at-service',
    'reads-first-policy-set-at-service',
    'reads-rules-of-first-policy',
  ]).sends(
    'when a policy of one set permits and that of another denies',
    bothOrders.map((effects) =>
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
  ),
]

/** What is to become of a policy that nobody asked about is not shown. */
export const recorded: readonly ServiceRow[] = [
  row('service.permit-behind-another', 'SERVICE-EVIDENCE-MATCHES', [], { level: 'should' }).sends(
    'on a Permit for its resource behind one for another resource',
    [
      evidence('behind a policy about another resource', behindAnotherPolicy),
      evidence('behind a set about another resource', behindAnotherSet),
    ],
  ),
]
