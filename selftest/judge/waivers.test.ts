import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CheckResult, CheckVerdict, GivenWaiver, WaiverState } from '../../harness/contracts/results.js'
import { applyWaivers } from '../../harness/judge/waivers.js'
import type { Level } from '../../requirements/types.js'

const check = (verdict: CheckVerdict, more: Partial<CheckResult> = {}): CheckResult => ({
  id: 'replay.parallel',
  target: 'Acme',
  role: 'ServiceProvider',
  title: 'refuses a replay in parallel',
  requirements: ['REPLAY-ONCE'],
  level: 'must',
  verdict,
  durationMs: 1,
  ...more,
})
const terms = { reason: 'Mended in 2.4.', owner: 'platform team', link: 'https://issues.example/41' }
const waiver: GivenWaiver = { target: 'Acme', id: 'replay.parallel', ...terms, expires: '2027-01-31' }
const at = Date.parse('2026-11-20T12:00:00Z')
const other = (verdict: CheckVerdict) => check(verdict, { role: 'AuthorisationRegistry' })
const finding = (level: Level) => check('finding', { level })

const rows: readonly (readonly [string, readonly CheckResult[], WaiverState, CheckVerdict])[] = [
  ['a check that fails', [check('fail')], 'used', 'waived'],
  ['a check that was waived before', [check('waived')], 'used', 'waived'],
  ['a check that fails in one role of two', [check('pass'), other('fail')], 'used', 'pass'],
  ['a check that passes', [check('pass')], 'needless', 'pass'],
  [
    'a check that passes in one role and was not judged in the other',
    [check('pass'), other('disabled')],
    'undecided',
    'pass',
  ],
  ['a check that is not there', [check('pass', { id: 'replay.later' })], 'needless', 'pass'],
  ['a check of another target', [check('fail', { target: 'Other' })], 'needless', 'fail'],
  ['a check that does not concern the target', [check('not-applicable')], 'needless', 'not-applicable'],
  ['a finding that would fail with --strict', [finding('strict')], 'undecided', 'finding'],
  ['a finding that never fails', [finding('should')], 'needless', 'finding'],
  ...(['inconclusive', 'not-testable', 'disabled', 'harness-error'] as const).map(
    (verdict) => [`a check that is ${verdict}`, [check(verdict)], 'undecided', verdict] as const,
  ),
]

for (const [title, checks, state, verdict] of rows)
  test(`a waiver of ${title} is ${state}`, () => {
    const applied = applyWaivers(checks, [waiver], at)
    assert.equal(applied.waivers[0]?.state, state)
    assert.equal(applied.checks[0]?.verdict, verdict)
  })

test('a waived check carries the terms of its waiver, and a check without one no others', () => {
  const waived = applyWaivers([check('fail')], [waiver], at).checks[0]
  assert.deepEqual(waived?.waiver, { ...terms, expires: '2027-01-31' })
  const left = applyWaivers([check('waived', { waiver: terms })], [], at).checks[0]
  assert.deepEqual(left, check('fail'))
})

test('a waiver holds to the end of its last day, UTC, and waives nothing afterwards', () => {
  const on = (time: string) => applyWaivers([check('fail')], [waiver], Date.parse(time))
  assert.equal(on('2027-01-31T23:59:59Z').waivers[0]?.state, 'used')
  const late = on('2027-02-01T00:00:00Z')
  assert.equal(late.waivers[0]?.state, 'expired')
  assert.equal(late.checks[0]?.verdict, 'fail')
  assert.equal(applyWaivers([check('pass')], [waiver], Date.parse('2027-02-01T00:00:00Z')).waivers[0]?.state, 'expired')
})
