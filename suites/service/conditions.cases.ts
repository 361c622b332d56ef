import { randomBytes } from 'node:crypto'
import type { Json } from '../../harness/json.js'
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
import { otherCase } from '../support/letter-case.js'
import { nearMisses } from '../support/near-misses.js'
import { row, type ServiceRow } from './rows.js'

const on = (...trees: readonly Tree[]) => trees.map(conditions)

const unknownOperator = oddLeaf('x-unknown…', () => ({ operator: `x-unknown-${randomBytes(4).toString('hex')}` }))

/** ASCII letters as their full-width forms, which compatibility normalization takes back (UAX 15). */
const fullWidth = (id: string): string =>
  id.replace(/[a-z]/gi, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))

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
  row({
    id: 'service.other-provider',
    title: 'on a condition that names another ServiceProvider',
    requirements: ['DELEGATION-CONDITIONS'],
    cases: ['DLG-04', 'DLG-05'],
    detects: ['ignores-conditions-at-service'],
    mutate: on(F, nearly),
  }),
  row({
    id: 'service.near-miss',
    title: 'on a condition that names nearly its identifier',
    requirements: ['DELEGATION-CONDITIONS'],
    cases: ['DLG-04'],
    detects: [
      'takes-longer-value-at-service',
      'takes-shorter-value-at-service',
      'compares-ends-at-service',
      'finds-value-within-at-service',
    ],
    mutate: on(...nearMisses.map(({ name, of }) => oddLeaf(name, ({ provider }) => ({ rightOperand: of(provider) })))),
  }),
  row({
    id: 'service.pattern',
    title: 'on a condition that names a pattern which its identifier fits',
    requirements: ['DELEGATION-EQUAL'],
    cases: [],
    level: 'strict',
    detects: ['takes-value-for-pattern-at-service'],
    mutate: on(
      ...['*', '%', '.*'].map((pattern) => oddLeaf(pattern, () => ({ rightOperand: pattern }))),
      oddLeaf('its beginning and *', ({ provider }) => ({ rightOperand: `${provider.slice(0, -4)}*` })),
    ),
  }),
  row({
    id: 'service.any-of-none',
    title: 'on anyOf of which no node holds',
    requirements: ['DELEGATION-ANY-OF'],
    cases: ['DLG-06'],
    detects: ['ignores-conditions-at-service'],
    mutate: on(anyOf(F), anyOf(F, F), anyOf(F, nearly, F)),
  }),
  row({
    id: 'service.all-of-false',
    title: 'on allOf of which one node does not hold',
    requirements: ['DELEGATION-ALL-OF'],
    cases: ['DLG-07'],
    detects: ['all-of-needs-one-at-service', 'all-of-reads-first-at-service', 'all-of-reads-last-at-service'],
    mutate: on(allOf(F, T, T), allOf(T, F, T), allOf(T, T, F)),
  }),
  row({
    id: 'service.nested-false',
    title: 'on nested conditions that do not hold',
    requirements: ['DELEGATION-NESTING'],
    cases: ['DLG-09'],
    detects: ['flattens-nesting-at-service'],
    mutate: on(allOf(anyOf(F, F), T), anyOf(allOf(T, F), allOf(F, T))),
  }),
  row({
    id: 'service.eight-levels-false',
    title: 'on eight levels of conditions of which the lowest leaf does not hold',
    requirements: ['DELEGATION-NESTING'],
    cases: ['DLG-09'],
    detects: ['permits-deep-nodes-at-service', 'flattens-nesting-at-service'],
    mutate: on(levels(8, 'allOf', F), levels(8, 'anyOf', F)),
  }),
  row({
    id: 'service.twenty-nodes-false',
    title: 'on allOf of twenty nodes of which the last does not hold',
    requirements: ['DELEGATION-ALL-OF'],
    cases: ['DLG-07'],
    detects: ['reads-few-nodes-at-service', 'all-of-needs-one-at-service', 'all-of-reads-first-at-service'],
    mutate: on(lastOfTwenty('allOf', T, F)),
  }),
  row({
    id: 'service.contradiction',
    title: 'on conditions that contradict each other',
    requirements: ['DELEGATION-ALL-OF'],
    cases: ['DLG-23'],
    mutate: on(allOf(T, F)),
  }),
  row({
    id: 'service.unknown-operator',
    title: 'on an operator that nobody knows',
    requirements: ['DELEGATION-OPERATOR'],
    cases: ['DLG-10', 'DLG-12'],
    detects: ['permits-unknown-operator-at-service', 'finds-operator-within-at-service'],
    mutate: on(
      unknownOperator,
      allOf(unknownOperator, T),
      allOf(unknownOperator, F),
      // A provider that knows this one does not serve itself either.
      oddLeaf('notEqual it', () => ({ operator: 'notEqual' })),
    ),
  }),
  row({
    id: 'service.unknown-operand',
    title: 'on a leftOperand that no context has',
    requirements: ['DELEGATION-CONTEXT-KEYS'],
    cases: ['DLG-13', 'DLG-24'],
    detects: ['ignores-operand-at-service'],
    mutate: on(
      ...['x-unknown-4f1c', '__proto__', 'constructor', 'toString'].map((leftOperand) =>
        oddLeaf(`${leftOperand} equal it`, () => ({ leftOperand })),
      ),
    ),
  }),
  row({
    id: 'service.two-kinds',
    title: 'on a node of two kinds of which one does not hold',
    requirements: ['DELEGATION-NODE-FORM'],
    cases: ['DLG-17'],
    detects: ['permits-malformed-node-at-service'],
    mutate: on(
      odd('{anyOf: [T], allOf: [F]}', (all) => ({ anyOf: [T.json(all)], allOf: [F.json(all)] })),
      odd('{anyOf: [F], allOf: [T]}', (all) => ({ anyOf: [F.json(all)], allOf: [T.json(all)] })),
      oddLeaf('F beside anyOf: [T]', (all) => ({ rightOperand: all.otherProvider, anyOf: [T.json(all)] })),
      oddLeaf('T beside anyOf: [F]', (all) => ({ anyOf: [F.json(all)] })),
    ),
  }),
  row({
    id: 'service.incomplete-leaf',
    title: 'on a leaf that lacks a member',
    requirements: ['DELEGATION-NODE-FORM'],
    cases: ['DLG-18'],
    detects: ['permits-malformed-node-at-service'],
    mutate: on(
      ...['operator', 'rightOperand', 'leftOperand'].map((name) =>
        oddLeaf(`without ${name}`, () => ({ [name]: undefined })),
      ),
    ),
  }),
  row({
    id: 'service.malformed-node',
    title: 'on a list of nodes that is none',
    requirements: ['DELEGATION-NODE-FORM'],
    cases: ['DLG-19'],
    detects: ['permits-malformed-node-at-service'],
    mutate: on(
      odd('anyOf as an object', (all) => ({ anyOf: { 0: F.json(all), length: 1 } })),
      odd('allOf as an object', () => ({ allOf: {} })),
      odd('anyOf of strings', () => ({ anyOf: ['serviceProvider', 'equal'] })),
      odd('anyOf with null', () => ({ anyOf: [null] })),
      odd('anyOf null', () => ({ anyOf: null })),
    ),
  }),
  row({
    id: 'service.other-type',
    title: 'on a rightOperand of another JSON type',
    requirements: ['DELEGATION-EQUAL'],
    cases: ['DLG-20'],
    detects: ['loose-equality-at-service'],
    mutate: on(
      oddLeaf('[it]', ({ provider }) => ({ rightOperand: [provider] })),
      oddLeaf('true', () => ({ rightOperand: true })),
      oddLeaf('1', () => ({ rightOperand: 1 })),
      oddLeaf('null', () => ({ rightOperand: null })),
      oddLeaf('an unknown operand equal null', () => ({ leftOperand: 'x-unknown-4f1c', rightOperand: null })),
    ),
  }),
  row({
    id: 'service.other-spelling',
    title: 'on its identifier in another spelling',
    requirements: ['DELEGATION-EQUAL'],
    cases: ['DLG-21'],
    detects: ['folds-values-at-service', 'ignores-letter-case-at-service'],
    mutate: on(
      oddLeaf('upper case', ({ provider }) => ({ rightOperand: otherCase(provider) })),
      oddLeaf('trailing space', ({ provider }) => ({ rightOperand: `${provider} ` })),
      oddLeaf('full-width letters', ({ provider }) => ({ rightOperand: fullWidth(provider) })),
    ),
  }),
]

