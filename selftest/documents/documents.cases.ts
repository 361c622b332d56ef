/** A JSON document that a case may take apart. */
export type Editable = { [name: string]: unknown }

/** One defect of a sound document and everything that has to be found then. */
export interface DocumentCase {
  /** Catalogue case. */
  readonly row: string
  /** Type of the claim that is changed; the credential when absent. */
  readonly of?: string
  readonly name: string
  readonly change: (document: Editable) => void
  /** Pointer, requirement and, where it is not must, level of each problem. */
  readonly finds: readonly string[]
}

const set = (name: string, value: unknown) => (document: Editable) => {
  document[name] = value
}
const drop = (name: string) => (document: Editable) => {
  delete document[name]
}
const change = (name: string, to: (value: unknown) => unknown) => (document: Editable) => {
  document[name] = to(document[name])
}
const claim = (
  row: string,
  of: string,
  name: string,
  defect: (document: Editable) => void,
  ...finds: string[]
): DocumentCase => ({ row, of, name, change: defect, finds })
const credential = (
  row: string,
  name: string,
  defect: (document: Editable) => void,
  ...finds: string[]
): DocumentCase => ({ row, name, change: defect, finds })

const role = 'frameworkRole'
const agreement = 'frameworkAgreement'
const statuses = ['enabled', 'deleted', '', 1]
const answers = [true, 'Yes', 'Not Applicable']

