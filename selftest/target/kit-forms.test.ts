import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { type Authority, createAuthority, createKeyPool, isSameKey } from '../../ca/index.js'
import { playInGuises } from '../../harness/check/guises.js'
import { fixtureParties } from '../../harness/check/parties/fixture-parties.js'
import { givenParties } from '../../harness/check/parties/given-parties.js'
import type { PartySource } from '../../harness/check/parties/parties.js'
import { createRecorder } from '../../harness/check/recorder.js'
import { NotTestable } from '../../harness/contracts/errors.js'
import type { RecordedCertificate } from '../../harness/contracts/evidence.js'
import { usualPartyForm } from '../../harness/contracts/party-form.js'
import { guiseOf } from '../../harness/guises/types.js'
import { guiseValue } from '../../harness/guises/values.js'
import { certificate, record, unregistered, unregisteredBesideTwo } from '../../harness/mutations/mutation.js'
import type { Mutation, Party } from '../../harness/mutations/types.js'
import { fixtureForms, formsWith } from '../../harness/target/kit/fixture-forms.js'
import { type Fixture, isSoundClient, readFixtures, twoCertificates } from '../../harness/target/kit/fixtures.js'
import { openMaterial } from '../../harness/target/kit/material.js'

const httpUrl = 'http://127.0.0.1:4802'
const keyUsage = ['nonRepudiation']

let folder: string
let authority: Authority
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-kit-forms-'))
  const keys = await createKeyPool(join(folder, 'keys'), { size: 12, largeKeys: false })
  authority = await createAuthority(join(folder, 'pki'), { keys, httpUrl, largeRoot: false })
})
after(() => rmSync(folder, { recursive: true }))

const open = (forms: ReturnType<typeof formsWith>, name = 'kit') =>
  openMaterial(join(folder, name), authority, {
    partyId: 'did:example:acme',
    ids: { form: usualPartyForm, subject: {} },
    keyUsage,
    httpUrl,
    soundParties: 2,
    ownKeys: false,
    statuses: ['Suspended'],
    kinds: ['expired-leaf', 'not-yet-valid-leaf'],
    forms,
    uses: twoCertificates,
  })

/** How long chain and key of a party are. */
const lengths = ({ certified: { chain, key } }: Party): readonly (number | undefined)[] => [
  chain.length,
  key.asymmetricKeyDetails?.modulusLength,
]

describe('parties of a kit in other forms', () => {
  let fixtures: readonly Fixture[]
  before(async () => {
    await open([])
    fixtures = (await open(formsWith(true))).fixtures
  })

  it('have chains and keys of that length, sound and unsound ones', () => {
    for (const { name, under, bits } of fixtureForms) {
      const own = fixtures.filter(({ form }) => form === name)
      assert.equal(own.length, 10)
      const expected = [under === 'root-a' ? 2 : 4, bits]
      for (const { party, kind } of own) assert.deepEqual(lengths(party), expected, `${kind} in the form ${name}`)
    }
  })

  it('have other keys where they are sound', () => {
    for (const { name } of fixtureForms) {
      const own = fixtures.filter(({ form }) => form === name)
      const isSound = ({ kind, status }: Fixture) =>
        status === 'Active' && ['sound', 'crl-only', 'ocsp-only'].includes(kind)
      for (const one of own.filter(isSound))
        for (const other of own.filter((each) => !isSound(each)))
          assert.ok(!isSameKey(one.party.certified.key, other.party.certified.key), `${one.kind}, ${other.kind}`)
    }
  })

  it('come to a kit that was there before, and stand for no usual client', async () => {
    const before = fixtures.filter(({ form }) => form === undefined).map(({ party }) => party.partyId)
    assert.deepEqual(
      fixtures.slice(0, before.length).map(({ party }) => party.partyId),
      before,
    )
    assert.equal(fixtures.filter(isSoundClient).length, 2)
    const again = readFixtures(join(folder, 'kit')).map(({ form, party }) => [form, party.partyId])
    assert.deepEqual(
      again,
      fixtures.map(({ form, party }) => [form, party.partyId]),
    )
  })

  it('of 4096 bits take large keys', () => {
    assert.deepEqual(formsWith(false), ['chain of 2, key of 3072 bits'])
  })
})

