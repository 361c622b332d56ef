import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Results, WaiverState } from '../../harness/contracts/results.js'
import { concludeAgain } from '../../harness/judge/conclude.js'
import { compareWithBaseline } from '../../harness/run/baseline.js'
import { incompleteness } from '../../reports/decision.js'
import { page } from '../../reports/html/page.js'
import { summary } from '../../reports/index.js'
import { junit } from '../../reports/junit.js'
import { summaryMarkdown } from '../../reports/markdown.js'
import { runOf, splitRun } from '../stage/run-sample.js'
import { hostile } from './reports-sample.js'

const waiver = (id: string, expires: string, state: WaiverState, link = 'https://issues.example/41') => ({
  ...{ target: 'Acme', id, reason: `Mended in 2.4 ${hostile}`, owner: 'platform team' },
  ...{ link, expires, state },
})
const before = runOf(['fail', 'pass', 'fail', 'pass', 'pass'], { id: 'before', startedAt: '2026-11-18T12:04:00.000Z' })
const now = runOf(['fail', 'fail', 'pass', 'not-testable', 'pass'])
const assumed: Results = {
  ...now,
  assumptions: [{ id: 'interface.token.path', value: '/token', source: 'target file' }],
}
const results = concludeAgain({
  ...assumed,
  waivers: [
    waiver('check.0', '2027-01-31', 'used'),
    waiver('check.1', '2026-01-31', 'used', 'javascript:alert(1)'),
    waiver('check.4', '2027-01-31', 'used'),
  ],
  baseline: compareWithBaseline(before, assumed),
}).results

const html = page(results, () => ({}), 'digest').index
const section = /<section id="gate".*?<\/section>/s.exec(html)?.[0] ?? ''
const gate =
  'The gate fails. check.1 fails and did not in the baseline. The waiver of check.1 expired on 2026-01-31; its owner is platform team. The waiver of check.4 is needless, since that does not fail any more: remove it. check.3 was judged in the baseline and is not now. Not everything that decides about Acme as ServiceProvider was judged.'

describe('the gate in the reports', () => {
  it('says in each why it fails', () => {
    const terminal = summary(results, () => ({})).replace(/\s+/g, ' ')
    assert.ok(terminal.includes(gate), terminal)
    assert.ok(section.includes(gate), section)
    assert.ok(summaryMarkdown(results, () => ({})).includes(gate))
    assert.match(
      junit(results, () => ({})),
      /<property name="gate" value="fail"\/>/,
    )
  })

  it('lists every waiver with its state and its terms, and links to web pages alone', () => {
    const rows = [...section.matchAll(/<tr>.*?<\/tr>/gs)].slice(1).map(([row]) => row.replace(/<[^>]*>/g, ' '))
    assert.match(
      rows[0] ?? '',
      /check\.0 +Waives +Mended in 2\.4 .*platform team +2027-01-31 +https:\/\/issues\.example\/41/s,
    )
    assert.match(rows[1] ?? '', /check\.1 +Expired .*2026-01-31 +javascript:alert\(1\)/s)
    assert.match(rows[2] ?? '', /check\.4 +Needless /)
    assert.deepEqual(
      [...section.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href),
      ['https://issues.example/41', 'https://issues.example/41'],
    )
    assert.doesNotMatch(section, /<script/i)
  })

  it('tells what changed since the baseline', () => {
    assert.match(
      section,
      /Compared with the run of 18 Nov 2026, 12:04 UTC \(version 0\.1\.0\): 1 newly failing, 1 not failing any more, 1 failing as before, 1 not judged any more, \d+ changed assumptions\./,
    )
    for (const [title, id] of [
      ['Newly failing', 'check.1'],
      ['Not failing any more', 'check.2'],
      ['Failing as before', 'check.0'],
      ['Not judged any more', 'check.3'],
    ])
      assert.ok(section.includes(`<b>${title}</b> (1): <span class="id">${id}</span>`), title)
    assert.match(section, /Changed assumption<\/b> <span class="id">interface\.token\.path<\/span>: .*, now \/token</)
  })

  it('shows a waived failure as what it is', () => {
    assert.match(
      summary(results, () => ({})),
      /✕ Fails, waived {2}/,
    )
    assert.equal(results.targets[0]?.roles[0]?.verdict, 'not-certified')
  })
})

describe('the reports of a shard', () => {
  it('say first that it certifies nobody', () => {
    const [shard] = splitRun(runOf(['pass', 'pass', 'pass']), 2) as [Results]
    const sentence = 'This is shard 1/2: no role is certified before `assay report` has merged all shards.'
    assert.equal(incompleteness(shard), sentence)
    assert.ok(summary(shard, () => ({})).includes(sentence))
    assert.ok(page(shard, () => ({}), 'digest').index.includes(sentence))
    assert.match(incompleteness({ ...shard, complete: false }), /^This run is incomplete.*This is shard 1\/2/)
  })
})
