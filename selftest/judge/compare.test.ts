import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CheckResult, CheckVerdict, Comparison, RunResult } from '../../harness/contracts/results.js'
import { compare } from '../../harness/evidence/compare.js'

const run: RunResult = { id: '1', startedAt: '2026-11-20T12:00:00Z', finishedAt: '2026-11-20T12:01:00Z', durationMs: 1 }
const check = (verdict: CheckVerdict, more: Partial<CheckResult> = {}): CheckResult => ({
  id: 'audience.two',
  target: 'Acme',
  role: 'ServiceProvider',
  title: 'refuses two audiences',
  requirements: ['ASSERTION-SINGLE-AUD'],
  verdict,
  durationMs: 1,
  ...more,
})
const results = (...checks: readonly CheckResult[]) => ({ run, checks, assumptions: [] })
const one = (verdict: CheckVerdict | undefined) => results(...(verdict === undefined ? [] : [check(verdict)]))

type Kind = Exclude<keyof Comparison, 'changedAssumptions'>
const kinds: readonly Kind[] = ['failing', 'newlyFailing', 'newlyPassing', 'lostCoverage']

const rows: readonly (readonly [CheckVerdict | undefined, CheckVerdict | undefined, Kind | undefined])[] = [
  ['pass', 'pass', undefined],
  ['pass', 'finding', undefined],
  ['pass', 'fail', 'newlyFailing'],
  ['finding', 'fail', 'newlyFailing'],
  ['inconclusive', 'fail', 'newlyFailing'],
  [undefined, 'fail', 'newlyFailing'],
  ['pass', 'waived', undefined],
  ['fail', 'fail', 'failing'],
  ['waived', 'fail', 'failing'],
  ['fail', 'waived', undefined],
  ['fail', 'pass', 'newlyPassing'],
  ['waived', 'finding', 'newlyPassing'],
  ['fail', 'inconclusive', 'lostCoverage'],
  ['pass', 'not-testable', 'lostCoverage'],
  ['pass', 'not-applicable', 'lostCoverage'],
  ['finding', 'disabled', 'lostCoverage'],
  ['waived', 'harness-error', 'lostCoverage'],
  ['pass', undefined, 'lostCoverage'],
  ['disabled', 'not-testable', undefined],
  ['inconclusive', 'pass', undefined],
  ['not-testable', undefined, undefined],
]

for (const [before, now, kind] of rows)
  test(`a check that was ${before ?? 'not there'} and is ${now ?? 'not there'} is ${kind ?? 'no change'}`, () => {
    const compared = compare(one(before), one(now))
    const id = { target: 'Acme', role: 'ServiceProvider', id: 'audience.two' }
    for (const other of kinds)
      assert.deepEqual(
        compared[other],
        other === kind ? [{ ...id, ...(before && { before }), ...(now && { now }) }] : [],
        other,
      )
  })

test('checks differ by target and role too', () => {
  const compared = compare(results(check('pass')), results(check('fail', { role: 'EntitledParty' })))
  assert.equal(compared.newlyFailing.length, 1)
  assert.equal(compared.lostCoverage.length, 1)
})

test('what another shard judges is not lost, and what is nobody’s is', () => {
  const shard = { ...run, shard: '1/2' }
  const now = { ...results(check('disabled', { shard: 2 })), run: shard }
  assert.deepEqual(compare(one('pass'), now).lostCoverage, [])
  const own = { ...results(check('disabled', { shard: 1 })), run: shard }
  assert.equal(compare(one('pass'), own).lostCoverage.length, 1)
  const merged = { ...results(check('disabled', { shard: 2 })), run: { ...run, shards: { total: 2, present: [1] } } }
  assert.deepEqual(compare(one('pass'), merged).lostCoverage, [])
})

test('assumptions that changed, came or went are listed with both values', () => {
  const assumed = (...rows: readonly (readonly [string, string | readonly string[]])[]) => ({
    ...results(),
    assumptions: rows.map(([id, value]) => ({ id, value, source: 'default' as const })),
  })
  const before = assumed(['same', ['a', 'b']], ['changed', 'a'], ['gone', 'a'])
  const now = assumed(['same', ['a', 'b']], ['changed', 'b'], ['new', 'a'])
  assert.deepEqual(compare(before, now).changedAssumptions, [
    { id: 'changed', before: 'a', now: 'b' },
    { id: 'gone', before: 'a' },
    { id: 'new', now: 'a' },
  ])
})
