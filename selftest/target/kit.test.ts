import assert from 'node:assert/strict'
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { type Authority, createAuthority, createKeyPool, pem } from '../../ca/index.js'
import type { Human } from '../../harness/contracts/login.js'
import type { TargetConfig } from '../../harness/contracts/target.js'
import { resolveTarget } from '../../harness/target/config.js'
import { readDelegationFixtures } from '../../harness/target/kit/delegation-fixtures.js'
import { readFixtures } from '../../harness/target/kit/fixtures.js'
import { fixtureKinds, type KitOptions, writeKit } from '../../harness/target/kit/kit.js'
import { openState } from '../../harness/target/kit/state.js'
import type { Role } from '../../requirements/types.js'

let folder: string
let authority: Authority
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-kit-'))
  const pool = await createKeyPool(join(folder, 'keys'), { size: 4, largeKeys: false })
  authority = await createAuthority(join(folder, 'pki'), { keys: pool, httpUrl: addresses.http, largeRoot: false })
})
after(() => rmSync(folder, { recursive: true }))

const addresses = {
  https: 'https://127.0.0.1:4801',
  http: 'http://127.0.0.1:4802',
  registry: { partyId: 'did:example:registry', baseUrl: 'https://127.0.0.1:4801/registry' },
  registryChain: [Buffer.from('leaf').toString('base64'), Buffer.from('root').toString('base64')],
  authorisationRegistry: { partyId: 'did:example:ar', baseUrl: 'https://127.0.0.1:4801/ar' },
  entitledParty: { partyId: 'did:example:ep', baseUrl: 'https://127.0.0.1:4801/ep' },
  serviceProvider: { partyId: 'did:example:sp', baseUrl: 'https://127.0.0.1:4801/sp' },
  identityProviders: [
    { partyId: 'did:example:idp-a', baseUrl: 'https://127.0.0.1:4801/idp/a' },
    { partyId: 'did:example:idp-b', baseUrl: 'https://127.0.0.1:4801/idp/b' },
  ],
  relyingParty: { partyId: 'did:example:rp', baseUrl: 'https://127.0.0.1:4801/rp' },
  redirectUri: 'https://127.0.0.1:4801/rp/callback',
} as const
const configOf = (role: Role, partyId?: string): TargetConfig =>
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
  forms: [],
})

interface KitJson {
  readonly target: { readonly partyId: string; readonly key: string; readonly chain: string; readonly baseUrl: string }
  readonly trust: { readonly roots: readonly string[]; readonly tlsRoot: string }
  readonly participantRegistry: { readonly partyId: string; readonly baseUrl: string; readonly certificate: string }
  readonly parties: readonly {
    readonly partyId: string
    readonly status: string
    readonly certificates: readonly string[]
    readonly defect?: string
    readonly name: string
  }[]
  readonly policies: readonly {
    readonly id: string
    readonly policyIssuer: string
    readonly accessSubject: string
    readonly resource: { readonly identifiers: readonly string[] }
  }[]
}
const kitJson = (kit: { folder: string }): KitJson =>
  JSON.parse(readFileSync(join(kit.folder, 'kit.json'), 'utf8')) as KitJson
const validate = new Ajv2020().compile(JSON.parse(readFileSync('harness/contracts/kit.schema.json', 'utf8')) as object)
const certificates = (file: string): X509Certificate[] =>
  readFileSync(file, 'utf8')
    .split(/(?<=-----END CERTIFICATE-----\n)/)
    .filter(Boolean)
    .map((pem) => new X509Certificate(pem))

