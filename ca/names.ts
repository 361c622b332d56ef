import { oid, sequence, setOf, text, utf8 } from './der.js'

const attributeTypes = {
  countryName: '2.5.4.6',
  organizationName: '2.5.4.10',
  organizationIdentifier: '2.5.4.97',
  serialNumber: '2.5.4.5',
  commonName: '2.5.4.3',
} as const

/** Attributes of one relative distinguished name; more than one make it multi-valued. */
export type Rdn = Readonly<Partial<Record<keyof typeof attributeTypes, string>>>

const attribute = ([type, value]: [string, string]): Buffer =>
  sequence(
    oid(attributeTypes[type as keyof typeof attributeTypes]),
    type === 'countryName' || type === 'serialNumber' ? text(value) : utf8(value),
  )

/** DER of a distinguished name, most significant part first. */
export const distinguishedName = (...rdns: readonly Rdn[]): Buffer =>
  sequence(...rdns.map((rdn) => setOf(...Object.entries(rdn).map(attribute))))

/** Subject of a participant: organizationIdentifier and serialNumber hold the Party Identifier (interface-defaults). */
export const participantName = (partyId: string, organization = 'Assay Participant'): Buffer =>
  distinguishedName(
    { countryName: 'NL' },
    { organizationName: organization },
    { organizationIdentifier: partyId },
    { serialNumber: partyId },
    { commonName: organization },
  )

/** Subject of a certification authority of the lab. */
export const authorityName = (commonName: string): Buffer =>
  distinguishedName({ countryName: 'NL' }, { organizationName: 'Trust Assay throwaway PKI' }, { commonName })
