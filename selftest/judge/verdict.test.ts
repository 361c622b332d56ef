import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Fact, Outcome } from '../../harness/contracts/evidence.js'
import type { CheckVerdict, RoleVerdict } from '../../harness/contracts/results.js'
import { readAnswer, retryAfterSeconds } from '../../harness/judge/outcome.js'
import { type JudgedCheck, judgeCheck, judgeRequirement, judgeRole } from '../../harness/judge/verdict.js'
import type { Exchange } from '../../harness/wire/types.js'
import type { Level } from '../../requirements/types.js'

const granted: Outcome = { kind: 'granted' }
const refused: Outcome = { kind: 'refused', status: 401 }
const deferred: Outcome = { kind: 'deferred', status: 429 }
const silent: Outcome = { kind: 'no-answer', why: 'reset' }
const stuck: Outcome = { kind: 'no-answer', why: 'no step fits', stuck: true }
const control = (outcome: Outcome): Fact => ({ kind: 'control', message: 0, outcome })
const refusal = (outcome: Outcome, more: { alive?: boolean; noAnswerIsRefusal?: boolean } = {}): Fact => ({
  kind: 'refusal',
  message: 1,
  outcome,
  noAnswerIsRefusal: false,
  ...more,
})
const acceptance = (outcome: Outcome): Fact => ({ kind: 'acceptance', message: 1, outcome })
const rule = (holds: boolean): Fact => ({ kind: 'rule', says: 'Says', holds, expected: 'a', got: 'b' })
const record = (outcome: Outcome): Fact => ({ kind: 'record', message: 1, outcome })
const excused = (outcome: Outcome): Fact => ({ kind: 'record', message: 1, outcome, excused: true })
const reason = (kind: 'harness-error' | 'disabled' | 'not-testable' | 'not-applicable' | 'inconclusive'): Fact => ({
  kind,
  reason: kind,
})

const checkRows: readonly (readonly [string, readonly Fact[], CheckVerdict])[] = [
  ['a refusal after an accepted control', [control(granted), refusal(refused)], 'pass'],
  ['a grant where a refusal is due', [control(granted), refusal(granted)], 'fail'],
  ['a refusal where a grant is due', [control(granted), acceptance(refused)], 'fail'],
  ['a grant where one is due', [control(granted), acceptance(granted)], 'pass'],
  ['a rule that is broken', [rule(false)], 'fail'],
  ['a rule that holds', [rule(true)], 'pass'],
  ['nothing at all', [], 'inconclusive'],
  ['a control alone', [control(granted)], 'inconclusive'],
  ['an observation alone', [control(granted), { kind: 'observation', name: 'n', value: 1 }], 'inconclusive'],
  ['a control that is refused', [control(refused)], 'inconclusive'],
  ['a control that is put off', [control(deferred)], 'inconclusive'],
  ['a later control that is refused', [control(granted), refusal(refused), control(refused)], 'inconclusive'],
  ['no answer', [control(granted), refusal(silent, { alive: true })], 'inconclusive'],
  ['no answer of a target that is dead since', [control(granted), refusal(silent, { alive: false })], 'inconclusive'],
  [
    'no answer where that refuses and the target lives',
    [control(granted), refusal(silent, { alive: true, noAnswerIsRefusal: true })],
    'pass',
  ],
  [
    'no answer where that refuses, of a target that is dead since',
    [control(granted), refusal(silent, { alive: false, noAnswerIsRefusal: true })],
    'inconclusive',
  ],
  ['what is only recorded', [control(granted), record(granted)], 'pass'],
  ['what is only recorded, without an answer', [control(granted), record(silent)], 'inconclusive'],
  ['a request for patience', [control(granted), refusal(deferred)], 'inconclusive'],
  ['a request for patience where a grant is due', [control(granted), acceptance(deferred)], 'inconclusive'],
  ['a violation beside a doubt', [control(granted), refusal(silent, { alive: true }), refusal(granted)], 'fail'],
  ['a violation before the check ends early', [control(granted), refusal(granted), reason('not-testable')], 'fail'],
  ['a violation beside a later doubt', [rule(false), reason('inconclusive')], 'fail'],
  ['a violation beside our own error', [rule(false), reason('harness-error')], 'harness-error'],
  ['a missing hook after a refusal', [control(granted), refusal(refused), reason('not-testable')], 'not-testable'],
  ['what does not concern the target', [reason('not-applicable')], 'not-applicable'],
  ['what does not concern the target by its answer', [record(refused), reason('not-applicable')], 'not-applicable'],
  ['what may concern it, as no answer came', [record(silent), reason('not-applicable')], 'inconclusive'],
  ['what may concern it, as it asked for patience', [record(deferred), reason('not-applicable')], 'inconclusive'],
  ['a refusal without an answer before', [refusal(silent, { alive: true }), reason('not-applicable')], 'inconclusive'],
  ['no answer while somebody else failed', [excused(silent), reason('not-applicable')], 'not-applicable'],
  ['a human who got no further', [record(stuck), reason('not-applicable')], 'not-applicable'],
  ['what the user left out', [reason('disabled')], 'disabled'],
]

