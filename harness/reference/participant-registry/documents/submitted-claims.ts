import { createHash } from 'node:crypto'
import { isObject, type Json, type JsonObject } from '../../../json.js'
import { refuse } from '../../engine/refusal.js'
import { instead, only, removed, ruleAbout } from '../../engine/rule.js'
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

const rule = ruleAbout<SubmittedClaims, 'claims'>()

const listIn = (body: Json | undefined): readonly JsonObject[] | undefined => {
  const list = isObject(body) ? body.claims : body
  return Array.isArray(list) && list.length > 0 && list.every(isObject) ? (list as unknown as JsonObject[]) : undefined
}
const claimsOf = ({ body }: SubmittedClaims): readonly JsonObject[] => listIn(body) ?? []
const ofType = (submitted: SubmittedClaims, ...types: readonly string[]): readonly JsonObject[] =>
  claimsOf(submitted).filter(({ type }) => types.includes(String(type)))

const isText = (value: Json | undefined): boolean => typeof value === 'string' && value !== ''
const haveTexts = (claims: readonly JsonObject[], names: readonly string[]): boolean =>
  claims.every((claim) => names.every((name) => isText(claim[name])))
const areOf = (claims: readonly JsonObject[], name: string, words: readonly Json[]): boolean =>
  claims.every((claim) => claim[name] === undefined || words.includes(claim[name] as Json))

const common = ['id', 'status', 'registrarId', 'type']
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
const types = Object.keys(own)
const statuses = ['active', 'inactive', 'revoked', 'suspended']
const answers = ['yes', 'no', 'not-applicable']
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const listed = (claim: JsonObject): readonly string[] => [
  ...common,
  'startDate',
  'endDate',
  ...(own[String(claim.type)] ?? []),
]

/** Consent in the claims of a kind is of that type. */
const publishable = (submitted: SubmittedClaims, type: string, as: 'boolean' | 'string'): boolean =>
  ofType(submitted, type).every(
    ({ additionalInfo: info }) => info === undefined || (isObject(info) && typeof info.publiclyPublishable === as),
  )

/** Levels of assurance in claims of a kind are known. */
const levelIn =
  (type: string) =>
  (submitted: SubmittedClaims): boolean =>
    areOf(ofType(submitted, type), 'loa', ['low', 'substantial', 'high'])

/** Adherence in claims of a kind is told by the words that there are. */
const wordsIn =
  (...types: readonly string[]) =>
  (submitted: SubmittedClaims): boolean =>
    ['compliancyVerified', 'legalAdherence'].every((name) => areOf(ofType(submitted, ...types), name, answers))

const inDataspace = (submitted: SubmittedClaims): boolean =>
  levelIn('dataspaceRole')(submitted) && wordsIn('dataspaceRole', 'dataspaceMembership')(submitted)

/** Claims of a kind have all members that their table calls required. */
const having =
  (type: string, ...names: readonly string[]) =>
  (submitted: SubmittedClaims): boolean =>
    haveTexts(ofType(submitted, type), names)

const ofRole = ['roleId', 'loa', 'compliancyVerified', 'legalAdherence'] as const
const ofAgreement = ['agreementType', 'agreementId', 'title'] as const

function certificateOf({ x5c }: JsonObject): Certificate | undefined {
  try {
    return new Certificate(Buffer.from(String(x5c), 'base64'))
  } catch {
    return undefined
  }
}

const fingerprintOf = (claim: JsonObject): string => String(claim['x5t#s256'] ?? claim.x5tS256).toLowerCase()

