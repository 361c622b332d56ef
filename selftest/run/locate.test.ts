import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import type { Json } from '../../harness/contracts/json.js'
import type { Party } from '../../harness/mutations/types.js'
import { locate } from '../../harness/run/preflight/locate.js'

const partyId = 'did:example:subject'
const der = Buffer.from('certificate')
const party = { partyId, scope: 's', certified: { chain: [der] } } as unknown as Party
const fingerprint = createHash('sha256').update(der).digest('hex')
const record = {
  party_id: partyId,
  adherence: { status: 'Active', start_date: '2026-01-01' },
  certificates: [
    { subject_name: 'CN=other', 'x5t#S256': '00' },
    { subject_name: 'CN=subject', 'x5t#S256': fingerprint },
  ],
}
const other = { ...record, party_id: 'did:example:other', certificates: [] }
const jwt = { iss: 'did:example:registry', aud: 'did:example:caller' }

const below = (path: string) => ({
  partyId: `${path}party_id`,
  status: `${path}adherence.status`,
  certificates: `${path}certificates`,
  fingerprint: 'x5t#S256',
  subjectName: 'subject_name',
})

test('a record is found wherever it stands in a token, in a list as the entry of the party', () => {
  const places: readonly (readonly [Json, string])[] = [
    [{ ...jwt, ...record }, ''],
    [{ ...jwt, party_info: record }, 'party_info.'],
    [{ ...jwt, parties_info: { count: 2, data: [other, record] } }, 'parties_info.data.{party_id}.'],
    [{ ...jwt, a: { b: { c: record } } }, 'a.b.c.'],
  ]
  for (const [claims, path] of places) assert.deepEqual(locate(claims, party), below(path), path)
})

test('a record that does not name its party is found by the certificate', () => {
  const { party_id: _, ...unnamed } = record
  const { partyId: _id, ...rest } = below('party_info.')
  assert.deepEqual(locate({ ...jwt, party_info: unnamed }, party), rest)
})

test('a token that holds no record of the party has none, whatever its claims name', () => {
  const deep = Array.from({ length: 50 }).reduce<Json>((inner) => ({ inner }), record)
  for (const claims of [{ ...jwt, sub: partyId }, { ...jwt, data: [other] }, 'no object', [record], null, deep])
    assert.equal(locate(claims as Json, party), undefined)
})

test('claims of a record are none of its members, and their status is not that of the party', () => {
  const claims = [{ type: 'x509Certificate', status: 'active', 'x5t#s256': fingerprint }]
  assert.deepEqual(locate({ ...jwt, party_id: partyId, claims }, party), { partyId: 'party_id', claims: 'claims' })
})
