import { randomBytes } from 'node:crypto'
import type { Json } from '../../harness/contracts/json.js'
import {
  allOf,
  anyOf,
  conditions,
  conditionsAsText,
  F,
  nearly,
  odd,
  oddLeaf,
  T,
  type Tree,
} from '../../harness/mutations/conditions.js'
import { evidence, withRules } from '../../harness/mutations/evidence.js'
import { type NearMiss, nearMisses, nearMissesBy, otherSpellings } from '../../harness/mutations/near-misses.js'
import { otherCase } from '../support/values/letter-case.js'
import { row, type ServiceRow } from './rows.js'

const on = (...trees: readonly Tree[]) => trees.map(conditions)

const unknownOperator = oddLeaf('x-unknown…', () => ({ operator: `x-unknown-${randomBytes(4).toString('hex')}` }))

/** Nodes that hold nowhere: each alone, beside one that holds in allOf, and beside one that does not in anyOf. */
const nowhere = (...trees: readonly Tree[]) => on(...trees.flatMap((tree) => [tree, allOf(tree, T), anyOf(F, tree)]))

/** A leaf that names what is made of the provider's identifier. */
const named = ({ name, of }: NearMiss): Tree => oddLeaf(name, ({ provider }) => ({ rightOperand: of(provider) }))

/** That many levels, of anyOf and allOf in turn; the leaf of the lowest alone decides. */
const levels = (count: number, outer: 'anyOf' | 'allOf', lowest: Tree): Tree => {
  if (count === 1) return lowest
  return outer === 'allOf' ? allOf(T, levels(count - 1, 'anyOf', lowest)) : anyOf(levels(count - 1, 'allOf', lowest), F)
}

/** Of twenty nodes the last is another than the rest, and decides. */
const lastOfTwenty = (kind: 'anyOf' | 'allOf', others: Tree, last: Tree): Tree =>
  odd(`${kind}[19 × ${others.label}, ${last.label}]`, (all) => ({
    [kind]: [...Array<Json>(19).fill(others.json(all)), last.json(all)],
  }))

export const refused: readonly ServiceRow[] = [
  row('service.other-provider', ['DLG-04', 'DLG-05'], 'ignores-conditions-at-service').sends(
    'on a condition that names another ServiceProvider',
    on(F, nearly),
  ),
  row('service.near-miss', 'DLG-04', [
    'takes-longer-value-at-service',
    'takes-shorter-value-at-service',
    'compares-ends-at-service',
    'finds-value-within-at-service',
    'takes-value-for-list-at-service',
  ]).sends(
    'on a condition that names nearly its identifier',
    on(
      ...nearMisses.map(named),
      ...nearMissesBy('cuts at a control character', 'splits a list', 'puts it into a query').map(named),
    ),
  ),
  row('service.pattern', 'DELEGATION-EQUAL', 'takes-value-for-pattern-at-service', { level: 'strict' }).sends(
    'on a condition that names a pattern which its identifier fits',
    on(
      oddLeaf('*', () => ({ rightOperand: '*' })),
      ...nearMissesBy('takes it for a pattern').map(named),
      oddLeaf('its beginning and *', ({ provider }) => ({ rightOperand: `${provider.slice(0, -4)}*` })),
    ),
  ),
  row('service.any-of-none', 'DLG-06', 'ignores-conditions-at-service').sends(
    'on anyOf of which no node holds',
    on(anyOf(F), anyOf(F, F), anyOf(F, nearly, F)),
  ),
  row('service.all-of-false', 'DLG-07', [
    'all-of-needs-one-at-service',
    'all-of-reads-first-at-service',
    'all-of-reads-last-at-service',
  ]).sends('on allOf of which one node does not hold', on(allOf(F, T, T), allOf(T, F, T), allOf(T, T, F))),
  row('service.nested-false', 'DLG-09', 'flattens-nesting-at-service').sends(
    'on nested conditions that do not hold',
    on(anyOf(allOf(T, F), allOf(F, T)), allOf(anyOf(F, F), T)),
  ),
  row('service.eight-levels-false', 'DLG-09', ['permits-deep-nodes-at-service', 'flattens-nesting-at-service']).sends(
    'on eight levels of conditions of which the lowest leaf does not hold',
    on(levels(8, 'allOf', F), levels(8, 'anyOf', F)),
  ),
  row('service.twenty-nodes-false', 'DLG-07', [
    'reads-few-nodes-at-service',
    'all-of-needs-one-at-service',
    'all-of-reads-first-at-service',
  ]).sends('on allOf of twenty nodes of which the last does not hold', on(lastOfTwenty('allOf', T, F))),
  row('service.contradiction', 'DLG-23').sends('on conditions that contradict each other', on(allOf(T, F))),
  row(
    'service.unknown-operator',
    ['DLG-10', 'DLG-12'],
    ['permits-unknown-operator-at-service', 'finds-operator-within-at-service', 'leaves-out-unread-nodes-at-service'],
  ).sends('on an operator that nobody knows', [
    ...nowhere(unknownOperator),
    // A provider that knows this one does not serve itself either.
    ...on(
      allOf(unknownOperator, F),
      oddLeaf('notEqual it', () => ({ operator: 'notEqual' })),
    ),
  ]),
  row(
    'service.unknown-operand',
    ['DLG-13', 'DLG-24'],
    ['ignores-operand-at-service', 'leaves-out-unread-nodes-at-service'],
  ).sends(
    'on a leftOperand that no context has',
    nowhere(
      ...['x-unknown-4f1c', '__proto__', 'constructor', 'toString'].map((leftOperand) =>
        oddLeaf(`${leftOperand} equal it`, () => ({ leftOperand })),
      ),
    ),
  ),
  row('service.two-kinds', 'DLG-17', ['permits-malformed-node-at-service', 'leaves-out-unread-nodes-at-service']).sends(
    'on a node of two kinds of which one does not hold',
    nowhere(
      odd('{anyOf: [T], allOf: [F]}', (all) => ({ anyOf: [T.json(all)], allOf: [F.json(all)] })),
      odd('{anyOf: [F], allOf: [T]}', (all) => ({ anyOf: [F.json(all)], allOf: [T.json(all)] })),
      oddLeaf('F beside anyOf: [T]', (all) => ({ rightOperand: all.otherProvider, anyOf: [T.json(all)] })),
      oddLeaf('T beside anyOf: [F]', (all) => ({ anyOf: [F.json(all)] })),
    ),
  ),
  row('service.incomplete-leaf', 'DLG-18', [
    'permits-malformed-node-at-service',
    'leaves-out-unread-nodes-at-service',
  ]).sends(
    'on a leaf that lacks a member',
    nowhere(
      ...['operator', 'rightOperand', 'leftOperand'].map((name) =>
        oddLeaf(`without ${name}`, () => ({ [name]: undefined })),
      ),
    ),
  ),
  row('service.malformed-node', 'DLG-19', [
    'permits-malformed-node-at-service',
    'leaves-out-unread-nodes-at-service',
  ]).sends(
    'on a list of nodes that is none',
    nowhere(
      odd('anyOf as an object', (all) => ({ anyOf: { 0: F.json(all), length: 1 } })),
      odd('allOf as an object', () => ({ allOf: {} })),
      odd('anyOf of strings', () => ({ anyOf: ['serviceProvider', 'equal'] })),
      odd('anyOf with null', () => ({ anyOf: [null] })),
      odd('anyOf null', () => ({ anyOf: null })),
    ),
  ),
  row('service.other-type', 'DLG-20', 'loose-equality-at-service').sends(
    'on a rightOperand of another JSON type',
    on(
      oddLeaf('[it]', ({ provider }) => ({ rightOperand: [provider] })),
      oddLeaf('true', () => ({ rightOperand: true })),
      oddLeaf('1', () => ({ rightOperand: 1 })),
      oddLeaf('null', () => ({ rightOperand: null })),
      oddLeaf('an unknown operand equal null', () => ({ leftOperand: 'x-unknown-4f1c', rightOperand: null })),
    ),
  ),
  row('service.other-spelling', 'DLG-21', [
    'folds-values-at-service',
    'ignores-letter-case-at-service',
    'spells-values-alike-at-service',
  ]).sends(
    'on its identifier in another spelling',
    on(named({ name: 'upper case', of: otherCase }), ...otherSpellings.map(named)),
  ),
]