/** Every must, strict and should row of group CLM. */
export const claimCases: readonly DocumentCase[] = [
  ...['id', 'registrarId', 'status', 'type'].map((name) =>
    claim('CLM-01', role, `without ${name}`, drop(name), `/${name} CLAIM-COMMON-FIELDS`),
  ),
  claim('CLM-01', role, 'with a number as registrarId', set('registrarId', 7), '/registrarId CLAIM-COMMON-FIELDS'),
  claim('CLM-02', role, 'with id 1', set('id', '1'), '/id CLAIM-ID-UUID strict'),
  claim('CLM-02', role, 'with a UUID in capitals', set('id', '0B8F4D7E-5C1A-1E3B-9F26-0000000000FF')),
  claim('CLM-02', role, 'with a UUID as URN', set('id', 'urn:uuid:0b8f4d7e-5c1a-7e3b-9f26-0000000000ff')),
  claim('CLM-03', role, 'with a misspelled type', set('type', 'frameworkrole'), '/type CLAIM-TYPE'),
  claim('CLM-03', role, 'with the type of another kind', set('type', 'authRegistry'), '/type CLAIM-TYPE'),
  claim('CLM-03', role, 'with a number as type', set('type', 1), '/type CLAIM-TYPE'),
  claim('CLM-03', 'frameworkComplianceship', 'in the other spelling', set('type', 'frameworkCompliance')),
  claim(
    'CLM-03',
    'frameworkComplianceship',
    'in a third spelling',
    set('type', 'frameworkComplianceShip'),
    '/type CLAIM-COMPLIANCE-TYPE',
  ),
  ...['Active', 'Accepted'].map((word) => claim('CLM-04', role, `with status ${word}`, set('status', word))),
  ...statuses.map((word) =>
    claim('CLM-05', role, `with status ${JSON.stringify(word)}`, set('status', word), '/status CLAIM-STATUS'),
  ),
  ...['High', 'medium', 3].map((loa) => claim('CLM-06', role, `with loa ${loa}`, set('loa', loa), '/loa CLAIM-LOA')),
  ...answers.map((word) =>
    claim('CLM-07', role, `with adherence ${word}`, set('legalAdherence', word), '/legalAdherence CLAIM-ADHERENCE'),
  ),
  claim('CLM-07', 'dataspaceMembership', 'with false', set('legalAdherence', false), '/legalAdherence CLAIM-ADHERENCE'),
  claim(
    'CLM-08',
    'frameworkComplianceship',
    'with text as consent',
    set('additionalInfo', { publiclyPublishable: 'yes' }),
    '/additionalInfo/publiclyPublishable CLAIM-PUBLISHABLE',
  ),
  claim(
    'CLM-08',
    'dataspaceMembership',
    'with a boolean as consent',
    set('additionalInfo', { publiclyPublishable: true }),
    '/additionalInfo/publiclyPublishable CLAIM-PUBLISHABLE',
  ),
  claim(
    'CLM-08',
    'dataspaceMembership',
    'with additionalInfo of wrong types',
    set('additionalInfo', { tags: ['a'], sectorIndustry: ['b', 1] }),
    '/additionalInfo/publiclyPublishable CLAIM-ADDITIONAL-INFO',
    '/additionalInfo/sectorIndustry/1 CLAIM-ADDITIONAL-INFO',
    '/additionalInfo/tags CLAIM-ADDITIONAL-INFO',
  ),
  claim('CLM-09', 'dataspaceRole', 'without startDate', drop('startDate'), '/startDate CLAIM-ROLE-DATES'),
  claim('CLM-09', 'dataspaceRole', 'without endDate', drop('endDate'), '/endDate CLAIM-ROLE-DATES'),
  claim('CLM-09', role, 'without dates', drop('startDate')),
  claim('CLM-11', 'x509Certificate', 'without x5c', drop('x5c'), '/x5c CLAIM-CERT-FIELDS'),
  claim('CLM-11', 'x509Certificate', 'without fingerprint', drop('x5t#s256'), '/x5t#s256 CLAIM-CERT-FIELDS'),
  claim(
    'CLM-11',
    'x509Certificate',
    'with another fingerprint',
    set('x5t#s256', 'ab'.repeat(32)),
    '/x5t#s256 CLAIM-CERT-FIELDS',
  ),
  claim('CLM-11', 'x509Certificate', 'with the fingerprint as in the sample', (own) => {
    own.x5tS256 = own['x5t#s256']
    delete own['x5t#s256']
  }),
  claim(
    'CLM-11',
    'x509Certificate',
    'with x5c as a list',
    change('x5c', (x5c) => [x5c]),
    '/x5c CLAIM-CERT-FIELDS',
  ),
  claim('CLM-11', 'x509Certificate', 'with no certificate', set('x5c', 'AAAA'), '/x5c CLAIM-CERT-FIELDS'),
  claim('CLM-12', role, 'without zone', set('startDate', '2026-01-01T00:00:00'), '/startDate CLAIM-TIMESTAMP should'),
  ...[
    '2026-01-01T01:00:00+01:00',
    '2026-01-01',
    '2026-01-01t00:00:00z',
    '2026-01-01T00:00:00.5Z',
    '2025-12-31T24:00:00Z',
    '2016-12-31T23:59:60Z',
  ].map((date) => claim('CLM-12', role, `dated ${date}`, set('startDate', date))),
  claim(
    'CLM-12',
    role,
    'with a day that is none',
    set('startDate', '2026-02-30T00:00:00Z'),
    '/startDate CLAIM-TIMESTAMP should',
  ),
  claim(
    'CLM-13',
    'dataspaceRole',
    'that ends first',
    set('endDate', '2020-01-01T00:00:00Z'),
    '/endDate CLAIM-PERIOD should',
  ),
  claim(
    'CLM-14',
    agreement,
    'with an MD5 hash',
    set('verificationHash', 'ab'.repeat(16)),
    '/verificationHash CLAIM-AGREEMENT-HASH should',
  ),
  claim('CLM-14', agreement, 'with a hash in base64', set('verificationHash', Buffer.alloc(32, 7).toString('base64'))),
  claim('CLM-15', role, 'with a further member', set('x-note', { any: 'thing' })),
  claim('CLM-15', role, 'with a member constructor', set('constructor', 1)),
  ...['agreementType', 'agreementId', 'title', 'frameworkId'].map((name) =>
    claim('CLM-16', agreement, `without ${name}`, drop(name), `/${name} CLAIM-AGREEMENT-FIELDS`),
  ),
  claim(
    'CLM-16',
    agreement,
    'with dataspaceId for frameworkId',
    (own) => {
      own.dataspaceId = own.frameworkId
      delete own.frameworkId
    },
    '/frameworkId CLAIM-AGREEMENT-FIELDS',
  ),
  claim(
    'CLM-16',
    'dataspaceAgreement',
    'without dataspaceId',
    drop('dataspaceId'),
    '/dataspaceId CLAIM-DATASPACE-AGREEMENT',
  ),
]

const framework = '/credentialSubject/frameworks/0'
const inFramework = (defect: (framework: Editable) => void) => (document: Editable) => {
  const { frameworks } = document.credentialSubject as { frameworks: Editable[] }
  defect(frameworks[0] as Editable)
}
const inItem = (list: string, defect: (item: Editable) => void) =>
  inFramework((own) => defect((own[list] as Editable[])[0] as Editable))
const w3c = 'https://www.w3.org/ns/credentials/v2'
const types = ['VerifiableCredential', 'FrameworkComplianceCredential']

/** An object about the claims of a party and what is found in it as a whole; the sound claims stand in it as `claims` where it has none. */
export interface SetCase {
  readonly name: string
  readonly document: (claims: readonly object[], entry: Editable) => unknown
  readonly finds: readonly string[]
}

