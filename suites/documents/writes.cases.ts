import { createHash } from 'node:crypto'
import type { ClaimChange } from '../../harness/check/documents/types.js'
import type { Json, JsonObject } from '../../harness/contracts/json.js'
import type { RequirementId } from '../../requirements/list.js'
import type { Coverage } from '../support/row.js'

/** Claims that an endpoint has to refuse, or to take. */
export interface WriteRow extends Coverage {
  /** Completes the sentence "refuses …" or "takes …". */
  readonly title: string
  readonly changes: readonly ClaimChange[]
  /** It is about members that a registry may make itself, whatever is handed in: the text says what a claim has, not who writes it. */
  readonly made?: true
}

/** The claims with those of a type changed; all of them without a type. */
const each = (
  name: string,
  type: string | undefined,
  change: (claim: JsonObject, ...around: Parameters<ClaimChange['change']>) => JsonObject,
): ClaimChange => ({
  name,
  change: (claims, around) =>
    claims.map((claim) => (type === undefined || claim.type === type ? change(claim, claims, around) : claim)),
})

/** The claims with a member of one type left out. */
const without = (member: string, type?: string): ClaimChange =>
  each(`${type ?? 'claims'} without ${member}`, type, ({ [member]: _, ...rest }) => rest)

/** The claims with another value of a member of one type. */
const having = (member: string, value: Json, type?: string): ClaimChange =>
  each(`${type ?? 'claims'} with ${member} ${JSON.stringify(value)}`, type, (claim) => ({ ...claim, [member]: value }))

const publishable = (type: string, value: Json): ClaimChange =>
  each(`${type} with publiclyPublishable ${JSON.stringify(value)}`, type, (claim) => ({
    ...claim,
    additionalInfo: { publiclyPublishable: value },
  }))

const otherFingerprint = createHash('sha256').update('another certificate').digest('hex')
const row = (its: Omit<WriteRow, 'roles' | 'requirements'> & { readonly about: RequirementId }): WriteRow => {
  const { about, ...rest } = its
  return { ...rest, requirements: [about, 'CLAIM-STRUCTURED'], roles: ['ParticipantRegistry'] }
}

