import { z } from 'zod'

/** One member of a claim, and the requirements that it breaks when it is not as its table in the text says. */
export interface Field {
  readonly schema: z.ZodType
  readonly required: boolean
  /** Broken where it is missing, or of another JSON type. */
  readonly requirement: string
  /** Broken where it has another value, and another JSON type unless `typed`; `requirement` when absent. */
  readonly value?: string
  /** Another JSON type breaks `requirement`, not `value`. */
  readonly typed?: true
  /** Members of an object. */
  readonly members?: Fields
}

/** Members by name. */
export type Fields = Readonly<Record<string, Field>>

/** The status words of the enumeration (L26). */
export const statusWords: readonly string[] = ['active', 'inactive', 'revoked', 'suspended']

/** Status words in any spelling that the text leaves room for (L39): other letter case, and the `Accepted` of the samples. */
const isStatusWord = (word: string): boolean => [...statusWords, 'accepted'].includes(word.toLowerCase())

const answers = ['yes', 'no', 'not-applicable'] as const
/** Any version, any variant, also as a URN (RFC 4122 §3). */
const uuid = /^(urn:uuid:)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const one = (schema: z.ZodType, requirement: string, more: Partial<Field> = {}): Field => ({
  schema,
  required: true,
  requirement,
  ...more,
})
const optional = (field: Field): Field => ({ ...field, required: false })
const text = (requirement: string): Field => one(z.string(), requirement)
const texts = (names: readonly string[], requirement: string): Fields =>
  Object.fromEntries(names.map((name) => [name, text(requirement)]))
const optionalTexts = (names: readonly string[], requirement: string): Fields =>
  Object.fromEntries(names.map((name) => [name, optional(text(requirement))]))
const answer = (requirement: string): Field => one(z.enum(answers), requirement, { value: 'CLAIM-ADHERENCE' })

/** Members of every claim but `type`, which names the kind (L32–34). */
export const commonFields: Fields = {
  id: one(z.string().regex(uuid, 'must be a UUID'), 'CLAIM-COMMON-FIELDS', { value: 'CLAIM-ID-UUID', typed: true }),
  status: one(z.string().refine(isStatusWord, `must be one of ${statusWords.join(', ')}`), 'CLAIM-COMMON-FIELDS', {
    value: 'CLAIM-STATUS',
  }),
  registrarId: text('CLAIM-COMMON-FIELDS'),
}

/** `additionalInfo` (L45–53), whose `publiclyPublishable` differs between the two claims that have it (L50). */
const additionalInfo = (publishable: z.ZodType): Field => {
  const own = 'CLAIM-ADDITIONAL-INFO'
  const list = optional(one(z.array(z.string()), own))
  const members: Fields = {
    ...optionalTexts(['description', 'logo', 'website', 'companyPhone', 'companyEmail', 'tags'], own),
    publiclyPublishable: one(publishable, own, { value: 'CLAIM-PUBLISHABLE' }),
    countriesOfOperation: list,
    sectorIndustry: list,
  }
  return optional(one(objectOf(members), own, { members }))
}

const period = (requirement: string): Fields => texts(['startDate', 'endDate'], requirement)
const optionalPeriod = (requirement: string): Fields => optionalTexts(['startDate', 'endDate'], requirement)

const role = (requirement: string): Fields => ({
  roleId: text(requirement),
  title: optional(text(requirement)),
  loa: one(z.enum(['low', 'substantial', 'high']), requirement, { value: 'CLAIM-LOA' }),
  compliancyVerified: answer(requirement),
  legalAdherence: answer(requirement),
})

const agreement = (requirement: string): Fields => ({
  ...optionalPeriod(requirement),
  ...texts(['agreementType', 'agreementId', 'title'], requirement),
  ...optionalTexts(['verificationHash'], requirement),
})

/** A kind of claim. */
export interface ClaimKind {
  /** Values of `type`, the stated one first. */
  readonly types: readonly string[]
  readonly title: string
  /** Members beside the common ones. */
  readonly fields: Fields
}