const noProof = (all: readonly object[]): readonly object[] =>
  all.filter((one) => !['x509Certificate', 'idpAssertion'].includes(String((one as Editable).type)))
const proven = (name: string, record: (entry: Editable) => object, ...finds: string[]): SetCase => ({
  name,
  document: (claims, entry) => ({ claims: noProof(claims), ...record(entry) }),
  finds,
})
const unproven = ' CLAIM-CERT-OR-IDP'

/** What holds for the claims of a party together. */
export const setCases: readonly SetCase[] = [
  { name: 'all claims', document: (claims) => ({ claims }), finds: [] },
  proven('no certificate', () => ({}), unproven),
  proven('an empty list of certificates', () => ({ certificates: [] }), unproven),
  proven('a certificate without members', () => ({ certificates: [{}] }), unproven),
  proven('a certificate that cannot be read', () => ({ certificates: [{ x5c: 'AAAA' }], x5c: 7 }), unproven),
  proven('a certificate in a list', ({ x5c }) => ({ certificates: [{ x5c }] })),
  proven('a fingerprint in a list', (entry) => ({ certificates: [{ 'x5t#s256': entry['x5t#s256'] }] })),
  proven('a flat certificate', ({ x5c }) => ({ x5c })),
  proven('a flat chain', ({ x5c }) => ({ x5c: [x5c] })),
  proven('a flat fingerprint', (entry) => ({ 'x5t#s256': entry['x5t#s256'] })),
  { name: 'a bare list without proof', document: noProof, finds: [`${unproven} strict`] },
  { name: 'an empty list', document: () => [], finds: [' CLAIM-AGREEMENT-MINIMUM strict', `${unproven} strict`] },
  { name: 'no claims', document: () => ({ claims: [] }), finds: [' CLAIM-AGREEMENT-MINIMUM', unproven] },
]

const token = 'eyJhbGciOiJSUzI1NiJ9.e30.AA'

/** Documents, and whether the suite can say nothing of them as claims. */
export const claimForms: readonly (readonly [document: unknown, closed: boolean])[] = [
  [{ data: [{ type: 'frameworkRole' }] }, true],
  [{ data: { items: [{ id: '1' }] }, total: 1 }, true],
  [{ data: { type: 'frameworkRole' } }, true],
  [{ party_token: token }, true],
  [token, true],
  [{ claims: token }, true],
  [{ id: '1', loa: 'low', additionalInfo: { tags: [{}] } }, false],
  [{ id: '1', assertion: token }, false],
  [{ type: 'idpAssertion', party_token: token }, false],
  [{ claims: [], certificates: [{}] }, false],
  [[{ data: [{}] }], false],
  [{}, false],
]

