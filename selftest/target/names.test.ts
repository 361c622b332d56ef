import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { slug } from '../../harness/evidence/store.js'
import { resolveTarget } from '../../harness/target/config.js'
import { loadTargets } from '../../harness/target/file/target-file.js'
import { openState } from '../../harness/target/kit/state.js'

const folder = mkdtempSync(join(tmpdir(), 'assay-names-'))
after(() => rmSync(folder, { recursive: true }))

const named = (name: string) => ({
  target: { name, roles: ['ServiceProvider' as const], baseUrl: 'http://127.0.0.1:4711' },
})
const configOf = (name: string) => resolveTarget(named(name), { folder, digest: '' })

test('names of Latin letters without marks are folders as ever', () => {
  assert.equal(slug('Acme Data-Provider (2.0)!'), 'acme-data-provider-2-0')
  assert.equal(slug('Acme – “Data”'), 'acme-data')
  assert.equal(slug('127.0.0.1:4711'), '127-0-0-1-4711')
  assert.equal(slug('?!'), 'target')
  assert.equal(slug('a'.repeat(60)), 'a'.repeat(60))
})

test('names that differ in other letters, or far behind, have folders of their own', () => {
  const names = [
    '日本',
    '中国',
    'Acme 日本',
    'Acme 中国',
    'Muller',
    'Müller',
    'Möller',
    `${'a'.repeat(70)}b`,
    `${'a'.repeat(70)}c`,
  ]
  const slugs = names.map(slug)
  assert.equal(new Set(slugs).size, names.length, slugs.join(' '))
  for (const one of slugs) assert.match(one, /^[a-z0-9]([a-z0-9-]{0,58}[a-z0-9])?$/)
  assert.equal(slug('MÜLLER  gmbh'), slug('müller, GmbH'), 'letter case and punctuation apart')
  assert.equal(slug('Mu\u0308ller'), slug('Müller'), 'however its letters are written')
})

test('a target file takes two names of other letters, and a state keeps them apart', async () => {
  const file = join(folder, 'two.json')
  writeFileSync(file, JSON.stringify({ targets: [named('日本'), named('中国')] }))
  const [one, other] = await loadTargets(file)
  assert.ok(one && other)
  const state = await openState(join(folder, 'state'))
  assert.notEqual(state.kitFolder(one), state.kitFolder(other))
  assert.notEqual(state.worldName(one), state.worldName(other))
})

test('a state of an older version keeps the folder whose name lost letters', async () => {
  const place = join(folder, 'older')
  mkdirSync(join(place, 'targets', 'm-ller', 'kit'), { recursive: true })
  const targets = { Müller: { partyId: 'did:example:m', ports: { https: 4801, http: 4802 } } }
  writeFileSync(join(place, 'state.json'), JSON.stringify({ version: 1, targets }))
  const state = await openState(place)
  assert.equal(state.kitFolder(configOf('Müller')), join(place, 'targets', 'm-ller', 'kit'))
  assert.equal(state.worldName(configOf('Müller')), 'target-m-ller')
  assert.equal(state.kitFolder(configOf('Möller')), join(place, 'targets', slug('Möller'), 'kit'))
})
