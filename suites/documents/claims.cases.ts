import type { CheckedDocument } from '../../harness/check/documents/types.js'
import type { JsonObject } from '../../harness/contracts/json.js'
import type { DocumentRow } from './row.js'

/** Whether a document holds a claim of one of these types. */
const holds =
  (...types: readonly string[]) =>
  ({ claims }: CheckedDocument): boolean =>
    claims.some(({ type }) => types.includes(String(type)))

const compliance = ['frameworkComplianceship', 'frameworkCompliance']
const anyClaim = { subject: 'claim', present: ({ claims }: CheckedDocument) => claims.length > 0 }
const roles = { subject: 'role claim', present: holds('frameworkRole', 'dataspaceRole') }
const ofKind = (subject: string, ...types: readonly string[]) => ({ subject, present: holds(...types) })
const sets = { subject: 'set of the claims of a party', present: ({ isSet }: CheckedDocument) => isSet }
const isCompliance = ({ type }: JsonObject): boolean => /^frameworkcomplian/i.test(String(type))
/** How a claim spells its status, in words. */
const spellingOf = ({ status }: JsonObject): readonly string[] => {
  if (typeof status !== 'string') return []
  if (status === status.toLowerCase()) return ['in lower case']
  return /^[A-Z][a-z]+$/.test(status) ? ['with a capital letter'] : ['otherwise']
}
const row = (its: Omit<DocumentRow, 'roles' | 'kind'>): DocumentRow => ({
  ...its,
  kind: 'claim',
  roles: ['ParticipantRegistry'],
})

