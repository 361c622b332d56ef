import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isListed, spelledAlike } from '../../harness/reference/encoding/slips.js'
import {
  nearMisses,
  nearMissesBy,
  nearMissesOfName,
  otherNames,
  otherSpellings,
} from '../../suites/support/values/near-misses.js'

const names = ['did:example:one-1', 'EU.EORI.NL812972715', 'https://one.example/party', 'read', '4711']

test('a near miss is another name, each by a name of its own', () => {
  for (const misses of [nearMisses, otherNames, otherSpellings]) {
    assert.equal(new Set(misses.map(({ name }) => name)).size, misses.length)
    for (const own of names) for (const { name, of } of misses) assert.notEqual(of(own), own, `${name} of ${own}`)
  }
  for (const { name, of } of nearMissesOfName) assert.notEqual(of('read'), '', name)
})

test('a careless reader takes the near misses of its slip, and those of no other', () => {
  const fits = (pattern: string, own: string): boolean =>
    new RegExp(`^${pattern.replaceAll('%', '.*').replaceAll('_', '.')}$`).test(own)
  for (const own of names) {
    for (const { name, of } of nearMissesBy('trims', 'folds Unicode')) assert.ok(spelledAlike(of(own), own), name)
    for (const { name, of } of nearMissesBy('takes it for a pattern')) assert.ok(fits(of(own), own), name)
    for (const { of } of otherNames.filter(({ name }) => /^(behind|followed)/.test(name)))
      assert.ok(isListed(of(own), own))
    for (const { name, of } of otherSpellings) assert.ok(!isListed(of(own), own), name)
    for (const { name, of } of nearMissesBy('looks for a part')) {
      assert.ok(!spelledAlike(of(own), own) && !isListed(of(own), own), name)
      assert.ok(of(own).includes(own) || own.includes(of(own)), name)
    }
  }
})

test('a reader that decodes takes what is encoded in the ways of URLs and pages', () => {
  const decoding = nearMissesBy('decodes').filter(({ of }) => spelledAlike(of('did:example:one'), 'did:example:one'))
  assert.deepEqual(
    decoding.map(({ name }) => name),
    [
      'percent-encoded throughout',
      'with its last character percent-encoded',
      'with HTML entities',
      'in quotation marks',
    ],
  )
})
