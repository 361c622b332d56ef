import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { Inconclusive } from '../../harness/contracts/errors.js'
import type { Exchange } from '../../harness/wire/types.js'
import {
  type Coming,
  control,
  granted,
  judging,
  judgingIn,
  message,
  mutated,
  probe,
  refused,
  silent,
} from './judge-fixture.js'

/** Where a message cannot be minted, because the target gives no access token for it. */
const withheld = new Inconclusive('no access token')

test('a refusal counts after the grant of its twin', async () => {
  const { judge, kinds, verdict } = judging(granted, refused)
  await judge.grants(control)
  await judge.refuses(mutated)
  assert.deepEqual(kinds(), ['control', 'refusal'])
  assert.equal(verdict(), 'pass')
})

test('what is recorded while somebody fails whom the target needs may go without an answer', async () => {
  for (const [options, expected] of [
    [{}, 'inconclusive'],
    [{ unavailableIsRefusal: true }, 'not-applicable'],
  ] as const) {
    const { judge, verdict } = judging(silent, granted)
    await judge.records(mutated, 'what it does', options)
    assert.throws(() => judge.notApplicable('It does nothing.'))
    assert.equal(verdict(), expected)
  }
})

test('a check that judges nothing is vacuous', async () => {
  const { judge, verdict } = judging(granted)
  await judge.grants(control)
  assert.equal(verdict(), 'inconclusive')
})

test('a control that is not granted ends the check as inconclusive, and nothing more is sent', async () => {
  const { judge, recorder, sent, verdict } = judging(refused)
  await assert.rejects(judge.grants(control), { code: 'INCONCLUSIVE' })
  assert.equal(recorder.ended, true)
  assert.equal(sent.length, 1)
  assert.equal(verdict(), 'inconclusive')
})

test('what a message needs may be withheld for a while, but not for good', async () => {
  const recovered = () => Promise.resolve(true)
  const spared = judgingIn({ recovered }, withheld, granted, refused)
  await spared.judge.grants(control)
  await spared.judge.refuses(mutated)
  assert.equal(spared.verdict(), 'pass')
  const denied = judgingIn({ recovered }, withheld, withheld)
  await assert.rejects(denied.judge.grants(control), { code: 'INCONCLUSIVE', message: 'no access token' })
  assert.equal(denied.verdict(), 'inconclusive')
  await assert.rejects(judging(withheld).judge.grants(control), { code: 'INCONCLUSIVE' })
})

test('a refusal without any accepted control is a mistake of the check, and is not sent', async () => {
  const { judge, sent } = judging()
  await assert.rejects(judge.refuses(mutated), { code: 'HARNESS_ERROR', message: /nothing was granted yet/ })
  assert.deepEqual(sent, [])
})

test('a message that differs from every control in two entries is refused by us, and is not sent', async () => {
  const { judge, sent } = judging(granted)
  await judge.grants(control)
  const two = message({ claims: 'without jti', form: 'twice' })
  await assert.rejects(judge.refuses(two), { code: 'HARNESS_ERROR', message: /exactly one entry: claims: .*; form: / })
  assert.equal(sent.length, 1)
})

test('a message that differs from its control in nothing cannot be refused, but accepted', async () => {
  const { judge, verdict } = judging(granted, granted)
  await judge.grants(control)
  await assert.rejects(judge.refuses(message()), { code: 'HARNESS_ERROR' })
  await judge.accepts(message())
  assert.equal(verdict(), 'pass')
})

test('a control that has grown old is renewed before it speaks for a message', async () => {
  mock.timers.enable({ apis: ['Date'], now: Date.now() })
  try {
    const { judge, kinds } = judging(granted, refused, granted, refused)
    await judge.grants(control)
    mock.timers.tick(29_000)
    await judge.refuses(mutated)
    mock.timers.tick(2_000)
    await judge.refuses(mutated)
    assert.deepEqual(kinds(), ['control', 'refusal', 'control', 'refusal'])
  } finally {
    mock.timers.reset()
  }
})

test('a renewed control that is refused ends the check', async () => {
  mock.timers.enable({ apis: ['Date'], now: Date.now() })
  try {
    const { judge, sent, verdict } = judging(granted, refused)
    await judge.grants(control)
    mock.timers.tick(31_000)
    await assert.rejects(judge.refuses(mutated), { code: 'INCONCLUSIVE' })
    assert.equal(sent.includes(mutated), false)
    assert.equal(verdict(), 'inconclusive')
  } finally {
    mock.timers.reset()
  }
})

