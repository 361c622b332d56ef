import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { CheckResult } from '../../harness/contracts/results.js'
import { checkPage, type EvidenceOf, evidenceIn } from '../../reports/index.js'
import { ownFolder } from '../stage/own-folder.js'
import { hostile, sample, writeSample } from './reports-sample.js'

const results = sample(2)
const folder = ownFolder()
before(() => writeSample(folder, results))

const check = results.checks.find(({ id }) => id === 'jwt.header-kid') as CheckResult
const now = evidenceIn(folder)

/** The same evidence, whose answers had another status and body. */
const other: EvidenceOf = (one) => {
  const { evidence } = now(one)
  if (!evidence) return {}
  const messages = evidence.messages.map((message) => ({
    ...message,
    exchanges: message.exchanges.map((exchange) => ({
      ...exchange,
      response: { status: 503, headers: {}, body: hostile, truncated: false },
    })),
  }))
  return { evidence: { ...evidence, messages } }
}

test('a check is compared with the time before, and what a target sent then stands there as text', () => {
  const page = checkPage(results, check, now, other)
  assert.match(page, /<h2>Since the time before<\/h2>.*>503</s)
  assert.ok(!page.includes(hostile))
  assert.doesNotMatch(page.replace(/[\n\t]/g, ''), /[\p{Cc}\p{Cf}\p{Cs}]/u)
})

test('nothing is said where it was carried out once, and that nothing differs where nothing does', () => {
  assert.doesNotMatch(checkPage(results, check, now), /time before/)
  assert.doesNotMatch(
    checkPage(results, check, now, () => ({ problem: 'It is missing.' })),
    /time before/,
  )
  assert.match(checkPage(results, check, now, now), /Nothing differs from the time before/)
})

test('a second look is said, with what the first one came to', () => {
  const looked: EvidenceOf = (one) => {
    const { evidence } = now(one)
    return evidence ? { evidence: { ...evidence, firstLook: `No answer ${hostile}` } } : {}
  }
  const page = checkPage(results, check, looked)
  assert.match(page, /At first this check came to nothing: No answer/)
  assert.ok(!page.includes(hostile))
  assert.doesNotMatch(checkPage(results, check, now), /At first/)
})
