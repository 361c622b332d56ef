import { createHash } from 'node:crypto'
import type { JsonObject } from '../../../json.js'
import { instead, removed, ruleAbout } from '../../engine/rule.js'
import type { KitParty } from '../../kit.js'
import { Certificate } from '../../pki/certificate.js'

/** The claims about a party while they are put together. */
export interface ServedClaims {
  readonly owner: KitParty
  readonly registrarId: string
  claims: JsonObject[]
}

const rule = ruleAbout<ServedClaims, 'record'>()

/** Gives members to every claim. */
const each =
  (members: (index: number, served: ServedClaims) => JsonObject) =>
  (served: ServedClaims): true => {
    for (const [index, claim] of served.claims.entries()) Object.assign(claim, members(index, served))
    return true
  }

/** Adds a claim. */
const claim =
  (type: string, members: JsonObject | ((served: ServedClaims) => JsonObject)) =>
  (served: ServedClaims): true => {
    served.claims.push({ type, ...(typeof members === 'function' ? members(served) : members) })
    return true
  }

/** Changes the claims of a kind after they were made. */
const without =
  (name: string) =>
  (own: JsonObject): JsonObject => {
    const { [name]: _, ...rest } = own
    return rest
  }

const period = { startDate: '2026-01-01T00:00:00Z', endDate: '2036-01-01T00:00:00Z' }
const framework = { frameworkId: 'urn:example:framework' }
const dataspace = { dataspaceId: 'urn:example:dataspace' }
const compliance: JsonObject = { ...period, ...framework, capabilityUrl: 'https://party.example/capabilities' }
const registry: JsonObject = {
  name: 'Example Registry',
  authRegistryId: 'did:example:registry',
  authUrl: 'https://registry.example',
}
const role: JsonObject = { ...period, roleId: 'ServiceConsumer', title: 'Service consumer' }
const membership: JsonObject = { ...dataspace, legalAdherence: 'yes' }
const assertion: JsonObject = { assertion: 'an assertion of an identity provider' }
const termsOfUse: JsonObject = { agreementType: 'TermsOfUse', agreementId: 'terms-1', title: 'Terms of Use' }
const accession: JsonObject = {
  agreementType: 'AccessionAgreement',
  agreementId: 'accession-1',
  title: 'Accession Agreement',
}

const uuid = (index: number): string => `0b8f4d7e-5c1a-4e3b-9f26-${String(index + 1).padStart(12, '0')}`

function certificate({ owner }: ServedClaims): JsonObject {
  const leaf = new Certificate(owner.certificates[0] ?? Buffer.alloc(0))
  return {
    subjectName: leaf.x509.subject.split('\n').join(', '),
    certificateType: 'eSeal',
    x5c: leaf.raw.toString('base64'),
  }
}

const withMember =
  (types: readonly string[], members: (claim: JsonObject, served: ServedClaims) => JsonObject) =>
  (served: ServedClaims): true => {
    for (const own of served.claims) if (types.includes(String(own.type))) Object.assign(own, members(own, served))
    return true
  }

const roles = ['frameworkRole', 'dataspaceRole']
const agreements = ['frameworkAgreement', 'dataspaceAgreement']
const informed = ['frameworkComplianceship', 'dataspaceMembership']
const booleanIn =
  (type: string) =>
  (own: JsonObject): JsonObject => ({
    additionalInfo: { website: 'https://party.example', publiclyPublishable: own.type === type ? true : 'yes' },
  })

