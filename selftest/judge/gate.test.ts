import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CheckVerdict, WaiverState } from '../../harness/contracts/results.js'
import { type Gate, type GateFacts, gateOf, gravestOf } from '../../harness/judge/gate.js'

const checks = (...verdicts: readonly CheckVerdict[]) =>
  verdicts.map((verdict, index) => ({ id: `c${index}`, verdict }))
const role = (verified: boolean) => ({ target: 'Acme', role: 'ServiceProvider', verified })
const waiver = (state: WaiverState) => ({ id: 'c0', expires: '2026-11-20', owner: 'platform team', state })
const change = (id: string) => ({ target: 'Acme', role: 'ServiceProvider', id })
const sound: GateFacts = {
  checks: checks('pass'),
  roles: [role(true)],
  interrupted: false,
  complete: true,
  waivers: [],
}
const compared = (newlyFailing: readonly string[], lostCoverage: readonly string[] = []) => ({
  baseline: { newlyFailing: newlyFailing.map(change), lostCoverage: lostCoverage.map(change) },
})
const open = { roles: [role(false)] }
const blocked = { blocked: [{ role: 'ServiceProvider', sentence: 'GET /service serves nobody.' }] }
const shard = { shard: '2/4', ...open }
const cutShort = { interrupted: true, complete: false, ...open }

/** The table of the design, row by row, and where two rows meet. */
const rows: readonly (readonly [string, Partial<GateFacts>, Gate['gate'], number])[] = [
  ['every role certified', { roles: [role(true), role(true)] }, 'pass', 0],
  ['findings only', { checks: checks('pass', 'finding') }, 'pass', 0],
  ['a failing check', { checks: checks('pass', 'fail') }, 'fail', 1],
  ['a waived check', { checks: checks('pass', 'waived'), waivers: [waiver('used')] }, 'pass', 0],
  ['one of two failing checks waived', { checks: checks('waived', 'fail'), waivers: [waiver('used')] }, 'fail', 1],
  ['nothing judged but what is waived', { checks: checks('waived'), waivers: [waiver('used')] }, 'pass', 0],
  ['a check that failed in the baseline', { checks: checks('fail'), ...compared([]) }, 'pass', 0],
  ['a check that did not fail in the baseline', { checks: checks('fail'), ...compared(['c0']) }, 'fail', 1],
  ['one check waived, one known', { checks: checks('waived', 'fail'), ...compared([]) }, 'pass', 0],
  ['an expired waiver', { waivers: [waiver('expired')] }, 'fail', 1],
  ['a needless waiver', { waivers: [waiver('needless')] }, 'fail', 1],
  ['a waiver of what was not judged', { waivers: [waiver('undecided')] }, 'pass', 0],
  ['lost coverage', compared([], ['c1']), 'fail', 1],
  ['lost coverage of a role that is open', { ...open, ...compared([], ['c1']) }, 'fail', 1],
  ['a role not fully verified', { checks: checks('pass', 'inconclusive'), ...open }, 'fail', 2],
  ['one role of two not fully verified', { roles: [role(true), role(false)] }, 'fail', 2],
  ['a role that is open beside a waived check', { checks: checks('waived', 'inconclusive'), ...open }, 'fail', 2],
  ['a role that is open beside a known failure', { checks: checks('fail'), ...open, ...compared([]) }, 'fail', 2],
  ['no role', { roles: [] }, 'fail', 2],
  ['a shard without a failing check', { checks: checks('pass', 'disabled'), ...shard }, 'pass', 0],
  ['a shard to which nothing fell', { checks: checks('disabled', 'not-applicable'), ...shard }, 'pass', 0],
  ['a shard with a failing check', { checks: checks('fail', 'disabled'), ...shard }, 'fail', 1],
  ['a shard whose failing check is waived', { checks: checks('waived', 'disabled'), ...shard }, 'pass', 0],
  ['a shard in which nothing was judged', { checks: checks('inconclusive'), ...shard }, 'fail', 4],
  [
    'a shard of which one check could not be judged',
    { checks: checks('inconclusive', 'disabled'), ...shard },
    'fail',
    4,
  ],
  ['a shard that was cut short', { ...shard, complete: false }, 'fail', 2],
  ['nothing judged although checks ran', { checks: checks('inconclusive', 'not-testable'), ...open }, 'fail', 4],
  [
    'nothing judged of what rests on something to mend',
    { checks: checks('not-testable', 'disabled'), ...open, ...blocked },
    'fail',
    3,
  ],
  [
    'something judged beside what rests on something to mend',
    { checks: checks('pass', 'not-testable'), ...open, ...blocked },
    'fail',
    2,
  ],
  [
    'a failing check beside what rests on something to mend',
    { checks: checks('fail', 'not-testable'), ...open, ...blocked },
    'fail',
    1,
  ],
  ['our own error and nothing judged', { checks: checks('harness-error'), ...open, ...blocked }, 'fail', 4],
  ['nothing that concerned the target', { checks: checks('not-applicable'), ...open }, 'fail', 4],
  ['no check', { checks: [], ...open }, 'fail', 4],
  ['our own error beside passes', { checks: checks('pass', 'harness-error'), ...open }, 'fail', 4],
  ['our own error beside a failing check', { checks: checks('fail', 'harness-error'), ...open }, 'fail', 1],
  [
    'our own error beside an expired waiver',
    { checks: checks('harness-error'), waivers: [waiver('expired')] },
    'fail',
    1,
  ],
  ['an interrupted run', cutShort, 'fail', 130],
  ['an interrupted run with a failing check', { checks: checks('fail'), ...cutShort }, 'fail', 130],
  ['an interrupted shard', { ...cutShort, shard: '1/2' }, 'fail', 130],
]

