import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CheckVerdict } from '../../harness/contracts/results.js'
import { overviewLines, participantsOf } from '../../reports/index.js'
import { overview } from '../../reports/overview/page.js'
import type { OverviewRun } from '../../reports/overview/participants.js'
import { runOf } from '../stage/run-sample.js'
import { hostile } from './reports-sample.js'

const runOn = (day: number, target: string, verdicts: readonly CheckVerdict[], report?: string): OverviewRun => ({
  results: runOf(verdicts, { target, id: `${target} ${day}`, startedAt: `2026-11-${day}T12:04:00.000Z` }),
  ...(report !== undefined && { report }),
})
const runs = [
  runOn(20, 'Acme', ['pass', 'fail', 'pass', 'inconclusive'], './acme/20/index.html'),
  runOn(18, 'Acme', ['fail', 'pass', 'pass', 'pass'], './acme/18/index.html'),
  runOn(19, 'Acme', ['fail', 'fail', 'pass', 'pass'], './acme/19/index.html'),
  runOn(20, 'Beta', ['pass', 'pass'], './beta/20/index.html'),
  runOn(20, 'Gamma', ['pass', 'disabled']),
]
const missing = [{ name: 'delta', reason: 'The run came to no results.' }]
const page = overview(runs, missing)

/** The rows of the table under a heading, as text. */
function rowsOf(section: string): readonly string[] {
  const table = new RegExp(`<section id="${section}".*?</section>`, 's').exec(page)?.[0] ?? ''
  return [...table.matchAll(/<tr>.*?<\/tr>/gs)]
    .map(([row]) =>
      row
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .slice(1)
}

describe('participants', () => {
  it('differ by name and stand in the order of their last verdict', () => {
    assert.deepEqual(
      participantsOf(runs).map(({ name, latest, runs: own }) => [name, latest.verdict, own.length]),
      [
        ['Acme', 'not-certified', 3],
        ['Gamma', 'not-fully-verified', 1],
        ['Beta', 'certified', 1],
      ],
    )
  })

  it('are compared from run to run', () => {
    const [acme] = participantsOf(runs)
    const changes = acme?.runs.map(({ since }) => since && [since.newlyFailing, since.newlyPassing, since.lostCoverage])
    const ids = (changes ?? []).map((one) => one?.map((list) => list.map(({ id }) => id)))
    assert.deepEqual(ids, [undefined, [['check.1'], [], []], [[], ['check.0'], ['check.3']]])
  })
})

describe('overview.html', () => {
  it('has a row per participant, those without results too', () => {
    const rows = rowsOf('participants')
    assert.equal(rows.length, 4)
    assert.match(rows[0] ?? '', /^Acme 2\.3\.1 Not certified ServiceProvider 1 failed.*20 Nov 2026/)
    assert.match(rows[1] ?? '', /^Gamma .*Not fully verified/)
    assert.match(rows[2] ?? '', /^delta No results The run came to no results\./)
    assert.match(rows[3] ?? '', /^Beta .*Certified/)
  })

  it('shows the trend of failing checks, the oldest run first, each with its report', () => {
    const trend = [...page.matchAll(/<a class="verdict v-(\w+)" title="([^"]*)" href="([^"]*)">(\d+)<\/a>/g)]
    assert.deepEqual(
      trend.slice(0, 3).map(([, tone, , href, failing]) => [tone, href, failing]),
      [
        ['fail', './acme/18/index.html', '1'],
        ['fail', './acme/19/index.html', '2'],
        ['fail', './acme/20/index.html', '1'],
      ],
    )
    assert.match(trend[0]?.[2] ?? '', /^18 Nov 2026, 12:04 UTC: not certified, 1 failing check$/)
  })

  it('names what changed since the run before', () => {
    const changes = /<section id="changes".*?<\/section>/s.exec(page)?.[0] ?? ''
    assert.match(changes, /Not failing any more<\/b> \(1\): <span[^>]*>check\.0</)
    assert.match(changes, /Judged before, not now<\/b> \(1\): <span[^>]*>check\.3</)
    assert.doesNotMatch(changes, /Newly failing/)
  })

  it('lists every run, the newest first', () => {
    const rows = rowsOf('runs')
    assert.equal(rows.length, runs.length)
    assert.match(rows.at(-1) ?? '', /^18 Nov 2026/)
  })

  it('counts verdicts in its head, and says where runs were judged by different rules', () => {
    assert.match(page, /<h1>4 participants<\/h1>/)
    assert.match(page, />1 not certified<.*>1 without results</s)
    assert.doesNotMatch(page, /Not alike/)
    const [first, second] = runs as [OverviewRun, OverviewRun]
    const other = { ...second.results, suite: { ...second.results.suite, requirementsDigest: 'other' } }
    assert.match(overview([first, { results: other }], []), /judged by 2 versions of the requirements/)
  })

  it('lets nothing of a target through, and asks nothing of the network', () => {
    const odd = overview([runOn(20, hostile, ['fail'], './a%22b/index.html')], [{ name: hostile, reason: hostile }])
    assert.doesNotMatch(odd, /<script/i)
    assert.ok(odd.includes('&lt;script&gt;alert(1)&lt;/script&gt;'))
    for (const text of [odd, page]) {
      assert.doesNotMatch(text.replaceAll('\n', ''), /[\p{Cc}\p{Cf}\p{Cs}]/u)
      assert.doesNotMatch(text, / src=| style=|@import|url\(/)
      for (const [, href] of text.matchAll(/ href="([^"]*)"/g)) assert.match(href ?? '', /^(#|\.\/)/)
    }
  })

  it('stays small with twenty participants of ten runs each', () => {
    const verdicts = Array.from({ length: 400 }, (_, index): CheckVerdict => (index % 50 === 0 ? 'fail' : 'pass'))
    const many = Array.from({ length: 20 }, (_, one) =>
      Array.from({ length: 10 }, (_, day) => runOn(10 + day, `Participant ${one}`, verdicts)),
    ).flat()
    assert.ok(overview(many, []).length < 1_000_000)
  })
})

describe('the overview on a terminal', () => {
  it('has a line per participant, the worst first', () => {
    assert.deepEqual(overviewLines(runs, missing).split('\n'), [
      'Acme: Not certified as ServiceProvider, 1 failing check (3 runs)',
      'Gamma: Not fully verified as ServiceProvider',
      'delta: no results. The run came to no results.',
      'Beta: Certified as ServiceProvider',
    ])
    const odd = overviewLines([runOn(20, `\u001B[31m${hostile}`, ['pass'])], [])
    assert.doesNotMatch(odd, /[\p{Cc}\p{Cf}]/u)
  })
})