/** Claims that must not be stored, each set conforming but for one thing. */
export const refused: readonly WriteRow[] = [
  {
    id: 'documents.write-structure',
    title: 'party information that is no claims',
    requirements: ['CLAIM-STRUCTURED'],
    cases: [],
    level: 'must',
    roles: ['ParticipantRegistry'],
    detects: ['stores-unstructured-claims'],
    changes: [
      { name: 'claims as text', change: (claims) => JSON.stringify(claims) },
      { name: 'claims as numbers', change: (claims) => claims.map((_, index) => index) },
    ],
  },
  row({
    id: 'documents.write-members',
    title: 'claims without type',
    about: 'CLAIM-COMMON-FIELDS',
    cases: ['CLM-01'],
    detects: ['stores-incomplete-claims'],
    changes: [without('type', 'frameworkRole')],
  }),
  row({
    id: 'documents.write-made-members',
    made: true,
    title: 'claims without id, registrarId or status',
    about: 'CLAIM-COMMON-FIELDS',
    cases: [],
    level: 'strict',
    detects: ['stores-incomplete-claims'],
    changes: ['id', 'registrarId', 'status'].map((member) => without(member, 'frameworkRole')),
  }),
  row({
    id: 'documents.write-id',
    made: true,
    title: 'claims whose id is no UUID',
    about: 'CLAIM-ID-UUID',
    cases: ['CLM-02'],
    detects: ['stores-numbered-claims'],
    changes: [having('id', '1', 'frameworkRole'), having('id', 'not-a-uuid', 'frameworkRole')],
  }),
  row({
    id: 'documents.write-type',
    title: 'claims of a kind that there is not',
    about: 'CLAIM-TYPE',
    cases: ['CLM-03'],
    detects: ['stores-unknown-types'],
    changes: [
      having('type', 'authorisationRegistry', 'authRegistry'),
      having('type', 'membership', 'dataspaceMembership'),
    ],
  }),
  row({
    id: 'documents.write-status',
    made: true,
    title: 'claims with another status',
    about: 'CLAIM-STATUS',
    cases: ['CLM-05'],
    detects: ['stores-unknown-statuses'],
    changes: (['enabled', 'deleted', '', 1] as const).map((status) => having('status', status, 'frameworkRole')),
  }),
  row({
    id: 'documents.write-loa',
    title: 'roles with another level of assurance',
    about: 'CLAIM-LOA',
    cases: ['CLM-06'],
    detects: ['stores-unknown-loa'],
    changes: (['High', 'medium', 3] as const).map((loa) => having('loa', loa, 'frameworkRole')),
  }),
  row({
    id: 'documents.write-adherence',
    title: 'claims with another word of adherence',
    about: 'CLAIM-ADHERENCE',
    cases: ['CLM-07'],
    detects: ['stores-unknown-adherence'],
    changes: [
      having('compliancyVerified', true, 'frameworkRole'),
      having('compliancyVerified', 'Yes', 'frameworkRole'),
      having('legalAdherence', 'Not Applicable', 'frameworkRole'),
    ],
  }),
  row({
    id: 'documents.write-publishable',
    title: 'claims whose publiclyPublishable has the type of the other claim',
    about: 'CLAIM-PUBLISHABLE',
    cases: ['CLM-08'],
    detects: ['stores-swapped-publishable'],
    changes: [publishable('frameworkComplianceship', 'yes'), publishable('dataspaceMembership', true)],
  }),
  row({
    id: 'documents.write-role-dates',
    title: 'a Dataspace Role Claim without a date',
    about: 'CLAIM-ROLE-DATES',
    cases: ['CLM-09'],
    detects: ['stores-undated-dataspace-roles'],
    changes: [without('startDate', 'dataspaceRole'), without('endDate', 'dataspaceRole')],
  }),
  row({
    id: 'documents.write-certificate-or-assertion',
    title: 'claims of a party without certificate and assertion',
    about: 'CLAIM-CERT-OR-IDP',
    cases: ['CLM-10'],
    detects: ['stores-claims-without-certificate'],
    changes: [
      {
        name: 'neither x509Certificate nor idpAssertion',
        change: (claims) => claims.filter(({ type }) => type !== 'x509Certificate' && type !== 'idpAssertion'),
      },
    ],
  }),
  row({
    id: 'documents.write-certificate',
    made: true,
    title: 'a certificate claim without x5c, or with the fingerprint of another certificate',
    about: 'CLAIM-CERT-FIELDS',
    cases: ['CLM-11'],
    detects: ['stores-incomplete-certificates', 'stores-foreign-fingerprints'],
    changes: [without('x5c', 'x509Certificate'), having('x5t#s256', otherFingerprint, 'x509Certificate')],
  }),
  row({
    id: 'documents.write-fingerprint',
    made: true,
    title: 'a certificate claim without fingerprint',
    about: 'CLAIM-CERT-FIELDS',
    cases: [],
    level: 'strict',
    detects: ['stores-incomplete-certificates'],
    changes: [without('x5t#s256', 'x509Certificate')],
  }),
  row({
    id: 'documents.write-untrusted-certificate',
    title: 'a certificate claim whose certificate stands under no trusted root',
    about: 'CLAIM-CERT-TRUSTED',
    cases: [],
    level: 'strict',
    detects: ['stores-untrusted-certificates'],
    changes: [
      each('x509Certificate under another root', 'x509Certificate', (claim, _, { untrusted }) => ({
        ...claim,
        ...untrusted,
      })),
    ],
  }),
  row({
    id: 'documents.write-agreement',
    title: 'an agreement claim that lacks a member',
    about: 'CLAIM-AGREEMENT-FIELDS',
    cases: ['CLM-16'],
    detects: ['stores-incomplete-agreements'],
    changes: [
      ...['agreementType', 'agreementId', 'title', 'frameworkId'].map((member) =>
        without(member, 'frameworkAgreement'),
      ),
      each('frameworkAgreement with dataspaceId for frameworkId', 'frameworkAgreement', ({ frameworkId, ...rest }) => ({
        ...rest,
        dataspaceId: frameworkId ?? null,
      })),
    ],
  }),
]

/** A kind of claim lacks a member that its table calls required; a registry may know it from elsewhere. */
const lacking = (
  id: string,
  title: string,
  about: RequirementId,
  type: string,
  members: readonly string[],
  detects: NonNullable<Coverage['detects']>,
): WriteRow =>
  row({
    id,
    title,
    about,
    cases: [],
    level: 'strict',
    detects,
    changes: members.map((member) => without(member, type)),
  })

