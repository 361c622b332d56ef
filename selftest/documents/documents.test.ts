import assert from 'node:assert/strict'
import { constants, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { CertifiedKey } from '../../ca/types.js'
import type { DocumentKind } from '../../harness/contracts/document-kinds.js'
import { ConfigError } from '../../harness/contracts/errors.js'
import type { JsonObject } from '../../harness/contracts/json.js'
import { notClaims } from '../../harness/documents/claims.js'
import { formats } from '../../harness/documents/formats.js'
import type { Findings } from '../../harness/documents/types.js'
import { validateDocument } from '../../harness/documents/validate.js'
import { cases, requirement } from '../../requirements/index.js'
import { httpUrl, makePki, type TestPki } from '../ca/ca-pki.js'
import { claimCases, claimForms, credentialCases, type Editable, setCases } from './documents.cases.js'
import { soundClaims, soundCredential } from './documents-sample.js'

const now = Date.parse('2026-06-01T00:00:00Z')
let pki: TestPki
let certified: CertifiedKey
let claims: readonly JsonObject[]

before(async () => {
  pki = await makePki({ size: 4, largeKeys: false })
  certified = await pki.authority.issue({ partyId: 'did:example:party', revocation: { base: httpUrl, scope: 'party' } })
  claims = soundClaims(certified)
})
after(() => pki.remove())

const validate = (kind: DocumentKind, value: unknown): Findings => validateDocument(kind, value, { now })
/** What was found, in short; the level where it is not must. */
const found = ({ problems }: Findings): string[] =>
  problems.map(({ pointer, requirement: id, level }) => `${pointer} ${id}${level === 'must' ? '' : ` ${level}`}`).sort()
/** A copy with own members only, `__proto__` among them, as a parser makes it. */
const copy = (document: object): Editable => JSON.parse(JSON.stringify(document)) as Editable

test('sound documents of every kind have no problem', () => {
  assert.equal(new Set(claims.map(({ type }) => type)).size, 9)
  for (const claim of claims) assert.deepEqual(found(validate('claim', copy(claim))), [], String(claim.type))
  assert.deepEqual(found(validate('claim', copy(claims))), [])
  assert.deepEqual(found(validate('claim', { claims: copy(claims) })), [])
  assert.deepEqual(found(validate('credential', copy(soundCredential(certified)))), [])
})

test('each defect of a claim is found at its place, and nothing else', () => {
  for (const { row, of, name, change, finds } of claimCases) {
    const claim = copy(claims.find(({ type }) => type === of) as JsonObject)
    change(claim)
    assert.deepEqual(found(validate('claim', claim)), [...finds].sort(), `${row}: ${of} ${name}`)
  }
})

test('each defect of a credential is found at its place, and nothing else', () => {
  for (const { row, name, change, finds } of credentialCases) {
    const credential = copy(soundCredential(certified))
    change(credential)
    assert.deepEqual(found(validate('credential', credential)), [...finds].sort(), `${row}: ${name}`)
  }
})

test('every row of the catalogue about claims and credentials is in the table', () => {
  const told = new Set([...claimCases, ...credentialCases].map(({ row }) => row))
  const elsewhere = ['CLM-10', 'VC-18']
  const missing = cases.filter(({ id }) => /^(CLM|VC)-/.test(id) && !told.has(id) && !elsewhere.includes(id))
  assert.deepEqual(missing, [])
})

test('every error is reported, with the clause and the remedy of its requirement', () => {
  const { problems } = validate('claim', { type: 'frameworkRole', loa: 'High' })
  assert.equal(problems.length, 8)
  for (const { requirement: id, remedy, clause } of problems) {
    assert.equal(remedy, requirement(id).remedy)
    assert.equal(clause, requirement(id).clauses[0])
  }
})

test('a set of claims has a certificate or an assertion', () => {
  const entry = copy(claims.find(({ type }) => type === 'x509Certificate') as JsonObject)
  for (const { name, document, finds } of setCases)
    assert.deepEqual(found(validate('claim', document(claims, entry))), [...finds].sort(), name)
})

test('what holds claims under another name or in a token is no claim', () => {
  for (const [document, closed] of claimForms)
    assert.equal(notClaims(document) !== undefined, closed, JSON.stringify(document))
})

test('a set of claims has both agreements', () => {
  const only = (keep: (claim: JsonObject) => boolean) => found(validate('claim', { claims: copy(claims.filter(keep)) }))
  assert.deepEqual(
    only(({ type }) => type !== 'x509Certificate'),
    [],
  )
  assert.deepEqual(
    only(({ title }) => title !== 'Accession Agreement'),
    [' CLAIM-AGREEMENT-MINIMUM'],
  )
  const renamed = claims.map((claim) =>
    claim.agreementType ? { ...claim, agreementType: 'A', agreementId: 'B', title: 'C' } : claim,
  )
  assert.deepEqual(found(validate('claim', { claims: renamed })), [' CLAIM-AGREEMENT-MINIMUM strict'])
})

test('which reading was seen is noted', () => {
  const noted = (value: object) => validate('claim', value).notes.map(({ pointer }) => pointer)
  const role = claims.find(({ type }) => type === 'frameworkRole') as JsonObject
  assert.deepEqual(noted({ ...role, status: 'Active', 'x-a': 1, startDate: '2026-01-01' }), [
    '/status',
    '/startDate',
    '/x-a',
  ])
  const certificate = claims.find(({ type }) => type === 'x509Certificate') as JsonObject
  assert.deepEqual(noted(certificate), ['/x5c', '/x5t#s256'])
})

test('an optional member of a claim may be null, as many serializers write one that is absent, and no other', () => {
  const role = claims.find(({ type }) => type === 'frameworkRole') as JsonObject
  const { problems, notes } = validate('claim', { ...role, startDate: null, title: null })
  assert.deepEqual([problems, notes.map(({ pointer }) => pointer).sort()], [[], ['/startDate', '/title']])
  assert.deepEqual(found(validate('claim', { ...role, roleId: null })), ['/roleId CLAIM-ROLE-FIELDS'])
  const dated = claims.find(({ type }) => type === 'dataspaceRole') as JsonObject
  assert.deepEqual(found(validate('claim', { ...dated, startDate: null })), ['/startDate CLAIM-ROLE-DATES'])
  const compliance = claims.find(({ additionalInfo }) => additionalInfo !== undefined) as JsonObject
  const info = { ...(compliance.additionalInfo as JsonObject), logo: null, tags: null }
  assert.deepEqual(found(validate('claim', { ...compliance, additionalInfo: info })), [])
})

test('what is no JSON object is reported as such', () => {
  for (const value of [null, 7, 'text', [7]])
    assert.equal(validate('claim', value).problems[0]?.requirement, 'CLAIM-TYPE')
  for (const value of [null, 7, [], [soundCredential(certified)]])
    assert.deepEqual(found(validate('credential', value)), [' CREDENTIAL-MODEL'])
})

test('pointers are escaped as RFC 6901 says', () => {
  const credential = { ...soundCredential(certified), 'a/b~c': 1 }
  assert.deepEqual(found(validate('credential', credential)), ['/a~1b~0c CREDENTIAL-NO-EXTRA'])
})

test('the second context is compared where it is known', () => {
  const judged = (context: string) =>
    found(validateDocument('credential', soundCredential(certified), { now, context }))
  assert.deepEqual(judged('https://framework.example/contexts/v1'), [])
  assert.deepEqual(judged('https://other.example'), ['/@context/1 CREDENTIAL-CONTEXT'])
})

test('an enveloped credential is validated within its envelope', () => {
  const payload = { ...soundCredential(certified), foo: 1 }
  const jws = `e30.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.AA`
  const enveloped = (id: string) => validate('credential', { type: 'EnvelopedVerifiableCredential', id })
  for (const findings of [
    validate('credential', jws),
    enveloped(`data:application/vc+jwt,${jws}`),
    enveloped(`data:application/vc;base64,${Buffer.from(JSON.stringify(payload)).toString('base64')}`),
  ]) {
    assert.deepEqual(found(findings), ['/foo CREDENTIAL-NO-EXTRA'])
    assert.equal(findings.notes[0]?.requirement, 'CREDENTIAL-ENVELOPED')
  }
})

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const jws = (payload: unknown): string => `${encoded({ alg: 'ES256' })}.${encoded(payload)}.AA`

test('claims of the token and digests of hidden members are no members of the credential', () => {
  const token = { iss: 'a', sub: 'b', aud: 'c', jti: 'd', iat: 1, exp: 2, nbf: 1, cnf: {} }
  const credential = soundCredential(certified)
  const judged = (text: string) => validate('credential', text)
  assert.deepEqual(found(judged(jws({ ...credential, ...token }))), [])
  assert.match(judged(jws({ ...credential, ...token })).notes[1]?.says ?? '', /iss, sub, aud/)
  assert.deepEqual(found(judged(jws({ ...credential, name: 'A', iss: 'a' }))), ['/name CREDENTIAL-NO-EXTRA'])
  assert.deepEqual(found(validate('credential', { ...credential, iss: 'a' })), ['/iss CREDENTIAL-NO-EXTRA'])
  const hidden = { ...credential, _sd_alg: 'sha-256', issuer: { id: 'did:example:a', _sd: ['AA'] }, _sd: ['AA'] }
  for (const text of [`${jws(hidden)}~`, `${jws(hidden)}~WyJhIl0~`, `${jws(hidden)}~WyJhIl0~${jws({})}`])
    for (const value of [text, { type: 'EnvelopedVerifiableCredential', id: `data:application/vc+sd-jwt,${text}` }])
      assert.deepEqual(found(judged(value as string)), [], text)
})

test('an envelope that cannot be opened is never called a credential', () => {
  const envelope = (id: unknown) => ({ type: ['EnvelopedVerifiableCredential'], id })
  const encrypted = `${encoded({ alg: 'dir' })}.AA.AA.AA.AA`
  const rows: readonly unknown[] = [
    envelope('x'),
    envelope('https://vc.example/1'),
    envelope(undefined),
    envelope('data:application/vc+jwt'),
    envelope('data:,not json'),
    envelope('data:application/vc+cose;base64,0oRA'),
    envelope(`data:application/vc+jwt,${encrypted}`),
    envelope(`data:application/vc+jwt,${encoded({})}.AA.AA`),
    encrypted,
    `${encoded({})}.AA.AA`,
    Buffer.from('d28443a10126', 'hex').toString('utf8'),
  ]
  for (const row of rows)
    assert.throws(
      () => validate('credential', row),
      (error: Error) => error instanceof ConfigError && /^The credential cannot be opened: .+\.$/.test(error.message),
      JSON.stringify(row),
    )
  const typed = {
    ...soundCredential(certified),
    type: ['EnvelopedVerifiableCredential', 'FrameworkComplianceCredential'],
  }
  assert.deepEqual(found(validate('credential', typed)), ['/type CREDENTIAL-TYPE'])
})

test('the schema of the credential can be published alone', () => {
  const schema = JSON.parse(readFileSync('harness/contracts/credential.schema.json', 'utf8')) as JsonObject
  assert.match(String(schema.$id), /^urn:/)
  const check = new Ajv2020({ strict: true, formats }).compile(schema)
  assert.ok(check(soundCredential(certified)), JSON.stringify(check.errors))
  const described = JSON.stringify(schema, (_, part: Editable) => {
    const isPart = typeof part === 'object' && part !== null && typeof part.type === 'string' && !part.$comment
    return isPart &&
      part.description === undefined &&
      ['object', 'array'].includes(String(part.type)) &&
      part.contains === undefined &&
      Object.keys(part).length > 1
      ? 'UNDESCRIBED'
      : part
  })
  assert.ok(!described.includes('UNDESCRIBED'))
})

const jwt = (header: object, payload: object, padding = constants.RSA_PKCS1_PADDING): string => {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const input = `${part(header)}.${part(payload)}`
  return `${input}.${sign('sha256', Buffer.from(input), { key: certified.key, padding }).toString('base64url')}`
}

test('each defect of a signed JWT is found', () => {
  const x5c = certified.chain.map((der) => der.toString('base64'))
  const header = { alg: 'RS256', typ: 'JWT', x5c }
  const payload = { iss: 'a', sub: 'a', aud: 'b', jti: 'c', iat: 1_800_000_000, exp: 1_800_000_030 }
  const sound = jwt(header, payload)
  const judged = (text: string) => found(validate('jwt', text))
  assert.deepEqual(judged(sound), [])
  assert.deepEqual(judged(`${sound}\n`), [])
  const { jti: _, ...unnamed } = payload
  const rows: readonly (readonly [string, ...string[]])[] = [
    ['', ' JWS-COMPACT'],
    [`${sound}.x`, ' JWS-COMPACT'],
    [`${sound}=`, '/signature JWS-BASE64URL should'],
    [`bm8.${sound.split('.').slice(1).join('.')}`, '/header JWT-SIGNED'],
    [`${sound.slice(0, -6)}AAAAAA`, '/signature JWT-SIGNED'],
    [jwt({ ...header, alg: 'PS256' }, payload, constants.RSA_PKCS1_PSS_PADDING), '/header/alg JWT-ALG'],
    [jwt({ ...header, alg: 'PS256' }, payload), '/header/alg JWT-ALG', '/signature JWT-SIGNED'],
    [jwt({ ...header, alg: 'HS256' }, payload), '/header/alg JWT-ALG', '/signature JWT-SIGNED'],
    [jwt({ ...header, alg: 'none' }, payload), '/header/alg JWT-ALG', '/signature JWT-SIGNED'],
    [jwt({ ...header, kid: '1' }, payload), '/header/kid JWT-HEADER-ONLY'],
    [jwt({ ...header, typ: 'at+jwt' }, payload), '/header/typ JWT-TYP strict'],
    [jwt({ alg: 'RS256' }, payload), '/header/x5c JWT-X5C-CHAIN'],
    [jwt({ ...header, x5c: [] }, payload), '/header/x5c JWT-X5C-READABLE'],
    [jwt({ ...header, x5c: [x5c[0], 'AA', x5c[2]] }, payload), '/header/x5c/1 JWT-X5C-READABLE'],
    [jwt({ ...header, x5c: x5c.slice(0, 1) }, payload), '/header/x5c JWT-X5C-CHAIN'],
    [jwt({ ...header, x5c: x5c.slice(0, 2) }, payload), '/header/x5c JWT-X5C-COMPLETE strict'],
    [jwt({ ...header, x5c: [x5c[0], x5c[2]] }, payload), '/header/x5c/0 JWT-X5C-CHAIN'],
    [jwt(header, { ...payload, exp: 1_800_000_031 }), '/payload/exp JWT-LIFETIME'],
    [jwt(header, { ...payload, iat: '1800000000' }), '/payload/iat JWT-LIFETIME'],
    [jwt(header, { ...payload, exp: 1_800_000_030.5 }), '/payload/exp JWT-LIFETIME'],
    [jwt(header, { ...payload, iat: 1_800_000_000_000 }), '/payload/iat JWT-TIME-UNIT'],
    [jwt(header, unnamed), '/payload/jti JWT-JTI'],
    [jwt(header, { ...payload, aud: ['b', 'c'] }), '/payload/aud ASSERTION-SINGLE-AUD'],
    [jwt(header, { ...payload, iss: 1 }), '/payload/iss JWT-ISS-TYPE strict'],
  ]
  for (const [text, ...finds] of rows) assert.deepEqual(judged(text), finds, finds.join())
})
