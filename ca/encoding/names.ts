import { isPrintable, oid, printable, sequence, setOf, utf8 } from './der.js'

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
    type === 'countryName' || type === 'serialNumber' ? printable(value) : utf8(value),
  )

/** A serialNumber is a PrintableString of 64 characters at most (X.520 §6.2.9, RFC 5280 App. A.1); a decoder may take no other. */
const canHold = ([type, value]: [string, string]): boolean =>
  type !== 'serialNumber' || (isPrintable(value) && value.length <= 64)

/** DER of a distinguished name, most significant part first. A serialNumber that cannot be one is left out. */
export const distinguishedName = (...rdns: readonly Rdn[]): Buffer =>
  sequence(
    ...rdns
      .map((rdn) => Object.entries(rdn).filter(canHold))
      .filter((attributes) => attributes.length > 0)
      .map((attributes) => setOf(...attributes.map(attribute))),
  )

/** What the subjects of participants say: `{party_id}` stands for the Party Identifier; what is absent is not there. */
export interface SubjectForm {
  readonly serialNumber?: string
  readonly organizationIdentifier?: string
  readonly commonName?: string
}

/** What the subject of one participant says. */
export interface SubjectNames extends SubjectForm {
  readonly partyId: string
}

/** organizationIdentifier and, where it can, serialNumber hold the Party Identifier (interface-defaults). */
export const usualSubject: SubjectForm = {
  organizationIdentifier: '{party_id}',
  serialNumber: '{party_id}',
  commonName: 'Assay Participant',
}

/** The names of a participant in that form. */
export const namesOf = (partyId: string, form: SubjectForm): SubjectNames => ({
  ...Object.fromEntries(
    Object.entries(form).map(([attribute, text]) => [attribute, text.replaceAll('{party_id}', () => partyId)]),
  ),
  partyId,
})

/** Subject of a participant. */
export const participantName = ({ organizationIdentifier, serialNumber, commonName }: SubjectNames): Buffer =>
  distinguishedName(
    { countryName: 'NL' },
    { organizationName: 'Assay Participant' },
    ...(organizationIdentifier === undefined ? [] : [{ organizationIdentifier }]),
    ...(serialNumber === undefined ? [] : [{ serialNumber }]),
    ...(commonName === undefined ? [] : [{ commonName }]),
  )

/** Subject of a certification authority of the lab. */
export const authorityName = (commonName: string): Buffer =>
  distinguishedName({ countryName: 'NL' }, { organizationName: 'Trust Assay throwaway PKI' }, { commonName })
