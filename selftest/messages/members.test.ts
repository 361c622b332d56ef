import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { answerNames } from '../../harness/contracts/interface.js'
import type { JsonObject } from '../../harness/contracts/json.js'
import { writtenRecord } from '../../harness/lab/registry/record.js'
import {
  type PartiesTokenContext,
  type PartiesTokenMutation,
  partiesTokens,
} from '../../harness/mutations/parties-token.js'
import { presets } from '../../harness/target/presets.js'
import { memberOf } from '../../harness/wire/decode.js'
import { namesOfEntry, readRecord, recordMember, spelledRecord, withRecordMember } from '../../harness/wire/members.js'

const { recordFields, tokenField } = presets.connect.settings.registry
const stated = presets.default.settings.registry.recordFields
const sound: JsonObject = {
  party_id: 'did:example:a',
  status: 'Active',
  certificates: [{ subjectName: 'CN=a', certificateType: 'eSeal', x5c: 'MII', 'x5t#s256': 'ab' }],
  claims: [],
}

describe('members at dotted paths', () => {
  test('are read where every step is an object, and written without touching their neighbours', () => {
    const record = { a: { b: 1, c: [2] } }
    assert.equal(recordMember(record, 'a.b'), 1)
    assert.equal(recordMember(record, 'a.c.0.d'), undefined)
    assert.equal(recordMember(record, 'a.b.c'), undefined)
    assert.deepEqual(withRecordMember(record, 'a.d.e', 3), { a: { b: 1, c: [2], d: { e: 3 } } })
    assert.deepEqual(withRecordMember(record, 'a.b.x', 3), { a: { b: { x: 3 }, c: [2] } })
    assert.deepEqual(record, { a: { b: 1, c: [2] } })
  })

  test('lead into a list by a number, and into an object that is there already', () => {
    const list = withRecordMember(withRecordMember({}, 'info.data.0.a', 1), 'info.data.0.b.c', 2)
    assert.deepEqual(list, { info: { data: [{ a: 1, b: { c: 2 } }] } })
    assert.deepEqual(withRecordMember(list, 'info.data.1', 3), { info: { data: [{ a: 1, b: { c: 2 } }, 3] } })
    assert.deepEqual(withRecordMember(list, 'info.data.x', 3), { info: { data: { x: 3 } } })
    assert.deepEqual(withRecordMember({ a: { b: 1 } }, 'a.0', 2), { a: { b: 1, 0: 2 } })
    assert.deepEqual(withRecordMember({}, '0.a', 1), { 0: { a: 1 } })
    const names = { ...stated, partyId: 'data.0.party_id', status: 'data.0.adherence.status' }
    const { party_id, status, ...rest } = sound
    const record = { data: [{ party_id, adherence: { status } }] }
    const spelled = spelledRecord({ ...sound, startDate: 'today' }, names)
    assert.deepEqual(spelled, { ...rest, data: [{ ...record.data[0], startDate: 'today' }] })
    assert.deepEqual(readRecord(spelled, names), sound)
  })

  test('lead to the entry about the party asked for', () => {
    const names = { ...stated, partyId: 'data.{party_id}.party_id', status: 'data.{party_id}.adherence.status' }
    const entry = (party_id: string, status: string) => ({ party_id, adherence: { status } })
    const claims = { data: [entry('did:example:b', 'Revoked'), null, entry('did:example:a', 'Active')] }
    const said = (partyId?: string) => readRecord(claims, namesOfEntry(names, claims, partyId))
    assert.deepEqual(said('did:example:a'), { party_id: 'did:example:a', status: 'Active' })
    assert.deepEqual(said('did:example:b'), { party_id: 'did:example:b', status: 'Revoked' })
    assert.deepEqual(said('did:example:A'), {})
    assert.deepEqual(spelledRecord({ party_id: 'p' }, namesOfEntry(names)), { data: [{ party_id: 'p' }] })
    assert.equal(namesOfEntry(stated, claims, 'did:example:a'), stated)
  })

  test('hold a record in the form of any preset, and give it back', () => {
    assert.deepEqual(spelledRecord(sound, stated), sound)
    assert.deepEqual(spelledRecord(sound, recordFields), {
      party_info: {
        party_id: 'did:example:a',
        adherence: { status: 'Active' },
        certificates: [{ subject_name: 'CN=a', certificate_type: 'eSeal', x5c: 'MII', 'x5t#s256': 'ab' }],
        claims: [],
      },
    })
    for (const names of [stated, recordFields]) assert.deepEqual(readRecord(spelledRecord(sound, names), names), sound)
  })

  test('keep what is odd about a record: missing members, further ones, entries that are no objects', () => {
    const { status: _, ...rest } = sound
    const odd = { ...rest, certificates: ['MII', null], startDate: 'today' }
    const spelled = spelledRecord(odd, recordFields)
    assert.deepEqual(spelled, {
      party_info: { party_id: 'did:example:a', certificates: ['MII', null], claims: [], startDate: 'today' },
    })
    assert.equal(recordMember(spelled, recordFields.status), undefined)
    assert.deepEqual(spelledRecord({}, recordFields), {})
  })
})

