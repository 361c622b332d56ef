import assert from 'node:assert/strict'
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { type Authority, createAuthority, createKeyPool } from '../ca/index.js'
import { resolveTarget, type TargetConfig } from '../harness/target/config.js'
import { readFixtures } from '../harness/target/fixtures.js'
import { fixtureKinds, type KitOptions, writeKit } from '../harness/target/kit.js'
import { openState } from '../harness/target/state.js'

let folder: string
let authority: Authority
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-kit-'))
  const { pool } = await createKeyPool(join(folder, 'keys'), { size: 4, largeKeys: false })
  authority = await createAuthority(join(folder, 'pki'), { keys: pool, httpUrl: addresses.http, largeRoot: false })
})
after(() => rmSync(folder, { recursive: true }))

const addresses = {
  https: 'https://127.0.0.1:4801',
  http: 'http://127.0.0.1:4802',
  registry: { partyId: 'did:example:registry', baseUrl: 'https://127.0.0.1:4801/registry' },
}
const configOf = (role: 'ParticipantRegistry' | 'ServiceProvider', partyId?: string): TargetConfig =>
  resolveTarget(
    { target: { name: `Acme ${role}`, roles: [role], baseUrl: 'http://127.0.0.1:4711/', ...(partyId && { partyId }) } },
    { folder, digest: '' },
  )
const optionsOf = (config: TargetConfig, name: string): KitOptions => ({
  config,
  addresses,
  authority,
  keep: join(folder, name, 'keep'),
  kinds: ['expired-leaf', 'ec-key'],
})

interface KitJson {
  readonly target: { readonly partyId: string; readonly key: string; readonly chain: string; readonly baseUrl: string }
  readonly trust: { readonly roots: readonly string[]; readonly tlsRoot: string }
  readonly participantRegistry: { readonly partyId: string; readonly baseUrl: string }
  readonly parties: readonly {
    readonly partyId: string
    readonly status: string
    readonly certificates: readonly string[]
    readonly defect?: string
  }[]
}
const kitJson = (kit: { folder: string }): KitJson =>
  JSON.parse(readFileSync(join(kit.folder, 'kit.json'), 'utf8')) as KitJson
const validate = new Ajv2020().compile(JSON.parse(readFileSync('harness/target/kit.schema.json', 'utf8')) as object)
const certificates = (file: string): X509Certificate[] =>
  readFileSync(file, 'utf8')
    .split(/(?<=-----END CERTIFICATE-----\n)/)
    .filter(Boolean)
    .map((pem) => new X509Certificate(pem))

test('writes a kit that fits its schema, with files that only the owner can read', async () => {
  const kit = await writeKit(join(folder, 'sp', 'kit'), optionsOf(configOf('ServiceProvider'), 'sp'))
  const json = kitJson(kit)
  assert.equal(validate(json), true, JSON.stringify(validate.errors))
  assert.match(json.target.partyId, /^did:example:[a-z2-7]{12}$/)
  assert.equal(json.target.baseUrl, 'http://127.0.0.1:4711')
  assert.equal(json.parties.length, 3)
  assert.equal(json.participantRegistry.baseUrl, addresses.registry.baseUrl)
  for (const name of readdirSync(kit.folder, { recursive: true }) as string[]) {
    const { mode } = statSync(join(kit.folder, name))
    assert.equal((mode & 0o777).toString(8), statSync(join(kit.folder, name)).isDirectory() ? '700' : '600', name)
  }
  assert.equal((statSync(kit.folder).mode & 0o777).toString(8), '700')
  const [leaf, ...above] = certificates(join(kit.folder, json.target.chain))
  assert.ok(leaf?.checkPrivateKey(createPrivateKey(readFileSync(join(kit.folder, json.target.key)))))
  assert.match(leaf?.subject ?? '', new RegExp(json.target.partyId))
  const roots = json.trust.roots.flatMap((name) => certificates(join(kit.folder, name)))
  assert.ok(roots.some((root) => above.at(-1)?.raw.equals(root.raw)))
  assert.equal(certificates(join(kit.folder, json.trust.tlsRoot)).length, 1)
})

