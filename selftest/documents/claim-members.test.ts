import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { JsonObject } from '../../harness/contracts/json.js'
import { validateDocument } from '../../harness/documents/validate.js'
import { httpUrl, makePki, type TestPki } from '../ca/ca-pki.js'
import { soundClaims } from './documents-sample.js'

/** Members of one kind of claim as its table in the text lists them (L32–146): separated by spaces. */
interface Table {
  readonly requirement: string
  readonly required: string
  readonly optional: string
  /** The requirement about `startDate` and `endDate`, where it is another one. */
  readonly period?: string
}

const agreement = 'agreementType agreementId title'
const period = 'startDate endDate'
const tables: Readonly<Record<string, Table>> = {
  frameworkComplianceship: {
    requirement: 'CLAIM-COMPLIANCE-FIELDS',
    required: `${period} frameworkId`,
    optional: 'capabilityUrl',
  },
  authRegistry: {
    requirement: 'CLAIM-AUTHREGISTRY-FIELDS',
    required: 'name authRegistryId authUrl',
    optional: `${period} dataspaceId frameworkId serviceProviderPartyId`,
  },
  frameworkAgreement: {
    requirement: 'CLAIM-AGREEMENT-FIELDS',
    required: `${agreement} frameworkId`,
    optional: `${period} verificationHash`,
  },
  frameworkRole: {
    requirement: 'CLAIM-ROLE-FIELDS',
    required: 'roleId loa compliancyVerified legalAdherence frameworkId',
    optional: `${period} title`,
    period: 'CLAIM-ROLE-DATES',
  },
  dataspaceMembership: {
    requirement: 'CLAIM-MEMBERSHIP-FIELDS',
    required: 'dataspaceId legalAdherence',
    optional: `${period} capabilityUrl`,
  },
  dataspaceAgreement: {
    requirement: 'CLAIM-DATASPACE-AGREEMENT',
    required: `${agreement} dataspaceId`,
    optional: `${period} verificationHash`,
  },
  dataspaceRole: {
    requirement: 'CLAIM-DATASPACE-ROLE',
    required: `${period} roleId loa compliancyVerified legalAdherence dataspaceId`,
    optional: 'title',
    period: 'CLAIM-ROLE-DATES',
  },
  x509Certificate: {
    requirement: 'CLAIM-CERT-FIELDS',
    required: 'subjectName certificateType x5c',
    optional: `${period} x5tS256 x5t#S256`,
  },
  idpAssertion: { requirement: 'CLAIM-IDP-FIELDS', required: 'assertion', optional: period },
}

let pki: TestPki
let claims: ReadonlyMap<string, JsonObject>

before(async () => {
  pki = await makePki({ size: 2, largeKeys: false })
  const certified = await pki.authority.issue({
    partyId: 'did:example:party',
    revocation: { base: httpUrl, scope: 'party' },
  })
  claims = new Map(soundClaims(certified).map((claim) => [String(claim.type), claim]))
})
after(() => pki.remove())

/** A sound claim of a kind with one member as given, or without it. */
const withMember = (kind: string, name: string, value?: unknown): JsonObject => {
  const { [name]: _, ...rest } = claims.get(kind) as JsonObject
  return (value === undefined ? rest : { ...rest, [name]: value }) as JsonObject
}

/** Requirements that a claim breaks at a place. */
const brokenAt = (claim: JsonObject, pointer: string): readonly string[] =>
  validateDocument('claim', claim, { now: Date.parse('2026-06-01T00:00:00Z') })
    .problems.filter((problem) => problem.pointer === pointer)
    .map(({ requirement }) => requirement)

const names = (list: string): readonly string[] => list.split(' ')

test('the tables are those of all kinds of claim', () => {
  assert.deepEqual(Object.keys(tables).sort(), [...claims.keys()].sort())
})

for (const [kind, { requirement, required, optional, period: ofPeriod = requirement }] of Object.entries(tables)) {
  const owner = (name: string): string => (names(period).includes(name) ? ofPeriod : requirement)

  test(`${kind} needs every member that its table requires, and no other`, () => {
    for (const name of names(required))
      assert.ok(brokenAt(withMember(kind, name), `/${name}`).includes(owner(name)), `without ${name}`)
    for (const name of names(optional)) assert.deepEqual(brokenAt(withMember(kind, name), `/${name}`), [], name)
  })

  test(`${kind} has no number where its table has a text`, () => {
    const enumerated = ['loa', 'compliancyVerified', 'legalAdherence']
    for (const name of names(`${required} ${optional}`).filter((one) => !enumerated.includes(one)))
      assert.ok(brokenAt(withMember(kind, name, 7), `/${name}`).includes(owner(name)), name)
  })
}

test('every word of an enumeration is taken, and no other', () => {
  const answers = ['yes', 'no', 'not-applicable']
  const enumerations: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    ['status', ['active', 'inactive', 'revoked', 'suspended'], []],
    ['loa', ['low', 'substantial', 'high'], ['CLAIM-LOA']],
    ['compliancyVerified', answers, ['CLAIM-ADHERENCE']],
    ['legalAdherence', answers, ['CLAIM-ADHERENCE']],
  ]
  for (const [name, words, broken] of enumerations) {
    for (const word of words) assert.deepEqual(brokenAt(withMember('frameworkRole', name, word), `/${name}`), [], word)
    const others = brokenAt(withMember('frameworkRole', name, 'other'), `/${name}`)
    assert.deepEqual(others, broken.length > 0 ? broken : ['CLAIM-STATUS'])
  }
})

test('every text of additionalInfo is one, and its lists hold texts', () => {
  const info = { publiclyPublishable: true }
  const at = (name: string, value: unknown) =>
    brokenAt(
      withMember('frameworkComplianceship', 'additionalInfo', { ...info, [name]: value }),
      `/additionalInfo/${name}`,
    )
  for (const name of ['description', 'logo', 'website', 'companyPhone', 'companyEmail', 'tags']) {
    assert.deepEqual(at(name, 'a text'), [], name)
    assert.deepEqual(at(name, 7), ['CLAIM-ADDITIONAL-INFO'], name)
  }
  for (const name of ['countriesOfOperation', 'sectorIndustry']) {
    assert.deepEqual(at(name, ['NL']), [], name)
    assert.deepEqual(at(name, 'NL'), ['CLAIM-ADDITIONAL-INFO'], name)
  }
})