test('after a missing answer a stranger shows whether the target lives', async () => {
  const { judge, sent, tripped, recorder, verdict } = judging(granted, silent, granted)
  await judge.grants(control)
  await judge.refuses(mutated)
  assert.deepEqual(sent, [control, mutated, probe])
  assert.deepEqual(tripped, [])
  assert.equal((recorder.facts.at(-1) as { alive?: boolean }).alive, true)
  assert.equal(verdict(), 'inconclusive')
})

test('a target that answers the stranger neither trips the breaker', async () => {
  const { judge, tripped, verdict } = judging(granted, silent, silent)
  await judge.grants(control)
  await judge.refuses(mutated, { noAnswerIsRefusal: true })
  assert.deepEqual(tripped, ['reset'])
  assert.equal(verdict(), 'inconclusive')
})

test('a target of one worker that still waits for somebody is given time to answer the stranger', async () => {
  const late: Coming = {
    outcome: { kind: 'no-answer', why: 'no answer within 10 s' },
    exchange: { startedAt: '', durationMs: 10_000, noAnswer: { kind: 'timeout', message: '' } } as unknown as Exchange,
  }
  const busy = judging(granted, late, late, late, granted)
  await busy.judge.grants(control)
  await busy.judge.refuses(mutated, { noAnswerIsRefusal: true })
  assert.deepEqual(busy.sent, [control, mutated, probe, probe, probe])
  assert.deepEqual(busy.tripped, [])
  assert.equal(busy.verdict(), 'pass')
  const hangs = judging(granted, late, late, late, late)
  await hangs.judge.grants(control)
  await hangs.judge.refuses(mutated, { noAnswerIsRefusal: true })
  assert.deepEqual(hangs.tripped, ['no answer within 10 s'])
  assert.equal(hangs.verdict(), 'inconclusive')
})

test('a violation outweighs the doubts around it', async () => {
  const { judge, verdict } = judging(granted, granted, silent, granted)
  await judge.grants(control)
  await judge.refuses(mutated)
  await judge.refuses(mutated)
  assert.equal(verdict(), 'fail')
})

test('a race is won once at most, and needs two answers', async () => {
  const won = judging(granted, granted, refused, refused)
  await won.judge.grants(control)
  await won.judge.grantsAtMostOnce(message(), 3)
  assert.equal(won.verdict(), 'pass')
  const twice = judging(granted, granted, refused, granted)
  await twice.judge.grants(control)
  await twice.judge.grantsAtMostOnce(message(), 3)
  assert.equal(twice.verdict(), 'fail')
  const lonely = judging(granted, granted, silent, silent)
  await lonely.judge.grants(control)
  await assert.rejects(lonely.judge.grantsAtMostOnce(message(), 3), { code: 'INCONCLUSIVE' })
  assert.equal(lonely.verdict(), 'inconclusive')
})

test('what only is recorded is no verdict, whatever came of it', async () => {
  const { judge, recorder } = judging(granted)
  await judge.records(mutated, 'what it does')
  assert.deepEqual(recorder.facts.at(-1), { kind: 'observation', name: 'what it does', value: 'granted' })
})

test('what a policy may read differs from a refusal of everybody, and from a grant that counts as none', async () => {
  const outcomes: readonly (readonly [readonly Coming[], string])[] = [
    [[granted], 'granted'],
    [[refused, granted], 'refused'],
    [[refused, refused], 'refused, as was a conforming stranger'],
    [[{ outcome: refused, blemished: true }], 'granted, with something around it'],
    [[silent, granted], 'no-answer'],
  ]
  for (const [comings, value] of outcomes) {
    const { judge, recorder, sent } = judging(...comings)
    await judge.records(mutated, 'what it does', { isRead: true })
    assert.deepEqual(recorder.facts.at(-1), { kind: 'observation', name: 'what it does', value })
    assert.equal(sent.length, comings.length)
  }
})

test('nothing is judged by what the target file says of a party where the target says otherwise', async () => {
  const { judge, verdict, sent } = judgingIn({ contradiction: async () => 'its record says Active' }, granted)
  await judge.grants(control)
  await assert.rejects(judge.refuses(mutated), /skipped: its record says Active/)
  assert.deepEqual([verdict(), sent.length], ['not-testable', 1])
})

test('a check ends as not applicable or not testable with its reason', () => {
  const { judge, verdict } = judging()
  assert.throws(() => judge.notTestable('needs target.replicas'), /skipped: needs target.replicas/)
  assert.equal(verdict(), 'not-testable')
})