/** Every row of group VC. */
export const credentialCases: readonly DocumentCase[] = [
  ...['proof', 'name', 'evidence', 'foo'].map((name) =>
    credential('VC-01', `with ${name}`, set(name, {}), `/${name} CREDENTIAL-NO-EXTRA`),
  ),
  credential('VC-02', 'without context', drop('@context'), '/@context CREDENTIAL-CONTEXT'),
  credential('VC-02', 'with one context', set('@context', [w3c]), '/@context CREDENTIAL-CONTEXT'),
  credential('VC-02', 'with three contexts', set('@context', [w3c, 'a', 'b']), '/@context CREDENTIAL-CONTEXT'),
  credential(
    'VC-02',
    'with contexts swapped',
    set('@context', ['https://f.example', w3c]),
    '/@context/0 CREDENTIAL-CONTEXT',
  ),
  credential(
    'VC-02',
    'with the first context of 2018',
    set('@context', ['https://www.w3.org/2018/credentials/v1', 'b']),
    '/@context/0 CREDENTIAL-CONTEXT',
  ),
  credential('VC-02', 'with a number as context', set('@context', [w3c, 2]), '/@context/1 CREDENTIAL-CONTEXT'),
  credential('VC-03', 'without type', drop('type'), '/type CREDENTIAL-TYPE'),
  credential('VC-03', 'with one type as text', set('type', types[0]), '/type CREDENTIAL-TYPE'),
  credential('VC-03', 'with one type', set('type', [types[0]]), '/type CREDENTIAL-TYPE', '/type CREDENTIAL-TYPE'),
  credential('VC-03', 'without VerifiableCredential', set('type', ['A', types[1]]), '/type CREDENTIAL-TYPE'),
  credential('VC-03', 'with a type twice', set('type', [...types, types[0]]), '/type CREDENTIAL-TYPE'),
  credential('VC-03', 'with types in another order', set('type', [types[1], 'Other', types[0]])),
  credential('VC-04', 'without issuer', drop('issuer'), '/issuer CREDENTIAL-ISSUER'),
  ...[null, 7, ['did:example:a']].map((value) =>
    credential('VC-04', `with issuer ${JSON.stringify(value)}`, set('issuer', value), '/issuer CREDENTIAL-ISSUER'),
  ),
  credential('VC-04', 'with issuer without id', set('issuer', { name: 'A' }), '/issuer/id CREDENTIAL-ISSUER'),
  credential('VC-04', 'with id null', set('issuer', { id: null }), '/issuer/id CREDENTIAL-ISSUER'),
  credential('VC-04', 'with further members of issuer', set('issuer', { id: 'did:example:a', image: 1 })),
  credential('VC-04', 'with a plain issuer', set('issuer', 'Example Registry')),
  ...[
    'a/b',
    'https://a.example/ b',
    '//a.b',
    'https://bücher.example/',
    'https://a.example/%zz',
    'https://[1::2::3]/',
    'https://[fe80::1%25a]/',
  ].map((value) =>
    credential(
      'VC-05',
      `with resolver ${value}`,
      set('issuer', { id: 'a', resolverUrl: value }),
      '/issuer/resolverUrl CREDENTIAL-ISSUER',
    ),
  ),
  credential('VC-05', 'with a URN as resolver', set('issuer', { id: 'a', resolverUrl: 'urn:example:resolver' })),
  ...['urn:', 'https://[2001:db8::1]:443/', 'https://[v1.a:b]'].map((value) =>
    credential('VC-05', `with resolver ${value}`, set('issuer', { id: 'a', resolverUrl: value })),
  ),
  credential('VC-06', 'without status', drop('credentialStatus'), '/credentialStatus CREDENTIAL-STATUS'),
  credential('VC-06', 'with text as status', set('credentialStatus', 'valid'), '/credentialStatus CREDENTIAL-STATUS'),
  credential('VC-07', 'without subject', drop('credentialSubject'), '/credentialSubject CREDENTIAL-SUBJECT'),
  credential(
    'VC-07',
    'with subjects',
    change('credentialSubject', (subject) => [subject]),
    '/credentialSubject CREDENTIAL-SUBJECT',
  ),
  credential(
    'VC-07',
    'with a name of the subject',
    (own) => void Object.assign(own.credentialSubject as Editable, { name: 'A' }),
    '/credentialSubject/name CREDENTIAL-SUBJECT',
  ),
  credential(
    'VC-07',
    'without id of the subject',
    (own) => void delete (own.credentialSubject as Editable).id,
    '/credentialSubject/id CREDENTIAL-SUBJECT',
  ),
  ...[undefined, [], {}].map((value) =>
    credential(
      'VC-08',
      `with frameworks ${JSON.stringify(value)}`,
      (own) => {
        own.credentialSubject = { id: 'a', ...(value && { frameworks: value }) }
      },
      '/credentialSubject/frameworks CREDENTIAL-FRAMEWORKS',
    ),
  ),
  credential('VC-09', 'without id of a framework', inFramework(drop('id')), `${framework}/id CREDENTIAL-FRAMEWORK`),
  credential(
    'VC-09',
    'with a further member of a framework',
    inFramework(set('name', 'A')),
    `${framework}/name CREDENTIAL-FRAMEWORK`,
  ),
  credential(
    'VC-09',
    'with no URI as defUrl',
    inFramework(set('defUrl', 'a b')),
    `${framework}/defUrl CREDENTIAL-FRAMEWORK`,
  ),
  ...['roles', 'agreements', 'x509Certificates', 'idpAssertions'].flatMap((list) => [
    credential('VC-10', `with no ${list}`, inFramework(set(list, [])), `${framework}/${list} CREDENTIAL-NON-EMPTY`),
    credential('VC-10', `without ${list}`, inFramework(drop(list))),
  ]),
  ...['id', 'type', 'loa', 'compliancyVerified', 'legalAdherence'].map((name) =>
    credential(
      'VC-11',
      `without ${name} of a role`,
      inItem('roles', drop(name)),
      `${framework}/roles/0/${name} CREDENTIAL-ROLE`,
    ),
  ),
  credential('VC-11', 'with loa High', inItem('roles', set('loa', 'High')), `${framework}/roles/0/loa CREDENTIAL-ROLE`),
  credential(
    'VC-11',
    'with a further member of a role',
    inItem('roles', set('title', 'A')),
    `${framework}/roles/0/title CREDENTIAL-ROLE`,
  ),
  ...['id', 'typeName', 'type', 'title'].map((name) =>
    credential(
      'VC-12',
      `without ${name} of an agreement`,
      inItem('agreements', drop(name)),
      `${framework}/agreements/0/${name} CREDENTIAL-AGREEMENT`,
    ),
  ),
  credential(
    'VC-13',
    'with x5c as text',
    inItem('x509Certificates', set('x5c', 'AAAA')),
    `${framework}/x509Certificates/0/x5c CREDENTIAL-CERT`,
  ),
  credential(
    'VC-13',
    'with x5c empty',
    inItem('x509Certificates', set('x5c', [])),
    `${framework}/x509Certificates/0/x5c CREDENTIAL-CERT`,
  ),
  credential(
    'VC-13',
    'without fingerprint',
    inItem('x509Certificates', drop('x5t#s256')),
    `${framework}/x509Certificates/0/x5t#s256 CREDENTIAL-CERT`,
  ),
  ...['validFrom', 'validUntil'].map((name) =>
    credential(
      'VC-14',
      `without ${name} of an assertion`,
      inItem('idpAssertions', drop(name)),
      `${framework}/idpAssertions/0/${name} CREDENTIAL-IDP-ASSERTION`,
    ),
  ),
  ...(
    [
      ['publiclyPublishable', undefined],
      ['publiclyPublishable', 'yes'],
      ['website', 'party.example'],
      ['companyEmail', 'office'],
      ['companyEmail', 'a@b@c.example'],
      ['fax', '1'],
    ] as const
  ).map(([name, value]) =>
    credential(
      'VC-15',
      `with ${name} ${value}`,
      inFramework((own) => {
        const { [name]: _, ...rest } = own.additionalInfo as Editable
        own.additionalInfo = { ...rest, ...(value !== undefined && { [name]: value }) }
      }),
      `${framework}/additionalInfo/${name} CREDENTIAL-ADDITIONAL-INFO`,
    ),
  ),
  credential(
    'VC-15',
    'with a logo that is no URL',
    inFramework((own) => void Object.assign(own.additionalInfo as Editable, { logo: 'a b', companyEmail: 'a@b' })),
  ),
  ...['"john doe"@example.org', String.raw`"a\"b"@example.org`, '""@example.org'].map((address) =>
    credential(
      'VC-15',
      `with the address ${address}`,
      inFramework((own) => void Object.assign(own.additionalInfo as Editable, { companyEmail: address })),
    ),
  ),
  ...['2026-01-01', '2026-13-01T00:00:00Z', '2026-01-01T00:00:00', 'now', '2026-01-01T25:00:00Z'].map((value) =>
    credential('VC-16', `valid from ${value}`, set('validFrom', value), '/validFrom CREDENTIAL-DATES'),
  ),
  ...['2026-01-01 00:00:00Z', '2026-01-01T00:00:60Z'].map((value) =>
    credential('VC-16', `valid from ${value}`, set('validFrom', value), '/validFrom CREDENTIAL-DATES strict'),
  ),
  ...['2026-01-01T00:00:00.123+01:00', '2016-12-31T23:59:60Z'].map((value) =>
    credential('VC-16', `valid from ${value}`, set('validFrom', value)),
  ),
  credential(
    'VC-17',
    'that ends first',
    set('validUntil', '2020-01-01T00:00:00Z'),
    '/validUntil CREDENTIAL-PERIOD should',
  ),
  credential(
    'VC-17',
    'that is over',
    (own) => void Object.assign(own, { validFrom: '2020-01-01T00:00:00Z', validUntil: '2021-01-01T00:00:00Z' }),
    '/validUntil CREDENTIAL-PERIOD should',
  ),
  credential('VC-19', 'with constructor', set('constructor', 1), '/constructor CREDENTIAL-NO-EXTRA'),
  credential(
    'VC-19',
    'with __proto__',
    (own) => void Object.defineProperty(own, '__proto__', { value: {}, enumerable: true }),
    '/__proto__ CREDENTIAL-NO-EXTRA',
  ),
  credential(
    'VC-19',
    'with toString in a framework',
    inFramework(set('toString', 'a')),
    `${framework}/toString CREDENTIAL-FRAMEWORK`,
  ),
  credential(
    'VC-20',
    'with an alias of the subject',
    (own) => void Object.assign(own.credentialSubject as Editable, { alias: { id: 'a', type: 'b' } }),
    '/credentialSubject/alias CREDENTIAL-ALIAS should',
    '/credentialSubject/alias CREDENTIAL-SUBJECT',
  ),
]
