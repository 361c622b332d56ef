import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mentions } from '../../harness/wire/mentions.js'

const id = 'did:example:a b'

test('a request target mentions an identifier however it is encoded', () => {
  for (const target of [
    `/parties?party_id=${encodeURIComponent(id)}`,
    `/parties?party_id=${encodeURIComponent(encodeURIComponent(id))}`,
    '/parties/did:example:a%20b',
    '/parties?party_id=did%3aexample:a+b&x=1',
    '/parties/DID:EXAMPLE:A%20B',
    '/parties/%64id:example:a%20b/%zz%',
    `/parties?subject=${encodeURIComponent(`CN=${id}, O=x`)}`,
  ])
    assert.ok(mentions(target, ['nobody', id]), target)
})

test('and not where a part of it stands, or another one', () => {
  for (const target of ['/parties', '/parties/did:example:a', '/parties/did%3Aexample%3Aa%20c', '/parties?party_id='])
    assert.ok(!mentions(target, [id]), target)
  assert.ok(!mentions('/parties/123456789', ['123456780']))
  assert.ok(mentions('/parties/123456789', ['123456789']))
  assert.ok(!mentions('/parties/123456789', []))
})