for (const [title, facts, verdict] of checkRows)
  test(`a check with ${title} is ${verdict}`, () => assert.equal(judgeCheck(facts, 'must', false).verdict, verdict))

test('a check that may only record has judged where no answer came, too', () =>
  assert.equal(judgeCheck([control(granted), record(silent)], 'should', false).verdict, 'pass'))

test('a check that judged nothing says so', () =>
  assert.equal(judgeCheck([control(granted)], 'must', false).reason, 'The check judged nothing.'))

test('a pass tells of a fixture that was not there to be misjudged, and of nothing else that was observed', () => {
  const observed = (name: string): Fact => ({ kind: 'observation', name, value: 'not registrable' })
  const reasonOf = (...facts: readonly Fact[]) => judgeCheck([control(granted), ...facts], 'must', false).reason
  const bare = reasonOf(refusal(refused))
  assert.ok(bare.length > 0)
  assert.equal(reasonOf(observed('fixture'), refusal(refused)), `${bare} Fixture not registrable.`)
  assert.equal(reasonOf(observed('status'), refusal(refused)), bare)
})

test('a violation fails by its level and by --strict', () => {
  const verdictOf = (level: Level, strict: boolean) =>
    judgeCheck([control(granted), refusal(granted)], level, strict).verdict
  assert.equal(verdictOf('must', false), 'fail')
  assert.equal(verdictOf('strict', false), 'finding')
  assert.equal(verdictOf('strict', true), 'fail')
  assert.equal(verdictOf('should', true), 'finding')
})

test('a violation weighs no more than a fact of its check says, and tells why', () => {
  const weight: Fact = { kind: 'weight', level: 'strict', reason: 'It lets nobody in.' }
  const facts = [control(granted), weight, refusal(granted)]
  assert.equal(judgeCheck(facts, 'must', false).verdict, 'finding')
  assert.match(judgeCheck(facts, 'must', false).reason, /It lets nobody in\.$/)
  assert.equal(judgeCheck(facts, 'must', true).verdict, 'fail')
  assert.equal(judgeCheck(facts, 'should', true).verdict, 'finding')
  assert.equal(judgeCheck([control(granted), weight, refusal(refused)], 'must', true).verdict, 'pass')
})

const quick = { strict: false, complete: true, profile: 'quick' } as const
const check = (verdict: CheckVerdict, more: Partial<JudgedCheck> = {}): JudgedCheck => ({
  verdict,
  level: 'must',
  profile: 'quick',
  ...more,
})
const pass = check('pass')