test('gives a ParticipantRegistry a party per status and defect, and keeps their keys out of the kit', async () => {
  const kit = await writeKit(join(folder, 'pr', 'kit'), {
    ...optionsOf(configOf('ParticipantRegistry', 'did:example:acme'), 'pr'),
    soundParties: 5,
  })
  const json = kitJson(kit)
  assert.equal(validate(json), true, JSON.stringify(validate.errors))
  assert.deepEqual(
    [json.participantRegistry.partyId, json.participantRegistry.baseUrl],
    ['did:example:acme', 'http://127.0.0.1:4711'],
  )
  const told = json.parties.map(({ status, defect }) => defect ?? status)
  assert.deepEqual(told, [
    'Active',
    'Active',
    'Active',
    'Active',
    'Active',
    'Inactive',
    'Suspended',
    'Revoked',
    'Pending',
    'expired-leaf',
    'ec-key',
  ])
  const fixtures = readFixtures(join(folder, 'pr', 'keep'))
  assert.deepEqual(
    fixtures.map(({ party }) => party.partyId),
    json.parties.map(({ partyId }) => partyId),
  )
  for (const [index, { party }] of fixtures.entries()) {
    const [leaf] = certificates(join(kit.folder, json.parties[index]?.certificates[0] ?? ''))
    assert.ok(leaf?.checkPrivateKey(party.certified.key), `party ${index}`)
  }
  const keys = (readdirSync(kit.folder, { recursive: true }) as string[]).filter(
    (name) =>
      statSync(join(kit.folder, name)).isFile() && readFileSync(join(kit.folder, name), 'utf8').includes('PRIVATE KEY'),
  )
  assert.deepEqual(keys, ['target/key.pem'])
  assert.equal((statSync(join(folder, 'pr', 'keep', 'fixtures.json')).mode & 0o777).toString(8), '600')
})

test('names every kind of defect as a fixture, 4096-bit ones only with large keys', () => {
  assert.ok(fixtureKinds(false).includes('revoked-on-crl'))
  assert.deepEqual(
    fixtureKinds(true).filter((kind) => !fixtureKinds(false).includes(kind)),
    ['rsa-4096', 'chain-of-four-rsa-4096'],
  )
})

test('keeps identity, ports and kit in a state folder', async () => {
  const place = join(folder, 'state')
  const write = async (config: TargetConfig) => {
    const state = await openState(place)
    const settled = await state.settle(config)
    const kit = await writeKit(state.kitFolder(settled), { ...optionsOf(settled, ''), keep: state.keepFolder(settled) })
    return { settled, text: readFileSync(join(kit.folder, 'kit.json'), 'utf8'), chain: readFileSync(kit.chain, 'utf8') }
  }
  const first = await write(configOf('ServiceProvider'))
  assert.ok(first.settled.lab.ports.https > 0 && first.settled.lab.ports.http > 0)
  assert.deepEqual(await write(configOf('ServiceProvider')), first)
  const renamed = await write(configOf('ServiceProvider', 'did:example:acme'))
  assert.equal(renamed.settled.partyId, 'did:example:acme')
  assert.notEqual(renamed.chain, first.chain)
  assert.deepEqual(renamed.settled.lab.ports, first.settled.lab.ports)
})

test('adds parties to a kit that is kept, and takes none away', async () => {
  const partiesFor = async (...kinds: string[]) => {
    const options = {
      ...optionsOf(configOf('ParticipantRegistry', 'did:example:acme'), 'kept'),
      soundParties: 1,
      kinds,
    }
    return kitJson(await writeKit(join(folder, 'kept', 'kit'), options)).parties
  }
  const first = await partiesFor('expired-leaf')
  assert.deepEqual(await partiesFor(), first)
  const more = await partiesFor('expired-leaf', 'ec-key')
  assert.deepEqual(more.slice(0, first.length), first)
  assert.deepEqual(
    more.slice(first.length).map(({ defect }) => defect),
    ['ec-key'],
  )
})

test('says in one sentence why a folder cannot be used', async () => {
  const file = join(folder, 'occupied')
  writeFileSync(file, '')
  await assert.rejects(writeKit(file, optionsOf(configOf('ServiceProvider'), 'a')), {
    code: 'CONFIG_ERROR',
    message: `${file} cannot be written: there is a file of that name. Choose another folder, or make room there.`,
  })
  await assert.rejects(
    writeKit(join(file, 'kit'), optionsOf(configOf('ServiceProvider'), 'a')),
    /a part of that path is a file, not a folder/,
  )
  writeFileSync(join(folder, 'state.json'), '{}')
  await assert.rejects(openState(folder), /state\.json is not a state file of this version of Assay/)
})
