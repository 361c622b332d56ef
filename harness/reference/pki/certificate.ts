import { createHash, type KeyObject, X509Certificate } from 'node:crypto'
import * as pkijs from 'pkijs'
import { digestOf } from './signature-algorithm.js'

/** Object identifiers of the extensions that are read here (RFC 5280 §4.2, RFC 3739). */
export const oid = {
  subjectAltName: '2.5.29.17',
  keyUsage: '2.5.29.15',
  basicConstraints: '2.5.29.19',
  nameConstraints: '2.5.29.30',
  crlDistributionPoints: '2.5.29.31',
  extendedKeyUsage: '2.5.29.37',
  authorityInfoAccess: '1.3.6.1.5.5.7.1.1',
  qcStatements: '1.3.6.1.5.5.7.1.3',
} as const

/** Bits of the key usage extension, as masks of its first byte. */
const keyUsageBits = { digitalSignature: 0x80, nonRepudiation: 0x40, keyCertSign: 0x04, cRLSign: 0x02 } as const
export type KeyUsage = keyof typeof keyUsageBits

/** A certificate, read once. */
export class Certificate {
  readonly raw: Buffer
  readonly x509: X509Certificate
  readonly #signedBy = new WeakMap<Certificate, boolean>()
  #key: KeyObject | undefined
  #details: pkijs.Certificate | undefined
  #subject: Readonly<Record<string, string | readonly string[]>> | undefined

  /** Throws when the bytes are not exactly one X.509 certificate. */
  constructor(der: Buffer) {
    this.x509 = new X509Certificate(der)
    this.raw = this.x509.raw
    if (this.raw.length !== der.length) throw new TypeError('bytes around the certificate')
  }

  get key(): KeyObject {
    this.#key ??= this.x509.publicKey
    return this.#key
  }

  /** The parsed structure; throws on DER that pkijs cannot read. */
  get details(): pkijs.Certificate {
    this.#details ??= pkijs.Certificate.fromBER(this.raw)
    return this.#details
  }

  /** SHA-256 of the DER. */
  get fingerprint(): Buffer {
    return createHash('sha256').update(this.raw).digest()
  }

  get serialHex(): string {
    return this.x509.serialNumber.toLowerCase()
  }

  get selfIssued(): boolean {
    return this.x509.subject === this.x509.issuer
  }

  equals(other: Certificate): boolean {
    return this.raw.equals(other.raw)
  }

  /** Whether the names fit and the issuer's key made the signature. Says nothing about the issuer's right to issue. */
  isIssuedBy(issuer: Certificate): boolean {
    let signed = this.#signedBy.get(issuer)
    if (signed === undefined) {
      signed = this.namesAsIssuer(issuer) && verifies(this.x509, issuer.key)
      this.#signedBy.set(issuer, signed)
    }
    return signed
  }

  namesAsIssuer(issuer: Certificate): boolean {
    return this.x509.issuer === issuer.x509.subject
  }

  extension(id: string): pkijs.Extension | undefined {
    return this.details.extensions?.find(({ extnID }) => extnID === id)
  }

  get hasKeyUsage(): boolean {
    return this.extension(oid.keyUsage) !== undefined
  }

  /** Whether the key usage extension is there and holds the bit. */
  allows(usage: KeyUsage): boolean {
    const bits = this.extension(oid.keyUsage)?.parsedValue as { valueBlock?: { valueHexView?: Uint8Array } } | undefined
    return ((bits?.valueBlock?.valueHexView?.[0] ?? 0) & keyUsageBits[usage]) !== 0
  }

  get basicConstraints(): { readonly ca: boolean; readonly pathLength: number | undefined } {
    const parsed = this.extension(oid.basicConstraints)?.parsedValue as pkijs.BasicConstraints | undefined
    const length = parsed?.pathLenConstraint
    return { ca: parsed?.cA === true, pathLength: typeof length === 'number' ? length : undefined }
  }

  /** A seal certificate under eIDAS says so in its QCStatements (ETSI EN 319 412-5). */
  get isSeal(): boolean {
    return this.extension(oid.qcStatements) !== undefined
  }

  /** Digest of the issuer's signature, for example `sha256`; `undefined` when it is not one that we know. */
  get signatureDigest(): string | undefined {
    return digestOf(this.details.signatureAlgorithm)
  }

  /** HTTP addresses of the CRL distribution points. */
  get crlUrls(): readonly string[] {
    const parsed = this.extension(oid.crlDistributionPoints)?.parsedValue as pkijs.CRLDistributionPoints | undefined
    return (parsed?.distributionPoints ?? [])
      .flatMap(({ distributionPoint }) => (Array.isArray(distributionPoint) ? distributionPoint : []))
      .flatMap(httpUrl)
  }

  /** HTTP addresses of the OCSP responders. */
  get ocspUrls(): readonly string[] {
    const parsed = this.extension(oid.authorityInfoAccess)?.parsedValue as pkijs.InfoAccess | undefined
    return (parsed?.accessDescriptions ?? [])
      .filter(({ accessMethod }) => accessMethod === '1.3.6.1.5.5.7.48.1')
      .flatMap(({ accessLocation }) => httpUrl(accessLocation))
  }

  /** Whether the subject's attribute of that short name has that value and no other. */
  names(attribute: string, value: string): boolean {
    this.#subject ??= this.x509.toLegacyObject().subject as unknown as Record<string, string | readonly string[]>
    return this.#subject[attribute] === value
  }
}

const httpUrl = ({ type, value }: pkijs.GeneralName): readonly string[] =>
  type === 6 && /^https?:\/\//i.test(String(value)) ? [String(value)] : []

function verifies(certificate: X509Certificate, key: KeyObject): boolean {
  try {
    return certificate.verify(key)
  } catch {
    return false
  }
}