test('a record has the period of adherence where the preset has a place for it', () => {
  const { recordFields: names } = answerNames(presets.connect.settings.registry, 'byPath')
  const { adherence } = (writtenRecord(sound, names).party_info ?? {}) as { adherence: Record<string, string> }
  const [start, end] = [adherence.start_date, adherence.end_date].map((text) => Date.parse(String(text)))
  assert.ok(Number(start) < Date.now() && Number(end) > Date.now(), JSON.stringify(adherence))
  assert.equal(adherence.status, 'Active')
  assert.deepEqual(writtenRecord(sound, stated), sound)
})

test('a list of records is counted, and mutations of it stay in the list', () => {
  const { recordFields: names } = answerNames(presets.connect.settings.registry, 'byQuery')
  const places = namesOfEntry(names)
  const record = spelledRecord(sound, places)
  const { count, data } = record.parties_info as JsonObject
  assert.deepEqual([Object.keys(record), count, (data as unknown as unknown[]).length], [['parties_info'], 1, 1])
  const context = { record, names: { ...places, token: 't' } } as unknown as PartiesTokenContext
  const told = (name: keyof typeof partiesTokens) => {
    const { claims }: PartiesTokenMutation = partiesTokens[name]
    const { iss, parties_info: info } = (claims?.({ iss: 'r', ...record }, context) ?? {}) as JsonObject
    const statuses = (memberOf(info, 'data') as JsonObject[]).map((one) => recordMember(one, 'adherence.status'))
    return [iss, memberOf(info, 'count'), statuses]
  }
  assert.deepEqual(told('two records, Active last'), ['r', 2, ['Revoked', 'Active']])
  assert.deepEqual(told('count 0'), ['r', 0, []])
  assert.equal(
    recordMember(withRecordMember(record, places.status, 'Suspended'), 'parties_info.data.0.adherence.status'),
    'Suspended',
  )
})

describe('mutations of a nested record', () => {
  const record = spelledRecord(sound, recordFields)
  const context = { record, names: { ...recordFields, token: tokenField } } as unknown as PartiesTokenContext
  const claimsOf = (name: keyof typeof partiesTokens): JsonObject | string => {
    const { claims }: PartiesTokenMutation = partiesTokens[name]
    return claims?.({ iss: 'r', iat: 1, exp: 31, ...record }, context) ?? {}
  }
  const statusIn = (claims: JsonObject | string) =>
    recordMember(typeof claims === 'string' ? (JSON.parse(claims) as JsonObject) : claims, recordFields.status)

  test('change the status where it stands', () => {
    assert.equal(statusIn(claimsOf('Suspended beside a plain Active record')), 'Suspended')
    assert.equal(statusIn(claimsOf('two status members, Revoked last')), 'Revoked')
    const twice = claimsOf('two status members, Active last')
    assert.ok(
      typeof twice === 'string' && twice.includes('"adherence":{"status":"Revoked","status":"Active"}'),
      twice as string,
    )
    const body = (partiesTokens['Suspended beside a plain Active record'] as PartiesTokenMutation).body?.(
      'jwt',
      context,
    )
    assert.equal(recordMember(body, recordFields.status), 'Active')
    assert.equal(recordMember(body, tokenField), 'jwt')
  })

  test('multiply records and certificates where they stand', () => {
    const { parties } = claimsOf('two records, Revoked last') as { parties: JsonObject[] }
    assert.deepEqual(
      parties.map((one) => recordMember(one, recordFields.status)),
      ['Active', 'Revoked'],
    )
    const many = recordMember(claimsOf('10,000 certificates') as JsonObject, recordFields.certificates)
    assert.equal((many as unknown as JsonObject[]).length, 10_000)
  })
})