/** The rules by which claims are taken (L21–146, L214). */
export const submittedClaimRules = [
  rule(
    'claims',
    'whoever hands claims in has authenticated',
    ({ byParticipant }) => byParticipant || refuse(401, 'access_denied', 'an access token is missing'),
    { 'stores-claims-for-anybody': removed },
  ),
  rule('claims', 'the body holds claims', ({ body }) => listIn(body) !== undefined, {
    'stores-unstructured-claims': removed,
  }),
  rule(
    'claims',
    'a claim has the common members',
    (submitted) => claimsOf(submitted).every((claim) => common.every((name) => claim[name] !== undefined)),
    {
      'stores-incomplete-claims': removed,
    },
  ),
  rule(
    'claims',
    'the id is a UUID',
    (submitted) => claimsOf(submitted).every(({ id }) => id === undefined || uuid.test(String(id))),
    {
      'stores-numbered-claims': removed,
      'reads-id-of-roles-alone': instead((submitted) =>
        ofType(submitted, 'frameworkRole').every(({ id }) => id === undefined || uuid.test(String(id))),
      ),
    },
  ),
  rule('claims', 'the type is known', (submitted) => areOf(claimsOf(submitted), 'type', types), {
    'stores-unknown-types': removed,
  }),
  rule('claims', 'the status is known', (submitted) => areOf(claimsOf(submitted), 'status', statuses), {
    'stores-unknown-statuses': removed,
    'reads-status-of-roles-alone': instead((submitted) =>
      areOf(ofType(submitted, 'frameworkRole'), 'status', statuses),
    ),
  }),
  rule('claims', 'the level of assurance of a Framework Role Claim is known', levelIn('frameworkRole'), {
    'stores-unknown-loa': removed,
  }),
  rule('claims', 'adherence in claims of a framework is yes, no or not-applicable', wordsIn('frameworkRole'), {
    'stores-unknown-adherence': removed,
  }),
  rule('claims', 'claims of a dataspace have the words that there are', inDataspace, {
    'stores-any-words-of-dataspaces': removed,
  }),
  rule(
    'claims',
    'consent is a boolean in one claim and text in the other',
    (submitted) =>
      publishable(submitted, 'frameworkComplianceship', 'boolean') &&
      publishable(submitted, 'dataspaceMembership', 'string'),
    { 'stores-swapped-publishable': removed },
  ),
  rule(
    'claims',
    'a Dataspace Role Claim has its dates',
    (submitted) => haveTexts(ofType(submitted, 'dataspaceRole'), ['startDate', 'endDate']),
    {
      'stores-undated-dataspace-roles': removed,
    },
  ),
  rule(
    'claims',
    'a certificate or an assertion is claimed',
    (submitted) =>
      listIn(submitted.body) === undefined || ofType(submitted, 'x509Certificate', 'idpAssertion').length > 0,
    {
      'stores-claims-without-certificate': removed,
    },
  ),
  rule(
    'claims',
    'a certificate is claimed whole',
    (submitted) =>
      ofType(submitted, 'x509Certificate').every(
        (claim) => certificateOf(claim) !== undefined && (isText(claim['x5t#s256']) || isText(claim.x5tS256)),
      ),
    { 'stores-incomplete-certificates': removed },
  ),
  rule(
    'claims',
    'the fingerprint is that of the certificate',
    (submitted) =>
      ofType(submitted, 'x509Certificate').every((claim) => {
        const leaf = certificateOf(claim)
        const whole = leaf !== undefined && fingerprintOf(claim) !== 'undefined'
        return !whole || fingerprintOf(claim) === createHash('sha256').update(leaf.raw).digest('hex')
      }),
    { 'stores-foreign-fingerprints': removed },
  ),
  rule(
    'claims',
    'the certificate stands under a trusted root',
    (submitted) =>
      ofType(submitted, 'x509Certificate').every((claim) => {
        const leaf = certificateOf(claim)
        return leaf === undefined || submitted.issuers.some((issuer) => leaf.isIssuedBy(issuer))
      }),
    { 'stores-untrusted-certificates': removed },
  ),
  rule(
    'claims',
    'a Framework Agreement Claim has its members',
    having('frameworkAgreement', ...ofAgreement, 'frameworkId'),
    {
      'stores-incomplete-agreements': removed,
    },
  ),
  rule(
    'claims',
    'a Dataspace Agreement Claim has its members',
    having('dataspaceAgreement', ...ofAgreement, 'dataspaceId'),
    {
      'stores-incomplete-dataspace-agreements': removed,
    },
  ),
  rule(
    'claims',
    'a Framework Compliance Claim has its members',
    having('frameworkComplianceship', 'startDate', 'endDate', 'frameworkId'),
    {
      'stores-incomplete-compliance': removed,
    },
  ),
  rule(
    'claims',
    'an Authorisation Registry Claim has its members',
    having('authRegistry', 'name', 'authRegistryId', 'authUrl'),
    {
      'stores-incomplete-registries': removed,
    },
  ),
  rule('claims', 'a Framework Role Claim has its members', having('frameworkRole', ...ofRole, 'frameworkId'), {
    'stores-incomplete-roles': removed,
  }),
  rule('claims', 'a Dataspace Role Claim has its members', having('dataspaceRole', ...ofRole, 'dataspaceId'), {
    'stores-incomplete-dataspace-roles': removed,
  }),
  rule(
    'claims',
    'a Dataspace Membership Claim has its members',
    having('dataspaceMembership', 'dataspaceId', 'legalAdherence'),
    {
      'stores-incomplete-memberships': removed,
    },
  ),
  rule('claims', 'an IDP Assertion Claim has its assertion', having('idpAssertion', 'assertion'), {
    'stores-empty-assertions': removed,
  }),
  rule('claims', 'further members are let pass', () => true, {
    'refuses-further-members': only((submitted) =>
      claimsOf(submitted).every((claim) => Object.keys(claim).every((name) => listed(claim).includes(name))),
    ),
  }),
]
