import { isObject, type Json, type JsonObject } from '../../../contracts/json.js'
import { Certificate } from '../../pki/certificate.js'

/** Claims that somebody wants stored. */
export interface SubmittedClaims {
  /** The body, parsed; `undefined` where it is not JSON. */
  readonly body: Json | undefined
  /** Certificates under which participants are certified: the trusted list, and the issuers of the registry's own chain. */
  readonly issuers: readonly Certificate[]
  /** Whether they come with a living access token of a participant. */
  readonly byParticipant: boolean
}

/** The claims of a body: a list, or the member `claims`; `undefined` where there are none. */
export const listIn = (body: Json | undefined): readonly JsonObject[] | undefined => {
  const list = isObject(body) ? body.claims : body
  return Array.isArray(list) && list.length > 0 && list.every(isObject) ? (list as unknown as JsonObject[]) : undefined
}
/** All claims of a submission. */
export const claimsOf = ({ body }: SubmittedClaims): readonly JsonObject[] => listIn(body) ?? []
/** Its claims of some types. */
export const ofType = (submitted: SubmittedClaims, ...types: readonly string[]): readonly JsonObject[] =>
  claimsOf(submitted).filter(({ type }) => types.includes(String(type)))

/** Whether a value is a text with something in it. */
export const isText = (value: Json | undefined): boolean => typeof value === 'string' && value !== ''
/** Whether each claim has texts for some members. */
export const haveTexts = (claims: readonly JsonObject[], names: readonly string[]): boolean =>
  claims.every((claim) => names.every((name) => isText(claim[name])))
/** Whether a member, where a claim has it, is one of some words. */
export const areOf = (claims: readonly JsonObject[], name: string, words: readonly Json[]): boolean =>
  claims.every((claim) => claim[name] === undefined || words.includes(claim[name] as Json))

/** Members of every claim. */
export const common = ['id', 'status', 'registrarId', 'type']
const own: Readonly<Record<string, readonly string[]>> = {
  frameworkComplianceship: ['startDate', 'endDate', 'frameworkId', 'capabilityUrl', 'additionalInfo'],
  frameworkCompliance: ['startDate', 'endDate', 'frameworkId', 'capabilityUrl', 'additionalInfo'],
  authRegistry: ['name', 'authRegistryId', 'authUrl', 'dataspaceId', 'frameworkId', 'serviceProviderPartyId'],
  frameworkAgreement: ['agreementType', 'agreementId', 'title', 'verificationHash', 'frameworkId'],
  frameworkRole: ['roleId', 'title', 'loa', 'compliancyVerified', 'legalAdherence', 'frameworkId'],
  dataspaceMembership: ['dataspaceId', 'capabilityUrl', 'legalAdherence', 'additionalInfo'],
  dataspaceAgreement: ['agreementType', 'agreementId', 'title', 'verificationHash', 'dataspaceId'],
  dataspaceRole: ['roleId', 'title', 'loa', 'compliancyVerified', 'legalAdherence', 'dataspaceId'],
  x509Certificate: ['subjectName', 'certificateType', 'x5c', 'x5t#s256', 'x5tS256'],
  idpAssertion: ['assertion'],
}
/** The types of claims that there are. */
export const types = Object.keys(own)
/** The statuses that a claim may have. */
export const statuses = ['active', 'inactive', 'revoked', 'suspended']
const answers = ['yes', 'no', 'not-applicable']
/** How the id of a claim is written. */
export const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** The members that a claim may have. */
export const listed = (claim: JsonObject): readonly string[] => [
  ...common,
  'startDate',
  'endDate',
  ...(own[String(claim.type)] ?? []),
]

/** Consent in the claims of a kind is of that type. */
export const publishable = (submitted: SubmittedClaims, type: string, as: 'boolean' | 'string'): boolean =>
  ofType(submitted, type).every(
    ({ additionalInfo: info }) => info === undefined || (isObject(info) && typeof info.publiclyPublishable === as),
  )

/** Levels of assurance in claims of a kind are known. */
export const levelIn =
  (type: string) =>
  (submitted: SubmittedClaims): boolean =>
    areOf(ofType(submitted, type), 'loa', ['low', 'substantial', 'high'])

/** Adherence in claims of a kind shows in its words. */
export const wordsIn =
  (...types: readonly string[]) =>
  (submitted: SubmittedClaims): boolean =>
    ['compliancyVerified', 'legalAdherence'].every((name) => areOf(ofType(submitted, ...types), name, answers))

/** Levels and adherence in claims about dataspaces are words that there are. */
export const inDataspace = (submitted: SubmittedClaims): boolean =>
  levelIn('dataspaceRole')(submitted) && wordsIn('dataspaceRole', 'dataspaceMembership')(submitted)

/** Claims of a kind have all members that their table calls required. */
export const having =
  (type: string, ...names: readonly string[]) =>
  (submitted: SubmittedClaims): boolean =>
    haveTexts(ofType(submitted, type), names)

/** What a claim about a role has to say. */
export const ofRole = ['roleId', 'loa', 'compliancyVerified', 'legalAdherence'] as const
/** What a claim about an agreement has to say. */
export const ofAgreement = ['agreementType', 'agreementId', 'title'] as const

/** The certificate of a claim; `undefined` where it cannot be read. */
export function certificateOf({ x5c }: JsonObject): Certificate | undefined {
  try {
    return new Certificate(Buffer.from(String(x5c), 'base64'))
  } catch {
    return undefined
  }
}

/** The fingerprint that a claim gives, under either name. */
export const fingerprintOf = (claim: JsonObject): string => String(claim['x5t#s256'] ?? claim.x5tS256).toLowerCase()