const roleMembers = ['roleId', 'loa', 'compliancyVerified', 'legalAdherence'] as const
const agreementMembers = ['agreementType', 'agreementId', 'title'] as const

/** Kinds of claims beside those of `refused`, each with its required members. */
export const lackingMembers: readonly WriteRow[] = [
  lacking(
    'documents.write-compliance',
    'a Framework Compliance Claim without a date or its framework',
    'CLAIM-COMPLIANCE-FIELDS',
    'frameworkComplianceship',
    ['startDate', 'endDate', 'frameworkId'],
    ['stores-incomplete-compliance'],
  ),
  lacking(
    'documents.write-registry',
    'an Authorisation Registry Claim that lacks a member',
    'CLAIM-AUTHREGISTRY-FIELDS',
    'authRegistry',
    ['name', 'authRegistryId', 'authUrl'],
    ['stores-incomplete-registries'],
  ),
  lacking(
    'documents.write-role',
    'a Framework Role Claim that lacks a member',
    'CLAIM-ROLE-FIELDS',
    'frameworkRole',
    [...roleMembers, 'frameworkId'],
    ['stores-incomplete-roles'],
  ),
  lacking(
    'documents.write-membership',
    'a Dataspace Membership Claim that lacks a member',
    'CLAIM-MEMBERSHIP-FIELDS',
    'dataspaceMembership',
    ['dataspaceId', 'legalAdherence'],
    ['stores-incomplete-memberships'],
  ),
  lacking(
    'documents.write-dataspace-agreement',
    'a Dataspace Agreement Claim that lacks a member',
    'CLAIM-DATASPACE-AGREEMENT',
    'dataspaceAgreement',
    [...agreementMembers, 'dataspaceId'],
    ['stores-incomplete-dataspace-agreements'],
  ),
  lacking(
    'documents.write-dataspace-role',
    'a Dataspace Role Claim that lacks a member',
    'CLAIM-DATASPACE-ROLE',
    'dataspaceRole',
    [...roleMembers, 'dataspaceId'],
    ['stores-incomplete-dataspace-roles'],
  ),
  lacking(
    'documents.write-assertion',
    'an IDP Assertion Claim without its assertion',
    'CLAIM-IDP-FIELDS',
    'idpAssertion',
    ['assertion'],
    ['stores-empty-assertions'],
  ),
]

const kinds = [
  'frameworkComplianceship',
  'authRegistry',
  'frameworkAgreement',
  'dataspaceMembership',
  'dataspaceAgreement',
  'dataspaceRole',
  'x509Certificate',
  'idpAssertion',
] as const

/** What holds for claims of every kind, asked of those that `refused` does not ask it of. */
export const ofEveryKind: readonly WriteRow[] = [
  row({
    id: 'documents.write-id-of-each-kind',
    made: true,
    title: 'claims of any kind whose id is no UUID',
    about: 'CLAIM-ID-UUID',
    cases: ['CLM-02'],
    detects: ['stores-numbered-claims', 'reads-id-of-roles-alone'],
    changes: kinds.map((kind) => having('id', 'not-a-uuid', kind)),
  }),
  row({
    id: 'documents.write-status-of-each-kind',
    made: true,
    title: 'claims of any kind with another status',
    about: 'CLAIM-STATUS',
    cases: ['CLM-05'],
    detects: ['stores-unknown-statuses', 'reads-status-of-roles-alone'],
    changes: kinds.map((kind) => having('status', 'enabled', kind)),
  }),
  row({
    id: 'documents.write-words-of-dataspace',
    title: 'claims of a dataspace with another level of assurance or word of adherence',
    about: 'CLAIM-ADHERENCE',
    cases: ['CLM-06', 'CLM-07'],
    detects: ['stores-any-words-of-dataspaces'],
    changes: [
      having('loa', 'High', 'dataspaceRole'),
      having('compliancyVerified', 'Yes', 'dataspaceRole'),
      having('legalAdherence', 'maybe', 'dataspaceRole'),
      having('legalAdherence', 'Not Applicable', 'dataspaceMembership'),
    ],
  }),
]

/** Claims that have to be stored. */
export const taken: readonly WriteRow[] = [
  row({
    id: 'documents.write-further-members',
    title: 'claims with members that the text does not list',
    about: 'CLAIM-EXTRA-MEMBERS',
    cases: ['CLM-15'],
    detects: ['refuses-further-members'],
    changes: [having('x-note', 'kept', 'frameworkRole')],
  }),
]