describe('the parties of a check at a ParticipantRegistry', () => {
  let source: PartySource
  let fixtures: readonly Fixture[]
  before(async () => {
    fixtures = (await open(formsWith(true))).fixtures
    source = fixtureParties(join(folder, 'kit'), { authority, httpUrl, keyUsage })
  })

  const names = { partyId: 'did:example:new', unique: 'new' }
  const made = (values: readonly string[], mutation?: Mutation, place = 0): Promise<Party> =>
    source.make(names, mutation, { guised: { guise: guiseOf(values.map(guiseValue)), place } })
  const suspended = record('status Suspended', (own) => own)
  const fixtureOf = (party: Party): Fixture | undefined =>
    fixtures.find((fixture) => fixture.party.partyId === party.partyId)

  it('have the form of a guise, the unsound ones too', async () => {
    for (const [values, expected] of [
      [
        ['chain=2', 'key=3072'],
        [2, 3072],
      ],
      [
        ['chain=4', 'key=4096'],
        [4, 4096],
      ],
    ] as const)
      for (const mutation of [undefined, certificate('expired-leaf'), suspended, unregistered()]) {
        const party = await made(values, mutation, mutation ? 1 : 0)
        assert.deepEqual(lengths(party), expected, `${mutation?.name} under ${values.join()}`)
      }
  })

  it('are what is wrong with them in that form', async () => {
    const guise = ['chain=4', 'key=4096']
    assert.equal(fixtureOf(await made(guise, certificate('expired-leaf')))?.kind, 'expired-leaf')
    assert.equal(fixtureOf(await made(guise, suspended))?.status, 'Suspended')
    const stranger = await made(guise, unregistered())
    assert.ok(!fixtureOf(stranger)?.party.certified.chain[0]?.equals(stranger.certified.chain[0] as Buffer))
  })

  it('are usual ones where the kit has no such party in that form, and without a guise', async () => {
    assert.deepEqual(lengths(await made(['chain=4', 'key=4096'], certificate('not-yet-valid-leaf'))), [3, 2048])
    for (const mutation of [undefined, certificate('expired-leaf'), suspended])
      assert.deepEqual(lengths(await source.make(names, mutation)), [3, 2048])
  })

  it('are none where no sound party has that form', async () => {
    await assert.rejects(made(['chain=2', 'key=4096']), NotTestable)
  })

  it('have a third certificate that is registered for nobody, where a party has two', async () => {
    const third = await source.make(names, unregisteredBesideTwo)
    const registered = fixtures.filter(({ party }) => party.partyId === third.partyId)
    assert.deepEqual(
      registered.map(({ use }) => use),
      twoCertificates,
    )
    const leaf = new X509Certificate(third.certified.chain[0] as Buffer)
    for (const { party } of registered) {
      assert.ok(!party.certified.chain[0]?.equals(leaf.raw))
      assert.equal(new X509Certificate(party.certified.chain[0] as Buffer).subject, leaf.subject)
    }
  })
})

describe('what is said of a guise where the parties are those of a kit', () => {
  const guise = guiseOf(['chain=2', 'key=3072'].map(guiseValue))

  /** The values that a refused message of another party than that of the control had. */
  async function tried(bad: Party): Promise<readonly string[]> {
    const recorder = createRecorder()
    await playInGuises({ guises: [guise], hasTime: () => true, firstAlone: true }, recorder, async (_, own) => {
      own.message({ label: 'control', recipe: {}, party: 'did:example:sound', exchanges: [] })
      const x5c = bad.certified.chain.map((der) => der.toString('base64'))
      const key = `RSA ${lengths(bad)[1]}`
      const chain = bad.certified.chain.map(() => ({ key }) as RecordedCertificate)
      const assertion = { header: { x5c }, payload: {}, signature: { sha256: '', length: 0 }, chain }
      const message = own.message({ label: 'mutated', recipe: {}, party: bad.partyId, exchanges: [], assertion })
      own.fact({ kind: 'refusal', message, outcome: { kind: 'refused', status: 401 }, noAnswerIsRefusal: false })
    })
    return recorder.facts.flatMap((fact) => (fact.kind === 'guise' ? fact.values : []))
  }

  it('is what the certificate of the bad message is like', async () => {
    const { fixtures } = await open(formsWith(true))
    const expired = (form: string | undefined): Party =>
      fixtures.find((one) => one.kind === 'expired-leaf' && one.form === form)?.party as Party
    assert.deepEqual(await tried(expired('chain of 2, key of 3072 bits')), ['chain=2', 'key=3072'])
    assert.deepEqual(await tried(expired(undefined)), [])
  })

  it('is nothing where the target file names them', async () => {
    const { fixtures } = await open(formsWith(true))
    const stop = (reason: string): never => {
      throw new NotTestable(reason)
    }
    const source = givenParties([(fixtures[0] as Fixture).party], stop)
    const names = { partyId: 'did:example:new', unique: 'new' }
    await assert.rejects(
      source.make(names, undefined, { guised: { guise, place: 0 } }),
      /certificates that the registry holds/,
    )
    assert.ok(await source.make(names))
  })
})
