import assert from 'node:assert/strict'
import { randomUUID, X509Certificate } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { RunningLab } from '../stage/lab-fixture.js'
import {
  assertionOf,
  type Client,
  failure,
  newClient,
  type Outcome,
  openLab,
  type RunningReference,
  send,
  startReference,
  writeReferenceKit,
} from '../stage/reference-fixture.js'

let lab: RunningLab
let folder: string
let reference: RunningReference
let client: Client
before(async () => {
  lab = await openLab()
  folder = join(lab.folder, 'kit')
  await writeReferenceKit(lab, folder)
  const faults = ['accepts-alg-none@*faulty*', 'accepts-missing-jti@*faulty*', 'races-replay@*racing*']
  reference = await startReference(folder, 'ServiceProvider', { ASSAY_FAULT: faults.join() })
  client = await newClient(lab)
})
after(async () => {
  assert.equal(await reference?.stop(), 0)
  await lab?.close()
})

const ask = (
  who: Client,
  assertion: string,
  request: Parameters<typeof send>[4] = {},
  clientId = who.partyId,
): Promise<Outcome> => send(lab, reference, clientId, assertion, request)

test('grants a token to a party that it never saw', async () => {
  const { status, json } = await ask(client, assertionOf(client))
  assert.equal(status, 200)
  assert.deepEqual(Object.keys(json).sort(), ['access_token', 'expires_in', 'token_type'])
})

const claims: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'without iat': { iat: undefined },
  'without jti': { jti: undefined },
  'two audiences': { aud: ['did:example:target', 'did:example:other'] },
  'another audience': { aud: 'did:example:other' },
  'a lifetime of 31 seconds': { exp: Math.floor(Date.now() / 1000) + 29, iat: Math.floor(Date.now() / 1000) - 2 },
  milliseconds: { iat: Date.now(), exp: Date.now() + 30_000 },
  'another sub': { sub: 'did:example:other' },
}
for (const [name, change] of Object.entries(claims))
  test(`refuses claims: ${name}`, async () =>
    assert.equal((await ask(client, assertionOf(client, change))).granted, false))

const headers: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'alg none': { alg: 'none' },
  'alg in lower case': { alg: 'rs256' },
  kid: { kid: 'x' },
  'without x5c': { x5c: undefined },
  'another typ': { typ: 'at+jwt' },
}
for (const [name, change] of Object.entries(headers))
  test(`refuses a header: ${name}`, async () =>
    assert.equal((await ask(client, assertionOf(client, {}, change))).granted, false))

const kinds = [
  'expired-leaf',
  'same-name-twin',
  'untrusted-chain-with-real-root',
  'untrusted-chain-before-real-root',
  'issued-by-leaf',
  'key-usage-digital-signature',
  'rsa-1024',
  'path-length-exceeded',
  'name-constraint-excluded',
  'self-signed-leaf',
]
for (const kind of kinds)
  test(`refuses a certificate: ${kind}`, async () => {
    const other = await newClient(lab, { kind })
    assert.equal((await ask(other, assertionOf(other))).granted, false)
  })

test('refuses a revoked certificate', async () => {
  const other = await newClient(lab)
  const leaf = new X509Certificate(other.certified.chain[0] as Buffer)
  const scope = /\/([^/]+)\.crl/.exec(leaf.raw.toString('latin1'))?.[1] ?? ''
  await lab.lab.revocation({ scope, revoked: [leaf.serialNumber.toLowerCase()] })
  assert.equal((await ask(other, assertionOf(other))).granted, false)
})

const answers = {
  'status Suspended': { record: { status: 'Suspended' } },
  'status active': { record: { status: 'active' } },
  'no certificate': { record: { certificates: [] } },
  'unknown party': { record: null },
  'parties_token with a broken signature': { answer: { token: 'signature corrupted' } },
  'parties_token of another participant': { answer: { token: 'signed by another participant' } },
  'registry error': { answer: { transport: 'status 500' } },
  'registry reset': { answer: { transport: 'reset before the answer' } },
  'truncated answer': { answer: { transport: 'truncated JSON' } },
}
for (const [name, answer] of Object.entries(answers))
  test(`refuses what the registry says: ${name}`, async () => {
    const other = await newClient(lab, answer)
    const { status, granted } = await ask(other, assertionOf(other))
    assert.equal(granted, false)
    assert.ok(status < 500)
  })

test('refuses other identities', async () => {
  const victim = await newClient(lab)
  const named = { iss: victim.partyId, sub: victim.partyId }
  assert.equal((await ask(client, assertionOf(client, named), {}, victim.partyId)).granted, false)
  assert.equal((await ask(client, assertionOf(client), {}, victim.partyId)).granted, false)
})