for (const [title, facts, gate, exitCode] of rows)
  test(`the gate of ${title} is ${gate}, exit code ${exitCode}`, () => {
    const got = gateOf({ ...sound, ...facts })
    assert.deepEqual({ gate: got.gate, exitCode: got.exitCode }, { gate, exitCode })
    if (gate === 'fail') assert.ok(got.reasons.length > 0, 'it says why')
  })

const sentences: readonly (readonly [Partial<GateFacts>, readonly string[]])[] = [
  [{}, []],
  [{ checks: checks('fail') }, ['c0 fails.']],
  [{ checks: checks('fail', 'fail') }, ['c0, c1 fail.']],
  [{ checks: checks(...Array<CheckVerdict>(7).fill('fail')) }, ['c0, c1, c2, c3, c4 and 2 more fail.']],
  [{ checks: checks(...Array<CheckVerdict>(5).fill('fail')) }, ['c0, c1, c2, c3, c4 fail.']],
  [{ checks: checks('waived') }, ['c0 fails and is waived.']],
  [{ checks: checks('waived', 'waived') }, ['c0, c1 fail and are waived.']],
  [{ checks: checks('fail', 'pass'), ...compared([]) }, ['c0 fails and did so in the baseline.']],
  [{ checks: checks('fail', 'fail'), ...compared(['c0', 'c1']) }, ['c0, c1 fail and did not in the baseline.']],
  [compared([], ['c1', 'c2']), ['c1, c2 were judged in the baseline and are not now.']],
  [{ checks: checks('fail', 'fail'), ...compared([]) }, ['c0, c1 fail and did so in the baseline.']],
  [{ checks: checks('fail'), ...compared(['c0']) }, ['c0 fails and did not in the baseline.']],
  [compared([], ['c1']), ['c1 was judged in the baseline and is not now.']],
  [{ waivers: [waiver('expired')] }, ['The waiver of c0 expired on 2026-11-20; its owner is platform team.']],
  [{ waivers: [waiver('needless')] }, ['The waiver of c0 is needless, since that does not fail any more: remove it.']],
  [open, ['Not everything that decides about Acme as ServiceProvider was judged.']],
  [{ roles: [] }, ['No role was tested.']],
  [{ ...shard, complete: false }, ['The shard was cut short.']],
  [{ checks: checks('harness-error', 'harness-error', 'pass') }, ['c0, c1 ended in an error of Assay.']],
  [shard, ['This is shard 2/4: the verdict comes with `assay report` of all shards.']],
  [{ checks: checks('harness-error') }, ['c0 ended in an error of Assay.', 'Nothing was judged.']],
]

test('the gate says why, in the order of the exit codes', () => {
  for (const [facts, reasons] of sentences) assert.deepEqual(gateOf({ ...sound, ...facts }).reasons, reasons)
  const all = gateOf({ ...sound, ...open, checks: checks('fail', 'harness-error'), interrupted: true })
  assert.deepEqual(all.reasons, [
    'The run was interrupted.',
    'c0 fails.',
    'c1 ended in an error of Assay.',
    'Not everything that decides about Acme as ServiceProvider was judged.',
  ])
})

test('the gravest of several exit codes is the one that the gate of one run would take', () => {
  assert.equal(gravestOf([0, 2, 4, 1, 3, 130]), 130)
  assert.equal(gravestOf([0, 2, 4, 1, 3]), 3)
  assert.equal(gravestOf([2, 4, 1]), 1)
  assert.equal(gravestOf([2, 4, 0]), 4)
  assert.equal(gravestOf([0, 2]), 2)
  assert.equal(gravestOf([0]), 0)
  assert.equal(gravestOf([]), 0)
})
