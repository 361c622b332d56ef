import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compare } from '../../reports/html/evidence/diff.js'
import { clockWords } from '../../reports/html/header.js'
import { clauseWords, partOf } from '../../reports/parts.js'
import { cut, cutLines, duration, visible, wrap } from '../../reports/text.js'
import { message } from './evidence-sample.js'
import { sample } from './reports-sample.js'

const results = sample(30)
describe('difference of two messages', () => {
  const difference = (entry: string) => ({ entry, control: 'conforming', mutated: 'changed' })
  const marked = (mutated: ReturnType<typeof message>) =>
    compare(message('control', 0, 200, {}), mutated)
      .mutated.filter(({ changed }) => changed)
      .map(({ text }) => text.trim())

  it('does not mark what each minting renews', () =>
    assert.deepEqual(marked(message('x', 1500, 200, {}, difference('record'))), []))
  it('marks an iat that was moved', () => {
    assert.deepEqual(marked(message('x', 0, 200, { iat: 1795175000 }, difference('claims'))), ['"iat": 1795175000,'])
  })
  it('marks a second audience', () => {
    assert.deepEqual(marked(message('x', 0, 200, { aud: ['did:example:acme', 'b'] }, difference('claims'))), [
      '"aud": [',
      '"did:example:acme",',
      '"b"',
      '],',
    ])
  })
  it('takes the name of a twin party for the same', () => {
    const twin = message('x', 0, 200, { iss: 'did:example:twin', sub: 'did:example:twin' }, difference('record'))
    assert.deepEqual(
      marked({ ...twin, party: 'did:example:twin' }).filter((line) => !line.startsWith('client_id=')),
      [],
    )
  })
  it('marks the signature where the signature was changed', () => {
    assert.match(marked(message('x', 3, 200, {}, difference('signature'))).join(), /^signature/)
  })
})

describe('text for people', () => {
  it('tells no more of a clock than is known', () => {
    for (const offsetMs of [0, 252, -252, 500]) assert.match(clockWords(offsetMs), /agrees with ours to half a second$/)
    assert.equal(clockWords(2_300), 'target about 2.3 s ahead')
    assert.equal(clockWords(-61_000), `target about ${duration(61_000)} behind`)
  })
  it('shows what is not seen', () => {
    assert.equal(visible('a\u0000b\u202Ec\r\n\tд\uD800'), 'a\\u{0000}b\\u{202E}c\\r\n\tд\\u{D800}')
  })
  it('cuts without halving a character', () => {
    assert.equal(cut('abc😀def', 4), 'abc… (5 more characters)')
    assert.equal(cutLines('a\nb\nc', 2, 10), 'a\nb\n… (1 more lines)')
  })
  it('wraps and counts time', () => {
    assert.deepEqual(wrap('one two three', 7), ['one two', 'three'])
    assert.deepEqual([duration(8), duration(9800), duration(184_000)], ['8 ms', '9.8 s', '3 min 4 s'])
  })
  it('names clauses and parts of the interface text', () => {
    assert.equal(
      clauseWords(['L259', 'L198–199', 'RFC 7515 §2']),
      'lines 259, 198–199 of the interface text; RFC 7515 §2',
    )
    const [row] = results.requirements
    assert.ok(row !== undefined)
    assert.equal(partOf({ ...row, clauses: ['RFC 7515 §2', 'L259'] }), 'Signed JWT')
    assert.equal(partOf({ ...row, clauses: ['RFC 7515 §2'] }), 'Beyond the interface text')
  })
})
