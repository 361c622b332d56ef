import type { CheckedDocument } from '../../harness/check/documents/types.js'
import { isObject } from '../../harness/contracts/json.js'
import type { DocumentRow } from './row.js'

type Members = Readonly<Record<string, unknown>>
const membersOf = (value: unknown): Members | undefined => (isObject(value) ? value : undefined)
const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const frameworksOf = ({ value }: CheckedDocument): readonly (Members | undefined)[] =>
  listIn(membersOf(membersOf(value)?.credentialSubject)?.frameworks).map(membersOf)
const inFrameworks =
  (name: string) =>
  (document: CheckedDocument): boolean =>
    frameworksOf(document).some((framework) => framework?.[name] !== undefined)

const anyCredential = { subject: 'credential', present: ({ value }: CheckedDocument) => membersOf(value) !== undefined }
const withMember = (...names: readonly string[]) => ({
  subject: `credential with ${names.join(' or ')}`,
  present: ({ value }: CheckedDocument) => names.some((name) => membersOf(value)?.[name] !== undefined),
})
/** Whether a credential came in an envelope; nothing of what is no credential at all. */
const formOf = ({ notes, closed, value }: CheckedDocument): readonly string[] =>
  closed !== undefined || notes.some(({ requirement }) => requirement === 'CREDENTIAL-ENVELOPED')
    ? ['enveloped']
    : value === undefined
      ? []
      : ['plain']
const row = (its: Omit<DocumentRow, 'roles' | 'kind'>): DocumentRow => ({
  ...its,
  kind: 'credential',
  roles: ['ParticipantRegistry'],
})

