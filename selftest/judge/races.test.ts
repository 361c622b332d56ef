import assert from 'node:assert/strict'
import { test } from 'node:test'
import { control, granted, judging, judgingIn, mutated, refused } from './judge-fixture.js'

const inconclusive = { code: 'INCONCLUSIVE' }

test('a race needs an accepted control, and codes that live side by side', async () => {
  await assert.rejects(judging().judge.grantsAtMostOnce(control, 2), {
    code: 'HARNESS_ERROR',
    message: 'A race needs an accepted control before it.',
  })
  const ended = judgingIn({ elder: refused }, granted)
  await ended.judge.grants(control)
  await assert.rejects(ended.judge.grantsAtMostOnce(mutated, 2), /A new authorization code ends the one before it\./)
  assert.equal(ended.verdict(), 'not-applicable')
  const living = judgingIn({ elder: granted }, granted, granted, refused, refused, granted)
  await living.judge.grants(control)
  await living.judge.grantsAtMostOnce(mutated, 2)
  await living.judge.grantsAtMostOnce(mutated, 2)
  assert.deepEqual(living.elders, [mutated])
  assert.equal(living.verdict(), 'pass')
})

test('copies that were put off were in no race', async () => {
  const deferred = { kind: 'deferred', status: 429 } as const
  const { judge, verdict } = judging(granted, granted, deferred, deferred)
  await judge.grants(control)
  await assert.rejects(judge.grantsAtMostOnce(mutated, 3), {
    ...inconclusive,
    message: 'Only 1 of 3 parallel copies were answered.',
  })
  assert.equal(verdict(), 'inconclusive')
})

test('rules, observations, races and floods are kept as facts', async () => {
  const { judge, recorder } = judging(granted, granted, granted)
  judge.rule('A rule', true, { expected: 'a', got: 'b' })
  judge.observes('a time', 5, 'ms')
  judge.observes('a word', 'so')
  assert.equal(await judge.flood(control, 9), 8)
  await judge.grants(control)
  await judge.grantsAtMostOnce(mutated, 2)
  assert.deepEqual(recorder.facts, [
    { kind: 'rule', says: 'A rule', holds: true, expected: 'a', got: 'b' },
    { kind: 'observation', name: 'a time', value: 5, unit: 'ms' },
    { kind: 'observation', name: 'a word', value: 'so' },
    { kind: 'observation', name: 'granted of 9 further messages', value: 8 },
    { kind: 'control', message: 0, outcome: granted },
    {
      ...{ kind: 'rule', says: 'Of 2 copies sent at once, at most one is granted', holds: false },
      ...{ expected: 'at most 1 access token', got: '2 access tokens' },
    },
    { kind: 'observation', name: 'granted of 2 parallel copies', value: 2 },
  ])
})
