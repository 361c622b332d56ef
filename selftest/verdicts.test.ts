import assert from 'node:assert/strict'
import { test } from 'node:test'
import { differences, type Seen } from './verdicts/compare.js'

const key = 'reference ServiceProvider, ServiceProvider, audience.two'
const usual: Seen = { verdict: 'pass', level: 'must', kinds: ['control', 'refusal', 'refusal'] }
const seen = (more?: Partial<Seen>) => new Map(more === undefined ? [] : [[key, { ...usual, ...more }]])

const rows: readonly (readonly [string, Partial<Seen> | undefined, Partial<Seen> | undefined, string | undefined])[] = [
  ['the same', {}, {}, undefined],
  ['another verdict', {}, { verdict: 'fail' }, 'verdict pass -> fail'],
  ['another level', {}, { level: 'should' }, 'level must -> should'],
  ['a level that is gone', {}, { level: '' }, 'level must -> none'],
  ['another kind of facts', {}, { kinds: ['control', 'rule'] }, 'kinds of facts control, refusal -> control, rule'],
  ['no facts any more', {}, { kinds: [] }, 'kinds of facts control, refusal -> none'],
  ['more facts of the same kinds, in another order', {}, { kinds: ['refusal', 'control', 'control'] }, undefined],
  ['two of these', {}, { verdict: 'fail', level: 'should' }, 'verdict pass -> fail; level must -> should'],
  ['a check that is gone', {}, undefined, 'gone, was pass'],
  ['a check that is new', undefined, { verdict: 'finding' }, 'new, finding'],
]

for (const [name, before, after, words] of rows)
  test(`two commits: ${name}`, () => {
    assert.deepEqual(differences(seen(before), seen(after)), words === undefined ? [] : [`${key}: ${words}`])
  })

test('two commits: checks that differ are named in the order of their names, others are not', () => {
  const before = new Map([
    ['b', usual],
    ['a', usual],
    ['same', usual],
  ])
  const after = new Map([
    ['same', usual],
    ['c', usual],
    ['b', { ...usual, verdict: 'fail' }],
  ])
  assert.deepEqual(differences(before, after), ['a: gone, was pass', 'b: verdict pass -> fail', 'c: new, pass'])
})