/** The nine kinds of claim (L55–146). */
export const claimKinds: readonly ClaimKind[] = [
  {
    types: ['frameworkComplianceship', 'frameworkCompliance'],
    title: 'Framework Compliance Claim',
    fields: {
      ...period('CLAIM-COMPLIANCE-FIELDS'),
      ...texts(['frameworkId'], 'CLAIM-COMPLIANCE-FIELDS'),
      ...optionalTexts(['capabilityUrl'], 'CLAIM-COMPLIANCE-FIELDS'),
      additionalInfo: additionalInfo(z.boolean()),
    },
  },
  {
    types: ['authRegistry'],
    title: 'Authorisation Registry Claim',
    fields: {
      ...optionalPeriod('CLAIM-AUTHREGISTRY-FIELDS'),
      ...texts(['name', 'authRegistryId', 'authUrl'], 'CLAIM-AUTHREGISTRY-FIELDS'),
      ...optionalTexts(['dataspaceId', 'frameworkId', 'serviceProviderPartyId'], 'CLAIM-AUTHREGISTRY-FIELDS'),
    },
  },
  {
    types: ['frameworkAgreement'],
    title: 'Framework Agreement Claim',
    fields: { ...agreement('CLAIM-AGREEMENT-FIELDS'), ...texts(['frameworkId'], 'CLAIM-AGREEMENT-FIELDS') },
  },
  {
    types: ['frameworkRole'],
    title: 'Framework Role Claim',
    fields: {
      ...optionalPeriod('CLAIM-ROLE-DATES'),
      ...role('CLAIM-ROLE-FIELDS'),
      ...texts(['frameworkId'], 'CLAIM-ROLE-FIELDS'),
    },
  },
  {
    types: ['dataspaceMembership'],
    title: 'Dataspace Membership Claim',
    fields: {
      ...optionalPeriod('CLAIM-MEMBERSHIP-FIELDS'),
      ...texts(['dataspaceId'], 'CLAIM-MEMBERSHIP-FIELDS'),
      ...optionalTexts(['capabilityUrl'], 'CLAIM-MEMBERSHIP-FIELDS'),
      legalAdherence: answer('CLAIM-MEMBERSHIP-FIELDS'),
      additionalInfo: additionalInfo(z.string()),
    },
  },
  {
    types: ['dataspaceAgreement'],
    title: 'Dataspace Agreement Claim',
    fields: { ...agreement('CLAIM-DATASPACE-AGREEMENT'), ...texts(['dataspaceId'], 'CLAIM-DATASPACE-AGREEMENT') },
  },
  {
    types: ['dataspaceRole'],
    title: 'Dataspace Role Claim',
    fields: {
      ...period('CLAIM-ROLE-DATES'),
      ...role('CLAIM-DATASPACE-ROLE'),
      ...texts(['dataspaceId'], 'CLAIM-DATASPACE-ROLE'),
    },
  },
  {
    types: ['x509Certificate'],
    title: 'x509 Certificate Chain Claim',
    fields: {
      ...optionalPeriod('CLAIM-CERT-FIELDS'),
      ...texts(['subjectName', 'certificateType', 'x5c'], 'CLAIM-CERT-FIELDS'),
      // One of the spellings has to be there (ruling 11), which the rules of this kind see to.
      ...optionalTexts(['x5t#s256', 'x5tS256', 'x5t#S256'], 'CLAIM-CERT-FIELDS'),
    },
  },
  {
    types: ['idpAssertion'],
    title: 'IDP Assertion Claim',
    fields: { ...optionalPeriod('CLAIM-IDP-FIELDS'), ...texts(['assertion'], 'CLAIM-IDP-FIELDS') },
  },
]

/** The object with these members and any others. Many serializers write an absent member as null. */
export function objectOf(fields: Fields): z.ZodType {
  return z.looseObject(
    Object.fromEntries(
      Object.entries(fields).map(([name, { schema, required }]) => [name, required ? schema : schema.nullish()]),
    ),
  )
}