test('writes a kit that fits its schema, with files that only the owner can read', async () => {
  const kit = await writeKit(join(folder, 'sp', 'kit'), optionsOf(configOf('ServiceProvider'), 'sp'))
  const json = kitJson(kit)
  assert.equal(validate(json), true, JSON.stringify(validate.errors))
  assert.match(json.target.partyId, /^did:example:[a-z2-7]{16}$/)
  assert.equal(json.target.baseUrl, 'http://127.0.0.1:4711')
  assert.equal(json.parties.length, 3)
  assert.equal(json.participantRegistry.baseUrl, addresses.registry.baseUrl)
  const pinned = readFileSync(join(kit.folder, json.participantRegistry.certificate), 'utf8')
  assert.equal(pinned, addresses.registryChain.map((der) => pem(Buffer.from(der, 'base64'))).join(''))
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

test('tells who logs humans in, for whom, and who the humans are', async () => {
  interface Login {
    readonly identityProvider: { readonly partyId: string; readonly tokenPath: string; readonly paths: object }
    readonly identityProviders: readonly { readonly partyId: string }[]
    readonly identityBroker?: { readonly partyId: string; readonly baseUrl: string }
    readonly relyingParties: readonly { readonly partyId: string; readonly redirectUris: readonly string[] }[]
    readonly humans: readonly Human[]
  }
  const write = async (role: Role, name: string) => {
    const kit = await writeKit(join(folder, name, 'kit'), optionsOf(configOf(role, 'did:example:acme'), name))
    const json = kitJson(kit) as KitJson & Login
    assert.equal(validate(json), true, JSON.stringify(validate.errors))
    assert.deepEqual(json.humans, kit.humans)
    return json
  }
  const kit = await write('ServiceProvider', 'rp')
  assert.deepEqual(kit.identityProvider, {
    ...addresses.identityProviders[0],
    tokenPath: '/identity_provider/token',
    paths: {
      authorize: '/identity_provider/authorize',
      token: '/identity_provider/token',
      userinfo: '/identity_provider/userinfo',
      discovery: '/.well-known/openid-configuration',
    },
  })
  assert.deepEqual(
    kit.identityProviders.map(({ partyId }) => partyId),
    ['did:example:idp-a', 'did:example:idp-b'],
  )
  assert.equal(kit.identityBroker, undefined)
  assert.deepEqual(kit.relyingParties, [{ ...addresses.relyingParty, redirectUris: [addresses.redirectUri] }])
  assert.equal(kit.humans.length, 2)
  for (const { claims } of kit.humans) assert.deepEqual(Object.keys(claims), ['sub', 'name', 'email'])
  const provider = await write('IdentityProvider', 'idp')
  const [, ...known] = provider.relyingParties
  assert.ok(known.length > 0)
  for (const { partyId, redirectUris } of known) {
    assert.ok(provider.parties.some((party) => party.partyId === partyId && party.status === 'Active'))
    assert.deepEqual(redirectUris, [addresses.redirectUri])
  }
  assert.equal(provider.identityProvider.partyId, 'did:example:acme')
  assert.equal(provider.identityProvider.tokenPath, '/identity_provider/token')
  const broker = await write('IdentityBroker', 'broker')
  assert.deepEqual([broker.identityBroker?.partyId, broker.identityProviders.length], ['did:example:acme', 2])
  const passwords = [kit, provider, broker].flatMap(({ humans }) => humans.map(({ password }) => password))
  assert.equal(new Set(passwords).size, 6)
  assert.deepEqual((await write('IdentityBroker', 'broker')).humans, broker.humans)
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
    'Active',
  ])
  const fixtures = readFixtures(join(folder, 'pr', 'keep'))
  const files = json.parties.flatMap((party) => party.certificates.map((file) => ({ file, partyId: party.partyId })))
  assert.deepEqual(
    fixtures.map(({ party }) => party.partyId),
    files.map(({ partyId }) => partyId),
  )
  for (const [index, { party }] of fixtures.entries()) {
    const [leaf] = certificates(join(kit.folder, files[index]?.file ?? ''))
    assert.ok(leaf?.checkPrivateKey(party.certified.key), `fixture ${index}`)
  }
  // Some registries take a public key once.
  const sound = fixtures.filter(({ kind }) => kind === 'sound').map(({ party }) => party.certified.key)
  assert.equal(new Set(sound.map((key) => key.export({ type: 'pkcs8', format: 'pem' }))).size, 5 + 4 + 2)
  assert.deepEqual(
    json.parties.map((party) => party.certificates.length),
    [...told.slice(1).map(() => 1), 2],
  )
  const keys = (readdirSync(kit.folder, { recursive: true }) as string[]).filter(
    (name) =>
      statSync(join(kit.folder, name)).isFile() && readFileSync(join(kit.folder, name), 'utf8').includes('PRIVATE KEY'),
  )
  assert.deepEqual(keys, ['target/key.pem'])
  assert.equal((statSync(join(folder, 'pr', 'keep', 'fixtures.json')).mode & 0o777).toString(8), '600')
})

