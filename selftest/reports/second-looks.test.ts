import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Results } from '../../harness/contracts/results.js'
import { page } from '../../reports/html/page.js'
import { summary } from '../../reports/index.js'
import { summaryMarkdown } from '../../reports/markdown.js'
import { secondLookSentence } from '../../reports/second-looks.js'
import { runOf } from '../stage/run-sample.js'

const whole = runOf(['pass', 'pass', 'inconclusive', 'pass', 'pass', 'pass', 'pass'])
/** The first of its checks took a second look. */
const looked = (count: number): Results => ({
  ...whole,
  checks: whole.checks.map((check, index) => (index < count ? { ...check, firstLook: 'It got no answer.' } : check)),
})
const first = whole.checks[0]?.id ?? ''

describe('checks that took a second look', () => {
  it('are counted, and some are named', () => {
    assert.equal(secondLookSentence(whole), '')
    assert.equal(
      secondLookSentence(looked(1)),
      `1 check came to nothing at first, and what stands here is from a second look, while no other check ran: ${first}.`,
    )
    assert.match(secondLookSentence(looked(7)), /^7 checks came .* and 2 more\.$/)
  })

  it('stand in every view', () => {
    const none = () => ({})
    const views = (results: Results) => [
      page(results, none, 'digest').index,
      summary(results, none).replace(/\s+/g, ' '),
      summaryMarkdown(results, none),
    ]
    for (const view of views(looked(1))) assert.match(view, /1 check came to nothing at first/)
    for (const view of views(whole)) assert.doesNotMatch(view, /came to nothing at first/)
  })
})
