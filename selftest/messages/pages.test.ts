import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pagesOf } from '../../harness/check/relying-party/pages.js'
import { Inconclusive } from '../../harness/contracts/errors.js'
import type { Exchange } from '../../harness/wire/types.js'

const html = { 'content-type': 'text/html; charset=utf-8' }
const exchange = (url: string, body: string, more: object = {}): Exchange => ({
  request: { method: 'GET', url, headers: [] },
  response: { status: 200, headers: html, body, truncated: false, ...more },
  startedAt: '2026-11-28T00:00:00.000Z',
  durationMs: 1,
})
const target = 'http://target'
const unread = exchange(`${target}/me`, '', { truncated: true })
const says = (text: string, ...exchanges: readonly Exchange[]): boolean =>
  pagesOf(exchanges, target).some((page) => page.includes(text))

test('the pages of a target say what stands in one of them', () => {
  assert.equal(says('Una', exchange(`${target}/`, 'Hello'), exchange(`${target}/me`, 'I am Una')), true)
  assert.equal(says('Una', exchange(`${target}/`, 'Hello'), exchange('http://other/', 'I am Una')), false)
  assert.equal(says('Una'), false)
})

test('a page that could not be read leaves open what the pages do not say otherwise', () => {
  assert.equal(says('Una', unread, exchange(`${target}/`, 'I am Una')), true)
  assert.throws(() => says('Una', unread, exchange(`${target}/`, 'Hello')), Inconclusive)
  assert.throws(() => says('Una', exchange(`${target}/me`, 'I am', { truncated: true })), Inconclusive)
  for (const other of [{ status: 302 }, { headers: { 'content-type': 'image/png' } }, { truncated: false }])
    assert.equal(says('Una', exchange(`${target}/me`, '', { truncated: true, ...other })), false)
})