test('gives an AuthorisationRegistry policies of another party, with keys for everybody in them', async () => {
  const kit = await writeKit(join(folder, 'ar', 'kit'), optionsOf(configOf('AuthorisationRegistry'), 'ar'))
  const json = kitJson(kit)
  assert.equal(validate(json), true, JSON.stringify(validate.errors))
  const fixtures = readDelegationFixtures(join(folder, 'ar', 'keep'))
  const { entitledParty, provider, otherProvider, subject, spares, policies } = fixtures
  const otherwise = [...fixtures.otherwise.values()]
  assert.deepEqual(json.policies, JSON.parse(JSON.stringify(policies)))
  assert.equal(entitledParty?.partyId, fixtures.policyIssuer)
  const parties = [entitledParty, provider, otherProvider, subject, ...spares, ...otherwise]
  const told = new Set(json.parties.map(({ partyId }) => partyId))
  for (const party of parties) {
    assert.ok(told.has(party?.partyId ?? ''))
    const [leaf] = party?.certified.chain ?? []
    assert.ok(party && leaf && new X509Certificate(leaf).checkPrivateKey(party.certified.key))
  }
  assert.equal(new Set(parties.map((party) => party?.partyId)).size, parties.length)
  assert.equal(new Set(policies.map(({ id }) => id)).size, policies.length)
  const others = policies.filter(({ policyIssuer }) => policyIssuer !== fixtures.policyIssuer)
  assert.deepEqual(
    others.map(({ id, policyIssuer }) => [id, told.has(policyIssuer)]),
    [['other-issuer', true]],
  )
  const spareOnes = policies.filter(({ accessSubject }) => accessSubject !== subject.partyId)
  assert.deepEqual(
    spareOnes.map(({ accessSubject, effect, conditions }) => [accessSubject, effect, conditions !== undefined]),
    [
      ...spares.flatMap(({ partyId }) => [false, true].map((conditional) => [partyId, 'Permit', conditional])),
      ...otherwise.flatMap(({ partyId }) => [false, false].map((conditional) => [partyId, 'Permit', conditional])),
    ],
  )
})

test('gives an EntitledParty its own policies, the same ones every time', async () => {
  const write = async () => {
    const kit = await writeKit(join(folder, 'ep', 'kit'), optionsOf(configOf('EntitledParty', 'did:example:ep1'), 'ep'))
    return kitJson(kit)
  }
  const first = await write()
  assert.equal(validate(first), true, JSON.stringify(validate.errors))
  assert.ok(first.policies.every(({ policyIssuer }) => policyIssuer === 'did:example:ep1'))
  assert.equal(readDelegationFixtures(join(folder, 'ep', 'keep')).entitledParty, undefined)
  assert.deepEqual(await write(), first)
  await writeKit(join(folder, 'none', 'kit'), optionsOf(configOf('ServiceProvider'), 'none'))
  assert.throws(() => readDelegationFixtures(join(folder, 'none', 'keep')), { code: 'HARNESS_ERROR' })
})

test('lets a target that becomes an EntitledParty issue the policies that it held for another one', async () => {
  const issuerFor = async (...roles: Role[]) => {
    const config = { ...configOf('AuthorisationRegistry', 'did:example:both'), roles }
    await writeKit(join(folder, 'both', 'kit'), optionsOf(config, 'both'))
    return readDelegationFixtures(join(folder, 'both', 'keep')).policyIssuer
  }
  assert.notEqual(await issuerFor('AuthorisationRegistry'), 'did:example:both')
  assert.equal(await issuerFor('AuthorisationRegistry', 'EntitledParty'), 'did:example:both')
})

test('names every kind of defect as a fixture, 4096-bit ones only with large keys', () => {
  assert.ok(fixtureKinds(false).includes('revoked-on-crl'))
  assert.deepEqual(
    fixtureKinds(true).filter((kind) => !fixtureKinds(false).includes(kind)),
    ['rsa-4096', 'chain-of-four-rsa-4096', 'chain-of-4-rsa-4096-ocsp-only'],
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
