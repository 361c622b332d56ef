import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assumptionsOf } from '../../harness/target/assumptions.js'
import { loadTargets } from '../../harness/target/file/target-file.js'
import { filesIn, ownFolder } from '../stage/own-folder.js'

const { write } = filesIn(ownFolder())

const small = {
  target: { name: 'Acme', roles: ['AuthorisationRegistry' as const] },
  launch: { command: 'node server.js' },
}

test('lists as assumptions what the interface text leaves open, and not what it states', async () => {
  const [config] = await loadTargets(write('a.json', JSON.stringify(small)), {})
  assert.ok(config)
  const ids = assumptionsOf(config).map(({ id }) => id)
  assert.ok(ids.includes('interface.token.parameters.grant_type'))
  assert.ok(ids.includes('interface.token.fields.accessToken'))
  for (const stated of [
    'token.path',
    'token.parameterNames.clientId',
    'registry.tokenField',
    'registry.recordFields.x5c',
    'login.tokenPath',
  ])
    assert.ok(!ids.includes(`interface.${stated}`), stated)
})

test('takes the older form by the name of its preset, and lists every name that is not of the text as an assumption', async () => {
  const document = { ...small, interface: { preset: 'connect', token: { parameters: { scope: 'acme' } } } }
  const [config] = await loadTargets(write('a.json', JSON.stringify(document)), {})
  assert.ok(config)
  const { token, registry, delegation } = config.interface
  assert.deepEqual(
    [token.path, token.parameters.scope, registry.partyIdParameter, registry.recordFields.status, delegation.answer],
    ['/connect/token', 'acme', 'eori', 'party_info.adherence.status', 'token'],
  )
  const told = assumptionsOf(config).filter(({ source }) => source === 'target file')
  assert.deepEqual(told.map(({ id }) => id.replace(/^interface\./, '')).sort(), [
    'delegation.answer',
    'delegation.tokenPath',
    'partyId.form',
    'preset',
    'registry.byQuery.recordFields.certificates',
    'registry.byQuery.recordFields.claims',
    'registry.byQuery.recordFields.count',
    'registry.byQuery.recordFields.endDate',
    'registry.byQuery.recordFields.partyId',
    'registry.byQuery.recordFields.redirectUris',
    'registry.byQuery.recordFields.startDate',
    'registry.byQuery.recordFields.status',
    'registry.byQuery.tokenField',
    'registry.partyIdParameter',
    'registry.recordFields.certificateType',
    'registry.recordFields.certificates',
    'registry.recordFields.claims',
    'registry.recordFields.endDate',
    'registry.recordFields.partyId',
    'registry.recordFields.redirectUris',
    'registry.recordFields.startDate',
    'registry.recordFields.status',
    'registry.recordFields.subjectName',
    'registry.tokenField',
    'registry.tokenPath',
    'registry.trustedList.path',
    'registry.trustedList.tokenField',
    'token.parameters.scope',
    'token.path',
  ])
})