const form = { 'content-type': 'application/x-www-form-urlencoded' }
test('is a POST resource that takes a form of sensible size', async () => {
  const parameters = () => new URLSearchParams({ client_id: client.partyId, client_assertion: assertionOf(client) })
  const get = await ask(client, '', { method: 'GET', url: `/oauth2.0/token?${parameters()}`, headers: [], body: '' })
  assert.equal(get.status, 405)
  assert.equal(
    (await ask(client, '', { method: 'GET', url: `/oauth2.0/token/?${parameters()}`, headers: [], body: '' })).status,
    404,
  )
  const json = JSON.stringify(Object.fromEntries(parameters()))
  assert.equal((await ask(client, '', { body: json, headers: [['content-type', 'application/json']] })).status, 415)
  const long = (size: number) =>
    ask(client, '', { body: `${parameters()}&padding=${'x'.repeat(size)}`, headers: Object.entries(form) })
  assert.equal((await long(1_100_000)).granted, true)
  assert.equal((await long(8_000_000)).status, 413)
  const twice = `${parameters()}&client_id=${client.partyId}`
  assert.equal((await ask(client, '', { body: twice, headers: Object.entries(form) })).status, 400)
})

test('accepts an assertion once: sequentially, re-encoded, in parallel', async () => {
  const assertion = assertionOf(client)
  assert.equal((await ask(client, assertion)).granted, true)
  for (const copy of [assertion, `${assertion}=`, ` ${assertion}`, `${assertion.slice(0, -1)}\n${assertion.slice(-1)}`])
    assert.equal((await ask(client, copy)).granted, false)
  const raced = assertionOf(client)
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => ask(client, raced)))
  assert.equal(outcomes.filter(({ granted }) => granted).length, 1)
})

test('faults are on for the named party and for nobody else', async () => {
  const faulty = await newClient(lab, { name: 'faulty-' })
  const unsigned = (who: Client) => assertionOf(who, {}, { alg: 'none' }).replace(/[^.]*$/, '')
  assert.equal((await ask(faulty, unsigned(faulty))).granted, true)
  assert.equal((await ask(client, unsigned(client))).granted, false)
  assert.equal((await ask(faulty, assertionOf(faulty, { jti: undefined }))).granted, true)
  assert.equal((await ask(faulty, assertionOf(faulty, {}, { alg: 'rs256' }))).granted, false, 'nothing else changes')
  const jti = randomUUID()
  const again = assertionOf(faulty, { jti })
  assert.deepEqual([(await ask(faulty, again)).granted, (await ask(faulty, again)).granted], [true, false])
  const racing = await newClient(lab, { name: 'racing-' })
  // On a busy machine copies may arrive one after the other.
  let most = 0
  for (let round = 0; most < 2 && round < 10; round++) {
    const raced = assertionOf(racing)
    const outcomes = await Promise.all([0, 1, 2, 3].map(() => ask(racing, raced)))
    most = outcomes.filter(({ granted }) => granted).length
    assert.equal((await ask(racing, raced)).granted, false)
  }
  assert.ok(most > 1)
})

test('remembers across a restart, unless it has the fault not to', async () => {
  const state = join(lab.folder, 'state')
  mkdirSync(state)
  const assertion = assertionOf(client)
  const granted: boolean[] = []
  for (const fault of ['', '', 'forgets-on-restart']) {
    const one = await startReference(folder, 'AuthorisationRegistry', { ASSAY_STATE: state, ASSAY_FAULT: fault })
    granted.push((await send(lab, one, client.partyId, assertion)).granted)
    assert.equal(await one.stop(), 0)
  }
  assert.deepEqual(granted, [true, false, true])
})

test('a ParticipantRegistry knows its clients from the kit', async () => {
  const own = join(lab.folder, 'registry-kit')
  const sound = await newClient(lab, { record: null })
  const suspended = await newClient(lab, { record: null })
  await writeReferenceKit(lab, own, [
    { ...sound, status: 'Active' },
    { ...suspended, status: 'Suspended' },
  ])
  const registry = await startReference(own, 'ParticipantRegistry')
  const granted = async (who: Client) => (await send(lab, registry, who.partyId, assertionOf(who))).granted
  assert.deepEqual([await granted(sound), await granted(suspended), await granted(client)], [true, false, false])
  await registry.stop()
})

test('says in one sentence what is wrong with its surroundings', async () => {
  const address = { ASSAY_BASE_URL: 'http://127.0.0.1:9' }
  const broken = join(lab.folder, 'broken')
  mkdirSync(broken)
  writeFileSync(join(broken, 'kit.json'), '{"version":1}')
  const cases: [string, Record<string, string>, RegExp][] = [
    [
      'ServiceProvider',
      { ...address, ASSAY_KIT: folder, ASSAY_FAULT: 'no-such-fault' },
      /^ASSAY_FAULT names "no-such-fault".*\n$/,
    ],
    ['ServiceProvider', { ...address, ASSAY_KIT: join(folder, 'absent') }, /^The kit file .* cannot be read\.\n$/],
    ['EntitledParty', { ...address, ASSAY_KIT: broken }, /kit\.json is no kit: .*\n$/],
    ['ServiceProvider', { ASSAY_KIT: folder, ASSAY_BASE_URL: 'https://127.0.0.1:9' }, /^ASSAY_BASE_URL is .*\n$/],
    [
      'ServiceProvider',
      { ASSAY_KIT: folder, ASSAY_BASE_URL: reference.baseUrl },
      /^ASSAY_BASE_URL cannot be listened at: .*\n$/,
    ],
    ['Nobody', {}, /^"Nobody" is no reference role.*\n$/],
  ]
  for (const [role, environment, says] of cases) {
    const [code, said] = await failure(role, environment)
    assert.equal(code, 1)
    assert.match(said, says)
    assert.equal(said.split('\n').length, 2)
  }
})
