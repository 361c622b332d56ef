import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { OutageResult, Results } from '../../harness/contracts/results.js'
import { mergeShards } from '../../harness/run/shards/merge.js'
import { page } from '../../reports/html/page.js'
import { summary } from '../../reports/index.js'
import { junit } from '../../reports/junit.js'
import { summaryMarkdown } from '../../reports/markdown.js'
import { outageStories } from '../../reports/outages.js'
import { runOf, splitRun } from '../stage/run-sample.js'
import { hostile } from './reports-sample.js'

const whole = runOf(['pass', 'inconclusive'])
const having = (outages: readonly OutageResult[], results: Results = whole): Results => ({
  ...results,
  targets: results.targets.map((target) => ({ ...target, outages })),
})
const at = '2026-11-20T12:05:00.000Z'
const started = { at, durationMs: 1_500, how: 'exit code 7', startedAgain: true } as const
const killer = { check: 'jws-form.payload-no-object', message: 'payload null' }

describe('a target that was gone', () => {
  it('is said in one sentence', () => {
    const sentences = (...outages: readonly OutageResult[]) =>
      outageStories(having(outages)).map(({ sentence }) => sentence)
    assert.deepEqual(sentences(), [])
    assert.deepEqual(sentences({ at, durationMs: 1_500, how: 'nobody accepted a connection' }), [
      'Acme was gone 1 time in the middle of the run (nobody accepted a connection), for 1.5 s together. Which message it was is not known.',
    ])
    assert.deepEqual(sentences(started, { ...started, killer }, { at, how: 'SIGKILL' }), [
      'Acme was gone 3 times in the middle of the run (exit code 7, SIGKILL), for 3.0 s together, Assay started it again 2 times, and it did not come back. It ended each time that it was sent: payload null (jws-form.payload-no-object).',
    ])
  })

  it('stands in every view with what it printed last, as text', () => {
    const results = having([{ ...started, killer, lastOutput: `first line\nTypeError ${hostile}` }])
    const none = () => ({})
    const views = {
      page: page(results, none, 'digest').index,
      summary: summary(results, none).replace(/\s+/g, ' '),
      markdown: summaryMarkdown(results, none),
      junit: junit(results, none),
    }
    for (const [name, view] of Object.entries(views)) {
      assert.match(view, /Acme was gone 1 time in the middle of the run/, name)
      assert.match(view, /TypeError/, name)
      if (name !== 'summary') assert.doesNotMatch(view, /<script>alert/, name)
    }
    assert.doesNotMatch(page(whole, none, 'digest').index, /was gone/)
  })

  it('is said of all shards together', () => {
    const shards = splitRun(whole, 2).map((results, index) => having(index === 0 ? [] : [started], results))
    const group = shards.map((results, index) => ({
      results,
      shard: { index: index + 1, count: 2 },
      file: `${index}`,
      out: '',
    }))
    assert.deepEqual(mergeShards(group as never).results.targets[0]?.outages, [started])
  })
})
