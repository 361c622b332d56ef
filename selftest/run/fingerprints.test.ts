import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import { isFingerprint } from '../../harness/evidence/leaks/fingerprints.js'

const der = Buffer.from('a certificate')
const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const request = (x5c: unknown): string => `client_assertion=${part({ alg: 'RS256', x5c })}.${part({ iss: 'x' })}.c2ln`

test('a token that is the fingerprint of a certificate in the request is no secret, however it is spelled', () => {
  const sent = request(['AAAA', der.toString('base64')])
  for (const name of ['sha1', 'sha256', 'sha512']) {
    const digest = hash(name, der, 'buffer')
    const hex = digest.toString('hex')
    for (const text of [hex, hex.toUpperCase(), hex.match(/../g)?.join(':') ?? '', digest.toString('base64')])
      assert.ok(isFingerprint(text, sent), text)
    assert.ok(isFingerprint(digest.toString('base64url'), sent), name)
  }
})

test('any other token is one', () => {
  const other = hash('sha256', 'another certificate')
  for (const sent of [request([der.toString('base64')]), request('none'), 'client_assertion=eyJ.e30.', ''])
    for (const text of [other, 'short', '', 'x'.repeat(32)]) assert.ok(!isFingerprint(text, sent), text)
})
