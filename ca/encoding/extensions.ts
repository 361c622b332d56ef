import { PkiError } from '../errors.js'
import {
  enumerated,
  integer,
  namedBits,
  nothing,
  octetString,
  oid,
  sequence,
  tagged,
  taggedPrimitive,
  yes,
} from './der.js'

/** One extension of a certificate, before encoding. */
export interface Extension {
  /** Dotted decimal. */
  readonly oid: string
  readonly critical: boolean
  /** DER inside the OCTET STRING. */
  readonly value: Buffer
}

/** Object identifiers of the extensions that Assay writes. */
export const extensionOids = {
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  crlNumber: '2.5.29.20',
  reasonCode: '2.5.29.21',
  issuingDistributionPoint: '2.5.29.28',
  certificateIssuer: '2.5.29.29',
  nameConstraints: '2.5.29.30',
  crlDistributionPoints: '2.5.29.31',
  authorityKeyIdentifier: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
  noRevAvail: '2.5.29.56',
  authorityInfoAccess: '1.3.6.1.5.5.7.1.1',
  qcStatements: '1.3.6.1.5.5.7.1.3',
  validityAssuredShortTerm: '0.4.0.194121.2.1',
  /** In a private arc; nobody knows it. */
  unknown: '1.3.6.1.4.1.32473.1.99',
} as const

const extension = (name: keyof typeof extensionOids, value: Buffer, critical = false): Extension => ({
  oid: extensionOids[name],
  critical,
  value,
})

/** DER of one extension. */
export const encodeExtension = ({ oid: id, critical, value }: Extension): Buffer =>
  critical ? sequence(oid(id), yes, octetString(value)) : sequence(oid(id), octetString(value))

const keyUsageBits = [
  'digitalSignature',
  'nonRepudiation',
  'keyEncipherment',
  'dataEncipherment',
  'keyAgreement',
  'keyCertSign',
  'cRLSign',
  'encipherOnly',
  'decipherOnly',
]

/** Key usage (2.5.29.15) of X.509 bit names. Throws `PkiError` on an unknown name. */
export const keyUsage = (bits: readonly string[], critical = true): Extension => {
  const positions = bits.map((bit) => keyUsageBits.indexOf(bit))
  if (positions.includes(-1))
    throw new PkiError(`Unknown key usage among ${bits.join(', ')}; known: ${keyUsageBits.join(', ')}.`)
  return extension('keyUsage', namedBits(positions), critical)
}

/** Basic constraints, critical; `pathLength` only for an authority. */
export const basicConstraints = (authority: boolean, pathLength?: number): Extension =>
  extension(
    'basicConstraints',
    sequence(...(authority ? [yes] : []), ...(pathLength === undefined ? [] : [integer(pathLength)])),
    true,
  )

/** Subject key identifier. */
export const subjectKeyIdentifier = (keyId: Buffer, critical = false): Extension =>
  extension('subjectKeyIdentifier', octetString(keyId), critical)

/** Authority key identifier that names the key only. */
export const authorityKeyIdentifier = (keyId: Buffer, critical = false): Extension =>
  extension('authorityKeyIdentifier', sequence(taggedPrimitive(0, keyId)), critical)

const uri = (url: string): Buffer => taggedPrimitive(6, Buffer.from(url, 'latin1'))

/** CRL distribution points, each of which names URLs of one list. */
export const crlDistributionPoints = (points: readonly (readonly string[])[]): Extension =>
  extension(
    'crlDistributionPoints',
    sequence(...points.map((urls) => sequence(tagged(0, tagged(0, ...urls.map(uri)))))),
  )

/** Authority information access: OCSP responders, and where the certificate of the issuer lies (caIssuers). */
export const informationAccess = (ocsp: readonly string[], issuers: readonly string[]): Extension =>
  extension(
    'authorityInfoAccess',
    sequence(
      ...ocsp.map((url) => sequence(oid('1.3.6.1.5.5.7.48.1'), uri(url))),
      ...issuers.map((url) => sequence(oid('1.3.6.1.5.5.7.48.2'), uri(url))),
    ),
  )