export const granted: readonly ServiceRow[] = [
  row({
    id: 'service.own-provider',
    title: 'on a condition that names it',
    requirements: ['DELEGATION-CONDITIONS'],
    cases: ['DLG-08'],
    detects: ['refuses-conditions'],
    mutate: on(T),
  }),
  row({
    id: 'service.any-of-one',
    title: 'on anyOf of which one node holds',
    requirements: ['DELEGATION-ANY-OF'],
    cases: ['DLG-08'],
    detects: ['any-of-needs-all-at-service', 'any-of-reads-first-at-service'],
    mutate: on(anyOf(T, F, F), anyOf(F, T, F), anyOf(F, F, T)),
  }),
  row({
    id: 'service.nested-true',
    title: 'on nested conditions that hold',
    requirements: ['DELEGATION-NESTING'],
    cases: ['DLG-09'],
    detects: ['flattens-nesting-at-service'],
    mutate: on(allOf(anyOf(F, T), allOf(T, T)), anyOf(F, allOf(T, anyOf(F, T)))),
  }),
  row({
    id: 'service.eight-levels-true',
    title: 'on eight levels of conditions of which the lowest leaf holds',
    requirements: ['DELEGATION-NESTING'],
    cases: ['DLG-09'],
    detects: ['flattens-nesting-at-service'],
    mutate: on(levels(8, 'allOf', T), levels(8, 'anyOf', T)),
  }),
  row({
    id: 'service.twenty-nodes-true',
    title: 'on anyOf of twenty nodes of which the last holds',
    requirements: ['DELEGATION-ANY-OF'],
    cases: ['DLG-08'],
    detects: ['reads-few-nodes-at-service', 'any-of-needs-all-at-service', 'any-of-reads-first-at-service'],
    mutate: on(lastOfTwenty('anyOf', F, T)),
  }),
]

export const recorded: readonly ServiceRow[] = [
  row({
    id: 'service.unknown-operator-beside-true',
    title: 'on anyOf of an unknown operator and a leaf that holds',
    requirements: ['DELEGATION-OPERATOR'],
    cases: ['DLG-11'],
    mutate: on(anyOf(unknownOperator, T)),
  }),
  row({
    id: 'service.empty-node',
    title: 'on an empty anyOf, allOf or conditions',
    requirements: ['DELEGATION-EMPTY-NODE'],
    cases: ['DLG-14', 'DLG-15', 'DLG-16'],
    mutate: on(
      anyOf(),
      allOf(),
      odd('{}', () => ({})),
      odd('null', () => null),
      odd('[]', () => []),
      odd('""', () => ''),
    ),
  }),
  row({
    id: 'service.deep',
    title: 'on conditions of 100 to 10,000 levels and of 20,000 leaves',
    requirements: ['DELEGATION-NESTING'],
    cases: ['DLG-22'],
    mutate: [
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
  }),
]
