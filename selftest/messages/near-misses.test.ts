import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  nearMisses,
  nearMissesBy,
  nearMissesOfName,
  otherNames,
  otherSpellings,
} from '../../harness/mutations/near-misses.js'
import { nearlyNamed, nearNames } from '../../harness/mutations/parties-token-names.js'
import { isListed, spelledAlike } from '../../harness/reference/encoding/slips.js'

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

test('an answer of the registry has one name that is nearly right, and all else as it was', () => {
  const sound = { iss: 'did:example:registry', sub: 'did:example:registry', aud: 'did:example:target', jti: '1' }
  for (const [name, { claims }] of nearlyNamed) {
    const changed = claims?.(sound, undefined as never) as typeof sound
    const { iss, sub, aud, jti } = changed
    assert.equal(sub, iss, name)
    assert.equal(jti, sound.jti)
    assert.equal(name.startsWith('iss '), iss !== sound.iss, name)
    assert.equal(name.startsWith('aud '), aud !== sound.aud, name)
  }
  const all = (['iss', 'aud'] as const).flatMap((claim) => [
    ...nearNames(claim, 'another name'),
    ...nearNames(claim, 'another spelling'),
  ])
  assert.deepEqual(all, [...nearlyNamed.keys()])
})