const roleRows: readonly (readonly [string, readonly JudgedCheck[], Partial<typeof quick | object>, RoleVerdict])[] = [
  ['passes only', [pass], {}, 'certified'],
  ['a finding', [pass, check('finding', { level: 'should' })], {}, 'certified-with-findings'],
  ['findings only', [check('finding', { level: 'should' })], {}, 'certified-with-findings'],
  ['a failure', [pass, check('fail')], {}, 'not-certified'],
  ['a waived failure', [pass, check('waived')], {}, 'not-certified'],
  ['a failure in a run that was cut short', [check('fail')], { complete: false }, 'not-certified'],
  ['a failure beside what is open', [check('inconclusive'), check('fail')], {}, 'not-certified'],
  ['passes in a run that was cut short', [pass], { complete: false }, 'not-fully-verified'],
  ['an open strict check', [pass, check('inconclusive', { level: 'strict' })], {}, 'certified'],
  [
    'an open strict check with --strict',
    [pass, check('inconclusive', { level: 'strict' })],
    { strict: true },
    'not-fully-verified',
  ],
  [
    'an open should check with --strict',
    [pass, check('inconclusive', { level: 'should' })],
    { strict: true },
    'certified',
  ],
  ['what does not concern it', [pass, check('not-applicable')], {}, 'certified'],
  ['nothing but what does not concern it', [check('not-applicable')], {}, 'not-fully-verified'],
  ['no check at all', [], {}, 'not-fully-verified'],
  ['a deeper check that is left out', [pass, check('disabled', { profile: 'deep' })], {}, 'certified'],
  ['a deeper check that fails', [pass, check('fail', { profile: 'deep' })], {}, 'certified'],
  [
    'a deeper check that fails in a deep run',
    [pass, check('fail', { profile: 'deep' })],
    { profile: 'deep' },
    'not-certified',
  ],
]

for (const [title, checks, more, verdict] of roleRows)
  test(`a role with ${title} is ${verdict}`, () => assert.equal(judgeRole(checks, { ...quick, ...more }), verdict))

for (const verdict of ['inconclusive', 'not-testable', 'disabled', 'harness-error'] as const)
  test(`a role with a must check that is ${verdict} is not-fully-verified`, () =>
    assert.equal(judgeRole([pass, check(verdict)], quick), 'not-fully-verified'))

test('a check says which requirements it found broken where each violation names its own', () => {
  const broken = (...breaks: readonly string[]): Fact => ({ ...rule(false), breaks }) as Fact
  const breaksOf = (...facts: readonly Fact[]) => judgeCheck(facts, 'must', false).breaks
  assert.deepEqual(breaksOf(broken('ONE'), rule(true), broken('TWO', 'ONE')), ['ONE', 'TWO'])
  assert.equal(breaksOf(broken('ONE'), rule(false)), undefined)
  assert.equal(breaksOf(control(granted), broken('ONE'), refusal(granted)), undefined)
  assert.equal(breaksOf(rule(true)), undefined)
  assert.deepEqual(judgeCheck([broken('ONE')], 'should', false).breaks, ['ONE'])
})

test('a requirement has the gravest verdict of its checks, and none is not-testable', () => {
  assert.equal(judgeRequirement(['pass', 'finding', 'fail']), 'fail')
  assert.equal(judgeRequirement(['pass', 'inconclusive', 'finding']), 'inconclusive')
  assert.equal(judgeRequirement(['pass', 'finding']), 'finding')
  assert.equal(judgeRequirement(['not-applicable', 'pass']), 'pass')
  for (const verdict of ['waived', 'harness-error', 'not-testable', 'disabled'] as const)
    assert.equal(judgeRequirement(['pass', 'not-applicable', 'finding', verdict]), verdict)
  assert.equal(judgeRequirement(['harness-error', 'waived']), 'waived')
  assert.equal(judgeRequirement(['inconclusive', 'harness-error']), 'harness-error')
  assert.equal(judgeRequirement(['not-testable', 'inconclusive']), 'inconclusive')
  assert.equal(judgeRequirement(['disabled', 'not-testable']), 'not-testable')
  assert.equal(judgeRequirement(['not-applicable']), 'not-applicable')
  assert.equal(judgeRequirement([]), 'not-testable')
})

const answer = (status: number, body: string, more: object = {}): Exchange => ({
  request: { method: 'POST', url: 'http://127.0.0.1/', headers: [] },
  response: { status, headers: {}, body, truncated: false, ...more },
  startedAt: '2026-11-20T12:00:00.000Z',
  durationMs: 1,
})