/** Rules about the Framework Compliance Credential that a target serves, or has served. */
export const credentialRows: readonly DocumentRow[] = [
  row({
    id: 'documents.credential-type',
    title: 'types its credential as a verifiable credential of framework compliance',
    requirements: ['CREDENTIAL-TYPE', 'CREDENTIAL-MODEL'],
    cases: ['VC-03'],
    detects: ['serves-untyped-credential'],
    readable: true,
    subject: 'document',
    present: () => true,
  }),
  row({
    id: 'documents.credential-members',
    title: 'gives its credential no other members than the listed ones',
    requirements: ['CREDENTIAL-NO-EXTRA'],
    cases: ['VC-01'],
    detects: ['names-credential', 'adds-prototype-member'],
    ...anyCredential,
  }),
  row({
    id: 'documents.credential-prototype',
    title: 'gives its credential no member __proto__ or constructor',
    requirements: ['CREDENTIAL-NO-EXTRA'],
    cases: ['VC-19'],
    detects: ['adds-prototype-member'],
    at: /^\/(__proto__|constructor)$/,
    ...anyCredential,
  }),
  row({
    id: 'documents.credential-context',
    title: 'names the two contexts of its credential in their order',
    requirements: ['CREDENTIAL-CONTEXT'],
    cases: ['VC-02'],
    detects: ['swaps-credential-contexts'],
    ...anyCredential,
  }),
  row({
    id: 'documents.credential-id',
    title: 'writes the id of its credential as text',
    requirements: ['CREDENTIAL-ID'],
    cases: [],
    level: 'must',
    detects: ['numbers-credential'],
    ...withMember('id'),
  }),
  row({
    id: 'documents.credential-issuer',
    title: 'names the issuer of its credential by an id',
    requirements: ['CREDENTIAL-ISSUER'],
    cases: ['VC-04'],
    detects: ['omits-issuer-id'],
    at: /^\/issuer(\/(id|name))?$/,
    ...anyCredential,
  }),
  row({
    id: 'documents.credential-resolver',
    title: 'writes resolverUrl of the issuer as a URI',
    requirements: ['CREDENTIAL-ISSUER'],
    cases: ['VC-05'],
    detects: ['serves-relative-resolver'],
    at: /^\/issuer\/resolverUrl$/,
    subject: 'credential whose issuer has a resolverUrl',
    present: ({ value }) => membersOf(membersOf(value)?.issuer)?.resolverUrl !== undefined,
  }),
  row({
    id: 'documents.credential-status',
    title: 'gives its credential a credentialStatus',
    requirements: ['CREDENTIAL-STATUS'],
    cases: ['VC-06'],
    detects: ['omits-credential-status'],
    ...anyCredential,
  }),
  row({
    id: 'documents.credential-subject',
    title: 'writes the subject of its credential with id and frameworks alone',
    requirements: ['CREDENTIAL-SUBJECT'],
    cases: ['VC-07'],
    detects: ['names-subject', 'adds-alias-to-subject'],
    ...anyCredential,
  }),
  row({
    id: 'documents.credential-alias',
    title: 'adds no alias to the subject of its credential',
    requirements: ['CREDENTIAL-ALIAS'],
    cases: ['VC-20'],
    detects: ['adds-alias-to-subject'],
    ...anyCredential,
  }),
  row({
    id: 'documents.credential-frameworks',
    title: 'lists at least one framework in its credential',
    requirements: ['CREDENTIAL-FRAMEWORKS'],
    cases: ['VC-08'],
    detects: ['serves-no-frameworks'],
    ...anyCredential,
  }),
  row({
    id: 'documents.credential-framework',
    title: 'writes frameworks with id and the listed members alone',
    requirements: ['CREDENTIAL-FRAMEWORK'],
    cases: ['VC-09'],
    detects: ['omits-framework-id'],
    subject: 'credential with a framework',
    present: (document) => frameworksOf(document).length > 0,
  }),
  row({
    id: 'documents.credential-lists',
    title: 'leaves lists of a framework out that have no item',
    requirements: ['CREDENTIAL-NON-EMPTY'],
    cases: ['VC-10'],
    detects: ['serves-empty-lists'],
    subject: 'framework with a list',
    present: (document) =>
      ['roles', 'agreements', 'x509Certificates', 'idpAssertions'].some((name) => inFrameworks(name)(document)),
  }),
  row({
    id: 'documents.credential-role',
    title: 'writes roles of a framework with the listed members and values',
    requirements: ['CREDENTIAL-ROLE'],
    cases: ['VC-11'],
    detects: ['capitalises-credential-loa'],
    subject: 'framework with roles',
    present: inFrameworks('roles'),
  }),
  row({
    id: 'documents.credential-agreement',
    title: 'writes agreements of a framework with the listed members',
    requirements: ['CREDENTIAL-AGREEMENT'],
    cases: ['VC-12'],
    detects: ['omits-agreement-type-name'],
    subject: 'framework with agreements',
    present: inFrameworks('agreements'),
  }),
  row({
    id: 'documents.credential-certificate',
    title: 'writes certificates of a framework with x5c as a list',
    requirements: ['CREDENTIAL-CERT'],
    cases: ['VC-13'],
    detects: ['serves-x5c-as-text'],
    subject: 'framework with x509Certificates',
    present: inFrameworks('x509Certificates'),
  }),
  row({
    id: 'documents.credential-assertion',
    title: 'writes assertions of a framework with their validity',
    requirements: ['CREDENTIAL-IDP-ASSERTION'],
    cases: ['VC-14'],
    detects: ['omits-assertion-end'],
    subject: 'framework with idpAssertions',
    present: inFrameworks('idpAssertions'),
  }),
  row({
    id: 'documents.credential-additional-info',
    title: 'writes additionalInfo of a framework as the credential wants it',
    requirements: ['CREDENTIAL-ADDITIONAL-INFO'],
    cases: ['VC-15'],
    detects: ['writes-publishable-as-text'],
    subject: 'framework with additionalInfo',
    present: inFrameworks('additionalInfo'),
  }),
  row({
    id: 'documents.credential-dates',
    title: 'writes validFrom and validUntil of its credential as date-times',
    requirements: ['CREDENTIAL-DATES'],
    cases: ['VC-16'],
    detects: ['dates-credential-by-day'],
    ...withMember('validFrom', 'validUntil'),
  }),
  row({
    id: 'documents.credential-period',
    title: 'serves a credential that starts before it ends and has not ended',
    requirements: ['CREDENTIAL-PERIOD'],
    cases: ['VC-17'],
    detects: ['ends-credential-before-start'],
    ...withMember('validUntil'),
  }),
  row({
    id: 'documents.credential-envelope',
    title: 'records how its credential is enveloped',
    requirements: ['CREDENTIAL-ENVELOPED'],
    shows: { observed: 'credentials are served', of: formOf },
    cases: ['VC-18'],
    envelope: true,
    subject: 'document',
    present: () => true,
  }),
]