/** How claims are written (L21–146): first which there are, then what all have in common, then what some of them have. */
export const servedClaimRules = [
  rule('record', 'framework compliance is claimed for a period', claim('frameworkComplianceship', compliance), {
    'omits-compliance-end': instead(claim('frameworkComplianceship', without('endDate')(compliance))),
  }),
  rule('record', 'framework compliance has its own type', () => true, {
    'misspells-compliance-type': instead((served) => {
      for (const own of served.claims) if (own.type === 'frameworkComplianceship') own.type = 'frameworkCompliant'
      return true
    }),
  }),
  rule('record', 'an authorisation registry is claimed with its address', claim('authRegistry', registry), {
    'omits-registry-url': instead(claim('authRegistry', without('authUrl')(registry))),
    'misspells-claim-type': instead(claim('authorisationRegistry', registry)),
  }),
  rule('record', 'the Accession Agreement is claimed', claim('frameworkAgreement', { ...accession, ...framework }), {
    'names-dataspace-in-framework-agreement': instead(claim('frameworkAgreement', { ...accession, ...dataspace })),
  }),
  rule('record', 'the Terms of Use are claimed', claim('frameworkAgreement', { ...termsOfUse, ...framework }), {
    'claims-one-agreement': removed,
  }),
  rule('record', 'a framework role is claimed by its name', claim('frameworkRole', { ...role, ...framework }), {
    'omits-role-id': instead(claim('frameworkRole', { ...without('roleId')(role), ...framework })),
  }),
  rule('record', 'a membership is claimed of a dataspace', claim('dataspaceMembership', membership), {
    'omits-membership-dataspace': instead(claim('dataspaceMembership', without('dataspaceId')(membership))),
  }),
  rule(
    'record',
    'an agreement is claimed for a dataspace',
    claim('dataspaceAgreement', { ...termsOfUse, ...dataspace }),
    {
      'names-framework-in-dataspace-agreement': instead(claim('dataspaceAgreement', { ...termsOfUse, ...framework })),
    },
  ),
  rule('record', 'a role is claimed in a dataspace', claim('dataspaceRole', { ...role, ...dataspace }), {
    'names-framework-in-dataspace-role': instead(claim('dataspaceRole', { ...role, ...framework })),
    'omits-dataspace-role-dates': instead(claim('dataspaceRole', { roleId: 'Publisher', ...dataspace })),
  }),
  rule('record', 'an assertion is claimed with its value', claim('idpAssertion', assertion), {
    'omits-assertion': instead(claim('idpAssertion', {})),
  }),
  rule('record', 'the certificate of the party is claimed', claim('x509Certificate', certificate), {
    'serves-no-certificate-claim': instead((served) => {
      served.claims = served.claims.filter(({ type }) => type !== 'idpAssertion')
      return true
    }),
  }),
  rule('record', 'the fingerprint is that of the certificate', withMember(['x509Certificate'], fingerprint), {
    'serves-foreign-fingerprint': instead(withMember(['x509Certificate'], foreignFingerprint)),
  }),
  rule(
    'record',
    'every claim names its registrar',
    each((_, { registrarId }) => ({ registrarId })),
    {
      'serves-claims-without-registrar': removed,
    },
  ),
  rule(
    'record',
    'every claim has a UUID',
    each((index) => ({ id: uuid(index) })),
    {
      'numbers-claims': instead(each((index) => ({ id: String(index + 1) }))),
    },
  ),
  rule(
    'record',
    'the status is a word of the enumeration',
    each(() => ({ status: 'active' })),
    {
      'serves-enabled-claims': instead(each(() => ({ status: 'enabled' }))),
    },
  ),
  rule(
    'record',
    'the level of assurance is in lower case',
    withMember(roles, () => ({ loa: 'high' })),
    {
      'capitalises-loa': instead(withMember(roles, () => ({ loa: 'High' }))),
    },
  ),
  rule('record', 'adherence is yes, no or not-applicable', withMember(roles, adherence('yes', 'not-applicable')), {
    'serves-boolean-adherence': instead(withMember(roles, adherence(true, false))),
  }),
  rule(
    'record',
    'consent is a boolean in one claim and text in the other',
    withMember(informed, booleanIn('frameworkComplianceship')),
    {
      'swaps-publishable-types': instead(withMember(informed, booleanIn('dataspaceMembership'))),
    },
  ),
  rule('record', 'sectors are a list', withMember(informed, sectors(['Utilities'])), {
    'writes-sectors-as-text': instead(withMember(informed, sectors('Utilities'))),
  }),
  rule('record', 'a hash of an agreement is SHA-256', withMember(agreements, hash('sha256')), {
    'hashes-agreements-with-md5': instead(withMember(agreements, hash('md5'))),
  }),
  rule('record', 'timestamps say that they are UTC', () => true, {
    'writes-local-timestamps': instead(dates((date) => date.replace('Z', ''))),
  }),
  rule('record', 'claims start before they end', () => true, {
    'ends-claims-before-start': instead((served) => {
      for (const own of served.claims) if (own.endDate !== undefined) own.endDate = '2025-01-01T00:00:00Z'
      return true
    }),
  }),
]

function fingerprint(_: JsonObject, { owner }: ServedClaims): JsonObject {
  return {
    'x5t#s256': createHash('sha256')
      .update(owner.certificates[0] ?? '')
      .digest('hex'),
  }
}

function foreignFingerprint(): JsonObject {
  return { 'x5t#s256': createHash('sha256').update('another certificate').digest('hex') }
}

function adherence(compliancyVerified: string | boolean, legalAdherence: string | boolean) {
  return (): JsonObject => ({ compliancyVerified, legalAdherence })
}

function sectors(sectorIndustry: string | readonly string[]) {
  return (own: JsonObject): JsonObject => ({
    additionalInfo: { ...(own.additionalInfo as JsonObject), sectorIndustry },
  })
}

function hash(algorithm: string) {
  return ({ title }: JsonObject): JsonObject => ({
    verificationHash: createHash(algorithm).update(String(title)).digest('hex'),
  })
}

function dates(change: (date: string) => string) {
  return (served: ServedClaims): true => {
    for (const own of served.claims)
      for (const name of ['startDate', 'endDate']) if (typeof own[name] === 'string') own[name] = change(own[name])
    return true
  }
}