/** Rules about the claims that a target serves, or has served. */
export const claimRows: readonly DocumentRow[] = [
  row({
    id: 'documents.claim-type',
    title: 'names the kind of each claim by one of the listed types',
    requirements: ['CLAIM-TYPE'],
    cases: ['CLM-03'],
    detects: ['misspells-claim-type'],
    readable: true,
    subject: 'claim',
    present: ({ claims, problems }) =>
      claims.length > 0 || problems.some(({ requirement }) => requirement === 'CLAIM-TYPE'),
  }),
  row({
    id: 'documents.claim-members',
    title: 'gives each claim id, status, registrarId and type',
    requirements: ['CLAIM-COMMON-FIELDS'],
    cases: ['CLM-01'],
    detects: ['serves-claims-without-registrar'],
    ...anyClaim,
  }),
  row({
    id: 'documents.claim-id',
    title: 'gives each claim a UUID',
    requirements: ['CLAIM-ID-UUID'],
    cases: ['CLM-02'],
    detects: ['numbers-claims'],
    ...anyClaim,
  }),
  row({
    id: 'documents.claim-status',
    title: 'gives each claim one of the four statuses',
    requirements: ['CLAIM-STATUS'],
    cases: ['CLM-05'],
    detects: ['serves-enabled-claims'],
    ...anyClaim,
  }),
  row({
    id: 'documents.status-spelling',
    title: 'records how it spells the status of a claim',
    requirements: ['CLAIM-STATUS-SPELLING'],
    cases: ['CLM-04'],
    ...anyClaim,
    shows: { observed: 'statuses of claims are spelled', of: ({ claims }) => claims.flatMap(spellingOf) },
  }),
  row({
    id: 'documents.compliance-type',
    title: 'names a Framework Compliance Claim in one of the two spellings',
    requirements: ['CLAIM-COMPLIANCE-TYPE'],
    cases: ['CLM-03'],
    detects: ['misspells-compliance-type'],
    subject: 'Framework Compliance Claim',
    present: ({ claims }) => claims.some(isCompliance),
    shows: {
      observed: 'Framework Compliance Claims are called',
      of: ({ claims }) => claims.filter(isCompliance).map(({ type }) => String(type)),
    },
  }),
  row({
    id: 'documents.compliance',
    title: 'writes Framework Compliance Claims with the listed members',
    requirements: ['CLAIM-COMPLIANCE-FIELDS'],
    cases: [],
    level: 'must',
    detects: ['omits-compliance-end'],
    ...ofKind('Framework Compliance Claim', ...compliance),
  }),
  row({
    id: 'documents.additional-info',
    title: 'writes additionalInfo of claims with the listed members',
    requirements: ['CLAIM-ADDITIONAL-INFO'],
    cases: [],
    level: 'must',
    detects: ['writes-sectors-as-text'],
    subject: 'claim with additionalInfo',
    present: ({ claims }) => claims.some(({ additionalInfo }) => additionalInfo !== undefined),
  }),
  row({
    id: 'documents.publishable',
    title: 'writes publiclyPublishable as a boolean in the one claim and as text in the other',
    requirements: ['CLAIM-PUBLISHABLE'],
    cases: ['CLM-08'],
    detects: ['swaps-publishable-types'],
    subject: 'claim with additionalInfo',
    present: ({ claims }) => claims.some(({ additionalInfo }) => additionalInfo !== undefined),
  }),
  row({
    id: 'documents.authorisation-registry',
    title: 'writes Authorisation Registry Claims with the listed members',
    requirements: ['CLAIM-AUTHREGISTRY-FIELDS'],
    cases: [],
    level: 'must',
    detects: ['omits-registry-url'],
    ...ofKind('Authorisation Registry Claim', 'authRegistry'),
  }),
  row({
    id: 'documents.agreement',
    title: 'writes Framework Agreement Claims with the listed members',
    requirements: ['CLAIM-AGREEMENT-FIELDS'],
    cases: ['CLM-16'],
    detects: ['names-dataspace-in-framework-agreement'],
    ...ofKind('Framework Agreement Claim', 'frameworkAgreement'),
  }),
  row({
    id: 'documents.agreement-hash',
    title: 'writes a SHA-256 hash of an agreement',
    requirements: ['CLAIM-AGREEMENT-HASH'],
    cases: ['CLM-14'],
    detects: ['hashes-agreements-with-md5'],
    subject: 'agreement claim with verificationHash',
    present: ({ claims }) => claims.some(({ verificationHash }) => verificationHash !== undefined),
  }),
  row({
    id: 'documents.agreements',
    title: 'claims the Accession Agreement and the Terms of Use of a party',
    requirements: ['CLAIM-AGREEMENT-MINIMUM'],
    cases: [],
    level: 'must',
    detects: ['claims-one-agreement'],
    ...sets,
  }),
  row({
    id: 'documents.role',
    title: 'writes Framework Role Claims with the listed members',
    requirements: ['CLAIM-ROLE-FIELDS'],
    cases: [],
    level: 'must',
    detects: ['omits-role-id'],
    ...ofKind('Framework Role Claim', 'frameworkRole'),
  }),
  row({
    id: 'documents.role-dates',
    title: 'dates every Dataspace Role Claim',
    requirements: ['CLAIM-ROLE-DATES'],
    cases: ['CLM-09'],
    detects: ['omits-dataspace-role-dates'],
    ...roles,
  }),
  row({
    id: 'documents.loa',
    title: 'writes the level of assurance as low, substantial or high',
    requirements: ['CLAIM-LOA'],
    cases: ['CLM-06'],
    detects: ['capitalises-loa'],
    ...roles,
  }),
  row({
    id: 'documents.adherence',
    title: 'writes compliancyVerified and legalAdherence as yes, no or not-applicable',
    requirements: ['CLAIM-ADHERENCE'],
    cases: ['CLM-07'],
    detects: ['serves-boolean-adherence'],
    subject: 'claim of a role or membership',
    present: holds('frameworkRole', 'dataspaceRole', 'dataspaceMembership'),
  }),
  row({
    id: 'documents.membership',
    title: 'writes Dataspace Membership Claims with the listed members',
    requirements: ['CLAIM-MEMBERSHIP-FIELDS'],
    cases: [],
    level: 'must',
    detects: ['omits-membership-dataspace'],
    ...ofKind('Dataspace Membership Claim', 'dataspaceMembership'),
  }),
  row({
    id: 'documents.dataspace-agreement',
    title: 'writes Dataspace Agreement Claims with dataspaceId',
    requirements: ['CLAIM-DATASPACE-AGREEMENT'],
    cases: [],
    level: 'must',
    detects: ['names-framework-in-dataspace-agreement'],
    ...ofKind('Dataspace Agreement Claim', 'dataspaceAgreement'),
  }),
  row({
    id: 'documents.dataspace-role',
    title: 'writes Dataspace Role Claims with dataspaceId',
    requirements: ['CLAIM-DATASPACE-ROLE'],
    cases: [],
    level: 'must',
    detects: ['names-framework-in-dataspace-role'],
    ...ofKind('Dataspace Role Claim', 'dataspaceRole'),
  }),
  row({
    id: 'documents.certificate-or-assertion',
    title: 'has a certificate or an assertion among the claims of a party',
    requirements: ['CLAIM-CERT-OR-IDP'],
    cases: ['CLM-10'],
    detects: ['serves-no-certificate-claim'],
    ...sets,
  }),
  row({
    id: 'documents.certificate',
    title: 'writes certificate claims with x5c and its own fingerprint',
    requirements: ['CLAIM-CERT-FIELDS'],
    cases: ['CLM-11'],
    detects: ['serves-foreign-fingerprint'],
    ...ofKind('x509 Certificate Chain Claim', 'x509Certificate'),
  }),
  row({
    id: 'documents.assertion',
    title: 'writes IDP Assertion Claims with assertion',
    requirements: ['CLAIM-IDP-FIELDS'],
    cases: [],
    level: 'must',
    detects: ['omits-assertion'],
    ...ofKind('IDP Assertion Claim', 'idpAssertion'),
  }),
  row({
    id: 'documents.timestamps',
    title: 'writes timestamps of claims with a zone',
    requirements: ['CLAIM-TIMESTAMP'],
    cases: ['CLM-12'],
    detects: ['writes-local-timestamps'],
    subject: 'claim with a date',
    present: ({ claims }) => claims.some(({ startDate, endDate }) => startDate !== undefined || endDate !== undefined),
  }),
  row({
    id: 'documents.period',
    title: 'lets claims start before they end',
    requirements: ['CLAIM-PERIOD'],
    cases: ['CLM-13'],
    detects: ['ends-claims-before-start'],
    subject: 'claim with both dates',
    present: ({ claims }) => claims.some(({ startDate, endDate }) => startDate !== undefined && endDate !== undefined),
  }),
  row({
    id: 'documents.further-members',
    title: 'records members of claims that the text does not list',
    requirements: ['CLAIM-EXTRA-MEMBERS'],
    cases: ['CLM-15'],
    ...anyClaim,
  }),
]
