import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Json } from '../../harness/contracts/json.js'
import { conditionsHold } from '../../harness/judge/conditions.js'
import { conditionNames } from '../../harness/judge/evidence.js'

const provider = 'did:example:provider'
const context = { serviceProvider: provider, region: 'nl', one: 1, nothing: null }
const is = (rightOperand: Json, leftOperand: Json = 'serviceProvider', operator: Json = 'equal') => ({
  leftOperand,
  operator,
  rightOperand,
})
const yes = is(provider)
const no = is('did:example:other')

const holds = (tree: Json, of: Json | undefined = context) => conditionsHold(tree, of)

test('a leaf compares a key of the context with its right operand', () => {
  assert.equal(holds(yes), true)
  assert.equal(holds(no), false)
  assert.equal(holds(is('nl', 'region')), true)
  assert.equal(holds(yes, {}), false)
  assert.equal(holds(yes, null), false)
  assert.equal(conditionsHold(yes, undefined), false)
})

test('anyOf and allOf are or and and, to any depth', () => {
  const table: readonly [Json, boolean][] = [
    [{ anyOf: [no, no] }, false],
    [{ anyOf: [no, yes] }, true],
    [{ anyOf: [yes, no] }, true],
    [{ allOf: [yes, yes] }, true],
    [{ allOf: [yes, no] }, false],
    [{ allOf: [no, yes] }, false],
    [{ allOf: [{ anyOf: [no, yes] }, { allOf: [yes, yes] }] }, true],
    [{ allOf: [{ anyOf: [no, no] }, yes] }, false],
    [{ anyOf: [{ allOf: [yes, no] }, { allOf: [no, yes] }] }, false],
    [{ anyOf: [{ allOf: [yes, { anyOf: [no, yes] }] }, no] }, true],
    [{ anyOf: [] }, false],
    [{ allOf: [] }, true],
  ]
  for (const [tree, expected] of table) assert.equal(holds(tree), expected, JSON.stringify(tree))
})

test('it agrees with the plain recursion on every tree of depth 2', () => {
  const leaves = [yes, no]
  const inner = (nodes: readonly Json[]): readonly Json[] =>
    nodes.flatMap((a) => nodes.flatMap((b) => [{ anyOf: [a, b] }, { allOf: [a, b] }]))
  const plain = (tree: Json): boolean => {
    const { anyOf, allOf } = tree as { readonly anyOf?: Json[]; readonly allOf?: Json[] }
    return anyOf ? anyOf.some(plain) : allOf ? allOf.every(plain) : tree === yes
  }
  const trees = inner([...leaves, ...inner(leaves)])
  assert.ok(trees.length === 200)
  for (const tree of trees) assert.equal(holds(tree), plain(tree), JSON.stringify(tree))
})

test('an operator that nobody knows is not met, and decides nothing beside a node that does', () => {
  const odd = is(provider, 'serviceProvider', 'x-odd')
  assert.equal(holds(odd), false)
  assert.equal(holds({ anyOf: [odd, yes] }), true)
  assert.equal(holds({ allOf: [odd, yes] }), false)
  for (const operator of ['EQUAL', 'eq', '', null, ['equal']]) assert.equal(holds({ ...yes, operator }), false)
})

test('whatever is no node is not met', () => {
  const malformed: readonly Json[] = [
    null,
    '',
    'equal',
    true,
    1,
    [],
    [yes],
    {},
    { anyOf: yes },
    { anyOf: 'yes' },
    { anyOf: null },
    { anyOf: [yes], allOf: [yes] },
    { anyOf: [yes], ...yes },
    { anyOf: [yes], leftOperand: 'serviceProvider' },
    { allOf: [yes], operator: 'equal' },
    { leftOperand: 'serviceProvider', rightOperand: provider },
    { leftOperand: 'serviceProvider', operator: 'equal' },
    { operator: 'equal', rightOperand: provider },
    { allOf: [yes, null] },
    { anyOf: ['serviceProvider'] },
  ]
  for (const tree of malformed) assert.equal(holds(tree), false, JSON.stringify(tree))
})

test('values are equal only within one JSON type, and structures never', () => {
  assert.equal(holds(is(1, 'one')), true)
  for (const right of ['1', true, [1], null]) assert.equal(holds(is(right, 'one')), false)
  assert.equal(holds(is([provider])), false)
  assert.equal(holds(is(null, 'absent')), false)
  assert.equal(holds(is(provider.toUpperCase())), false)
  assert.equal(holds(is(`${provider} `)), false)
  assert.equal(holds(is(['x'], 'list'), { list: ['x'] }), false)
})

test('keys are own properties of the context', () => {
  for (const key of ['__proto__', 'constructor', 'toString', 'hasOwnProperty'])
    for (const right of [null, '', key, 'function Object() { [native code] }'])
      assert.equal(holds(is(right, key)), false, key)
  assert.equal(holds(is('x', '__proto__'), JSON.parse('{"__proto__":"x"}') as Json), true)
  assert.equal(holds(is('x', '0'), ['x']), false)
})

test('depth and width do not matter', () => {
  let deep: Json = yes
  for (let level = 0; level < 100_000; level += 1) deep = level % 2 ? { anyOf: [deep] } : { allOf: [deep] }
  assert.equal(holds(deep), true)
  assert.equal(holds({ anyOf: [...Array.from({ length: 100_000 }, () => no), yes] }), true)
})

test('names may be spelled in snake case', () => {
  const tree = { any_of: [{ left_operand: 'serviceProvider', operator: 'equal', right_operand: provider }] }
  assert.equal(conditionsHold(tree, context, conditionNames('snake')), true)
  assert.equal(holds(tree), false)
})