/** QCStatements of an eIDAS eSeal: compliance, secure device, type eSeal (ETSI EN 319 412-5). */
export const eSealStatements: Extension = extension(
  'qcStatements',
  sequence(
    sequence(oid('0.4.0.1862.1.1')),
    sequence(oid('0.4.0.1862.1.4')),
    sequence(oid('0.4.0.1862.1.6'), sequence(oid('0.4.0.1862.1.6.2'))),
  ),
)

/** Extended key usage of dotted object identifiers. */
export const extendedKeyUsage = (...purposes: readonly string[]): Extension =>
  extension('extendedKeyUsage', sequence(...purposes.map(oid)))

const groups = (text: string): readonly string[] => (text === '' ? [] : text.split(':'))

const ipv6Octets = (address: string): Buffer => {
  const [head = [], tail = []] = address.split('::').map(groups)
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  return Buffer.from([...head, ...zeros, ...tail].map((group) => group.padStart(4, '0')).join(''), 'hex')
}

/** One general name of a subject alternative name. */
export const generalName = {
  uri,
  dns: (host: string): Buffer => taggedPrimitive(2, Buffer.from(host, 'latin1')),
  ipv4: (address: string): Buffer => taggedPrimitive(7, Buffer.from(address.split('.').map(Number))),
  ipv6: (address: string): Buffer => taggedPrimitive(7, ipv6Octets(address)),
  directory: (name: Buffer): Buffer => tagged(4, name),
} as const

/** Subject alternative name. */
export const subjectAltName = (...names: readonly Buffer[]): Extension =>
  extension('subjectAltName', sequence(...names))

/** Name constraints with one subtree. */
export const nameConstraints = (kind: 'permitted' | 'excluded', base: Buffer, critical = true): Extension =>
  extension('nameConstraints', sequence(tagged(kind === 'permitted' ? 0 : 1, sequence(base))), critical)

/** RFC 9608: no revocation information is available. */
export const noRevAvail: Extension = extension('noRevAvail', nothing)

/** ETSI EN 319 412-1 §5.2: so short-lived that it is not revoked. */
export const validityAssuredShortTerm: Extension = extension('validityAssuredShortTerm', nothing)

/** A critical extension that no implementation knows. */
export const unknownCritical: Extension = extension('unknown', nothing, true)

/** Why a certificate is revoked, by the numbers that stand for it (RFC 5280 §5.3.1). */
export const revocationReasons = {
  keyCompromise: 1,
  affiliationChanged: 3,
  superseded: 4,
  cessationOfOperation: 5,
  certificateHold: 6,
  removeFromCRL: 8,
  privilegeWithdrawn: 9,
} as const
export type RevocationReason = keyof typeof revocationReasons

/** DER of a reason. */
export const reasonIn = (reason: RevocationReason): Buffer => enumerated(revocationReasons[reason])

/** The reason of an entry of a CRL. */
export const reasonCode = (reason: RevocationReason): Extension => extension('reasonCode', reasonIn(reason))

/** What a CRL is confined to, critical as RFC 5280 §5.2.5 wants it. */
export const issuingDistributionPoint = (
  confinedTo: 'certificates of users' | 'certificates of several CAs',
): Extension =>
  extension(
    'issuingDistributionPoint',
    sequence(taggedPrimitive(confinedTo === 'certificates of users' ? 1 : 4, Buffer.from([0xff]))),
    true,
  )

/** Whose certificate an entry of an indirect CRL is about (RFC 5280 §5.3.3). */
export const certificateIssuer = (name: Buffer): Extension =>
  extension('certificateIssuer', sequence(generalName.directory(name)), true)

/** Number of a CRL. */
export const crlNumber = (number: number, critical = false): Extension =>
  extension('crlNumber', integer(number), critical)
