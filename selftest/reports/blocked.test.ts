import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Results } from '../../harness/contracts/results.js'
import { mergeShards } from '../../harness/run/shards/merge.js'
import { page } from '../../reports/html/page.js'
import { summary } from '../../reports/index.js'
import { junit } from '../../reports/junit.js'
import { summaryMarkdown } from '../../reports/markdown.js'
import { runOf, splitRun } from '../stage/run-sample.js'
import { hostile } from './reports-sample.js'

const whole = runOf(['pass', 'fail'])
const blocked = [{ role: 'ServiceProvider', sentence: `GET /service serves nobody. It answered 404: "${hostile}".` }]
const having = (results: Results): Results => ({
  ...results,
  targets: results.targets.map((target) => ({ ...target, blocked })),
})

it('what could not be had of a target is said first in every view, as text', () => {
  const none = () => ({})
  const results = having(whole)
  const views = {
    page: page(results, none, 'digest').index,
    summary: summary(results, none).replace(/\s+/g, ' '),
    markdown: summaryMarkdown(results, none),
    junit: junit(results, none),
  }
  for (const [name, view] of Object.entries(views)) {
    assert.match(view, /Acme as ServiceProvider: what rests on this was not judged: GET \/service serves nobody/, name)
    if (name !== 'summary') assert.doesNotMatch(view, /<script>alert/, name)
  }
  for (const name of ['page', 'summary', 'markdown'] as const)
    assert.ok(views[name].indexOf('what rests on this') < views[name].indexOf('check.1'), name)
  assert.doesNotMatch(page(whole, none, 'digest').index, /what rests on this/)
})

it('is said once of all shards together', () => {
  const group = splitRun(whole, 2).map((results, index) => ({
    results: having(results),
    shard: { index: index + 1, count: 2 },
    file: `${index}`,
    out: '',
  }))
  assert.deepEqual(mergeShards(group as never).results.targets[0]?.blocked, blocked)
})
