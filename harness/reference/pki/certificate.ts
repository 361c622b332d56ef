import { createHash, type KeyObject, X509Certificate } from 'node:crypto'
import { type CertificateDetails, readDetails } from './certificate-details.js'
import {
  type BasicConstraints,
  basicConstraints,
  crlAddresses,
  issuerAddresses,
  keyUsage,
  ocspAddresses,
} from './extension-values.js'
import { type Extension, oid, type Reading, said } from './extensions.js'
import { digestOf } from './signature-algorithm.js'

/** Bits of the key usage extension, as masks of its first byte. */
const keyUsageBits = { digitalSignature: 0x80, nonRepudiation: 0x40, keyCertSign: 0x04, cRLSign: 0x02 } as const
export type KeyUsage = keyof typeof keyUsageBits

/** A certificate, read once. */
export class Certificate {
  readonly raw: Buffer
  readonly x509: X509Certificate
  readonly #signedBy = new WeakMap<Certificate, boolean>()
  #key: KeyObject | undefined
  #details: CertificateDetails | undefined
  #extensions: ReadonlyMap<string, Extension> | undefined
  readonly #said = new Map<Reading<unknown>, unknown>()
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

  /** What stands in it; throws when it is malformed. */
  get details(): CertificateDetails {
    this.#details ??= readDetails(this.raw)
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
      signed = this.namesAsIssuer(issuer) && this.isSignedBy(issuer)
      this.#signedBy.set(issuer, signed)
    }
    return signed
  }

  isSignedBy(issuer: Certificate): boolean {
    return verifies(this.x509, issuer.key)
  }

  namesAsIssuer(issuer: Certificate): boolean {
    return this.x509.issuer === issuer.x509.subject
  }

  /** What an extension says; the first, where there are several. */
  said<T>(reading: Reading<T>): T {
    if (!this.#said.has(reading)) this.#said.set(reading, said(reading, this.#extension(reading.id)))
    return this.#said.get(reading) as T
  }

  #extension(id: string): Extension | undefined {
    this.#extensions ??= new Map(this.details.extensions.toReversed().map((each) => [each.id, each]))
    return this.#extensions.get(id)
  }

  get hasKeyUsage(): boolean {
    return this.#extension(oid.keyUsage) !== undefined
  }

  /** Whether the key usage extension is there and holds the bit. */
  allows(usage: KeyUsage): boolean {
    return ((this.said(keyUsage)?.[0] ?? 0) & keyUsageBits[usage]) !== 0
  }

  get basicConstraints(): BasicConstraints {
    return this.said(basicConstraints)
  }

  /** A seal certificate under eIDAS says so in its QCStatements (ETSI EN 319 412-5). */
  get isSeal(): boolean {
    return this.#extension(oid.qcStatements) !== undefined
  }

  /** Digest of the issuer's signature, for example `sha256`; `undefined` when it is not one that we know. */
  get signatureDigest(): string | undefined {
    return digestOf(this.details.algorithm)
  }

  /** HTTP addresses of the CRL distribution points. */
  get crlUrls(): readonly string[] {
    return this.said(crlAddresses)
  }

  /** HTTP addresses of the OCSP responders. */
  get ocspUrls(): readonly string[] {
    return this.said(ocspAddresses)
  }

  /** HTTP addresses at which the certificate of its issuer lies. */
  get issuerUrls(): readonly string[] {
    return this.said(issuerAddresses)
  }

  /**
   * Whether the subject's attribute of that short name has that value and no other.
   * @param compared How the two are compared, which only a fault changes.
   */
  names(attribute: string, value: string, compared = (own: string, other: string): boolean => own === other): boolean {
    this.#subject ??= this.x509.toLegacyObject().subject as unknown as Record<string, string | readonly string[]>
    const own = this.#subject[attribute]
    return typeof own === 'string' && compared(own, value)
  }
}

function verifies(certificate: X509Certificate, key: KeyObject): boolean {
  try {
    return certificate.verify(key)
  } catch {
    return false
  }
}