export const granted: readonly ServiceRow[] = [
  row('service.own-provider', ['DELEGATION-CONDITIONS', 'DLG-08'], 'refuses-conditions').sends(
    'on a condition that names it',
    on(T),
  ),
  row('service.any-of-one', 'DLG-08', ['any-of-needs-all-at-service', 'any-of-reads-first-at-service']).sends(
    'on anyOf of which one node holds',
    on(anyOf(T, F, F), anyOf(F, T, F), anyOf(F, F, T)),
  ),
  row('service.nested-true', 'DLG-09', 'flattens-nesting-at-service').sends(
    'on nested conditions that hold',
    on(allOf(anyOf(F, T), allOf(T, T)), anyOf(F, allOf(T, anyOf(F, T)))),
  ),
  row('service.eight-levels-true', 'DLG-09', 'flattens-nesting-at-service').sends(
    'on eight levels of conditions of which the lowest leaf holds',
    on(levels(8, 'allOf', T), levels(8, 'anyOf', T)),
  ),
  row('service.twenty-nodes-true', 'DLG-08', [
    'reads-few-nodes-at-service',
    'any-of-needs-all-at-service',
    'any-of-reads-first-at-service',
  ]).sends('on anyOf of twenty nodes of which the last holds', on(lastOfTwenty('anyOf', F, T))),
]

export const recorded: readonly ServiceRow[] = [
  row('service.unknown-operator-beside-true', 'DLG-11').sends(
    'on anyOf of an unknown operator and a leaf that holds',
    on(anyOf(unknownOperator, T)),
  ),
  row('service.empty-node', ['DLG-14', 'DLG-15', 'DLG-16']).sends(
    'on an empty anyOf, allOf or conditions',
    on(
      anyOf(),
      allOf(),
      odd('{}', () => ({})),
      odd('null', () => null),
      odd('[]', () => []),
      odd('""', () => ''),
    ),
  ),
  row('service.deep', 'DLG-22', [], { unsafe: 'large' }).sends(
    'on conditions of 100 to 10,000 levels and of 20,000 leaves',
    [
      ...[100, 1000, 10_000].map((levels) =>
        conditionsAsText(
          `${levels} levels`,
          (all) => `${'{"anyOf":['.repeat(levels)}${JSON.stringify(T.json(all))}${']}'.repeat(levels)}`,
        ),
      ),
      evidence(
        '20,000 leaves',
        withRules((all) => [
          { effect: 'Permit', conditions: { anyOf: [...Array(19_999).fill(F.json(all)), T.json(all)] } },
        ]),
      ),
    ],
  ),
]
