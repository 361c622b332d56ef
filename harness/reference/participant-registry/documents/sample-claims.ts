import { createHash } from 'node:crypto'
import type { JsonObject } from '../../../contracts/json.js'
import type { KitParty } from '../../kit.js'
import { Certificate } from '../../pki/certificate.js'

/** The claims about a party while they are put together. */
export interface ServedClaims {
  readonly owner: KitParty
  readonly registrarId: string
  claims: JsonObject[]
}

/** Gives members to every claim. */
export const each =
  (members: (index: number, served: ServedClaims) => JsonObject) =>
  (served: ServedClaims): true => {
    for (const [index, claim] of served.claims.entries()) Object.assign(claim, members(index, served))
    return true
  }

/** Adds a claim. */
export const claim =
  (type: string, members: JsonObject | ((served: ServedClaims) => JsonObject)) =>
  (served: ServedClaims): true => {
    served.claims.push({ type, ...(typeof members === 'function' ? members(served) : members) })
    return true
  }

/** Changes the claims of a kind after they were made. */
export const without =
  (name: string) =>
  (own: JsonObject): JsonObject => {
    const { [name]: _, ...rest } = own
    return rest
  }

/** When what is claimed begins and ends. */
export const period = { startDate: '2026-01-01T00:00:00Z', endDate: '2036-01-01T00:00:00Z' }
/** The framework that claims name. */
export const framework = { frameworkId: 'urn:example:framework' }
/** The dataspace that claims name. */
export const dataspace = { dataspaceId: 'urn:example:dataspace' }
/** Compliance with the framework. */
export const compliance: JsonObject = { ...period, ...framework, capabilityUrl: 'https://party.example/capabilities' }
/** The AuthorisationRegistry of the party. */
export const registry: JsonObject = {
  name: 'Example Registry',
  authRegistryId: 'did:example:registry',
  authUrl: 'https://registry.example',
}
/** A role that the party has. */
export const role: JsonObject = { ...period, roleId: 'ServiceConsumer', title: 'Service consumer' }
/** Membership in the dataspace. */
export const membership: JsonObject = { ...dataspace, legalAdherence: 'yes' }
/** An assertion of an IdentityProvider. */
export const assertion: JsonObject = { assertion: 'an assertion of an identity provider' }
/** An agreement to the framework. */
export const termsOfUse: JsonObject = { agreementType: 'TermsOfUse', agreementId: 'terms-1', title: 'Terms of Use' }
/** An agreement to the dataspace. */
export const accession: JsonObject = {
  agreementType: 'AccessionAgreement',
  agreementId: 'accession-1',
  title: 'Accession Agreement',
}

/** The id of a claim. */
export const uuid = (index: number): string => `0b8f4d7e-5c1a-4e3b-9f26-${String(index + 1).padStart(12, '0')}`

/** The certificate that the kit registers for the party. */
export function certificate({ owner }: ServedClaims): JsonObject {
  const leaf = new Certificate(owner.certificates[0] ?? Buffer.alloc(0))
  return {
    subjectName: leaf.x509.subject.split('\n').join(', '),
    certificateType: 'eSeal',
    x5c: leaf.raw.toString('base64'),
  }
}

/** Gives members to the claims of some types. */
export const withMember =
  (types: readonly string[], members: (claim: JsonObject, served: ServedClaims) => JsonObject) =>
  (served: ServedClaims): true => {
    for (const own of served.claims) if (types.includes(String(own.type))) Object.assign(own, members(own, served))
    return true
  }

/** Types of claims about a role. */
export const roles = ['frameworkRole', 'dataspaceRole']
/** Types of claims about an agreement. */
export const agreements = ['frameworkAgreement', 'dataspaceAgreement']
/** Types of claims with information for the public. */
export const informed = ['frameworkComplianceship', 'dataspaceMembership']
/** Information for the public, with consent as a boolean in the claims of one type and as text in others. */
export const booleanIn =
  (type: string) =>
  (own: JsonObject): JsonObject => ({
    additionalInfo: { website: 'https://party.example', publiclyPublishable: own.type === type ? true : 'yes' },
  })

/** The fingerprint of the certificate. */
export function fingerprint(_: JsonObject, { owner }: ServedClaims): JsonObject {
  return {
    'x5t#s256': createHash('sha256')
      .update(owner.certificates[0] ?? '')
      .digest('hex'),
  }
}

/** The fingerprint of another certificate. */
export function foreignFingerprint(): JsonObject {
  return { 'x5t#s256': createHash('sha256').update('another certificate').digest('hex') }
}

/** How far a role adheres. */
export function adherence(compliancyVerified: string | boolean, legalAdherence: string | boolean) {
  return (): JsonObject => ({ compliancyVerified, legalAdherence })
}

/** The sectors of the party, in its information for the public. */
export function sectors(sectorIndustry: string | readonly string[]) {
  return (own: JsonObject): JsonObject => ({
    additionalInfo: { ...(own.additionalInfo as JsonObject), sectorIndustry },
  })
}

/** The hash by which an agreement is verified. */
export function hash(algorithm: string) {
  return ({ title }: JsonObject): JsonObject => ({
    verificationHash: createHash(algorithm).update(String(title)).digest('hex'),
  })
}

/** The dates, in another spelling. */
export function dates(change: (date: string) => string) {
  return (served: ServedClaims): true => {
    for (const own of served.claims)
      for (const name of ['startDate', 'endDate']) if (typeof own[name] === 'string') own[name] = change(own[name])
    return true
  }
}