const outcomeRows: readonly (readonly [string, Exchange, Outcome['kind']])[] = [
  ['an access token', answer(200, '{"access_token":"t"}'), 'granted'],
  ['an access token in an error', answer(400, '{"access_token":"t","error":"x"}'), 'granted'],
  ['an access token beside a request for patience', answer(429, '{"access_token":"t"}'), 'granted'],
  ['an empty access token', answer(200, '{"access_token":""}'), 'refused'],
  ['an access token that is a number', answer(200, '{"access_token":42}'), 'refused'],
  ['an access token inside a list', answer(200, '[{"access_token":"t"}]'), 'refused'],
  ['no JSON', answer(200, '<html>access_token</html>'), 'refused'],
  ['an empty body', answer(404, ''), 'refused'],
  ['a redirect', answer(302, ''), 'refused'],
  ['a server error', answer(500, '{}'), 'refused'],
  ['429', answer(429, ''), 'deferred'],
  ['503 with Retry-After', answer(503, '', { headers: { 'retry-after': '3' } }), 'deferred'],
  ['503 without', answer(503, ''), 'refused'],
  ['more than is read of it', answer(200, '{"pad":"', { truncated: true }), 'no-answer'],
]

for (const [title, exchange, kind] of outcomeRows)
  test(`an answer with ${title} counts as ${kind}`, () =>
    assert.equal(readAnswer(exchange, 'access_token').outcome.kind, kind))

test('an answer that did not come, or not whole, says why', () => {
  const { response: _, ...unanswered } = answer(200, '')
  const noAnswer = { kind: 'reset', message: 'the connection was reset' } as const
  const of = (exchange: Exchange) => readAnswer(exchange, 'access_token')
  assert.deepEqual(of({ ...unanswered, noAnswer }), { outcome: { kind: 'no-answer', why: noAnswer.message } })
  assert.deepEqual(of(unanswered), { outcome: { kind: 'no-answer', why: 'no answer' } })
  const why = 'the answer was longer than is read of it'
  assert.deepEqual(of(answer(200, '{}', { truncated: true })), { outcome: { kind: 'no-answer', why } })
})

test('an answer is handed on with its JSON and its access token, where it has any', () => {
  const of = (body: string) => readAnswer(answer(200, body), 'access_token')
  const granted = { outcome: { kind: 'granted' }, json: { access_token: 't' }, accessToken: 't' }
  assert.deepEqual(of('{"access_token":"t"}'), granted)
  assert.deepEqual(of('\ufeff{"access_token":"t"}'), granted)
  assert.deepEqual(of('{"error":"x"}'), { outcome: { kind: 'refused', status: 200 }, json: { error: 'x' } })
  assert.deepEqual(of('none'), { outcome: { kind: 'refused', status: 200 } })
})

for (const [title, body, blemished] of [
  ['behind a warning', '<br />\n<b>Warning</b>: {main} thrown<br />\n{"access_token":"t"}', true],
  ['before a warning', '{"access_token":"t"}\n<b>Warning</b>', true],
  ['in an error behind a warning', '<b>Warning</b>{"error":"access_token"}', undefined],
  ['inside a list', 'x [{"access_token":"t"}, {}]', undefined],
] as const)
  test(`an access token ${title} is no refusal, and no grant`, () => {
    const read = readAnswer(answer(200, body), 'access_token')
    assert.equal(read.outcome.kind, 'refused')
    assert.equal(read.blemished, blemished)
    assert.equal(read.accessToken, blemished && 't')
    assert.equal(readAnswer(answer(500, body), 'access_token').blemished, undefined)
  })

test('Retry-After is read in seconds and as a date, and bounded below', () => {
  const after = (value: string) => retryAfterSeconds(answer(429, '', { headers: { 'retry-after': value } }))
  assert.equal(after('3'), 3)
  assert.equal(after('0'), 1)
  assert.equal(after('1'), 1)
  assert.equal(after('soon'), 1)
  assert.equal(retryAfterSeconds(answer(429, '')), 1)
  assert.equal(retryAfterSeconds(answer(429, '', { headers: { 'retry-after': ['3', '4'] } })), 3)
  const { response: _, ...unanswered } = answer(429, '')
  assert.equal(retryAfterSeconds(unanswered), 1)
  assert.equal(after('-5'), 1)
  const seconds = after(new Date(Date.now() + 10_000).toUTCString())
  assert.ok(seconds > 7 && seconds <= 10, String(seconds))
})
