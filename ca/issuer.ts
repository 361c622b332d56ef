import { createHash, type KeyObject } from 'node:crypto'
import { readCertificate } from './certificate.js'
import { PkiError } from './errors.js'

/** Who can sign certificates, CRLs and OCSP responses, rightfully or not. */
export interface Issuer {
  /** SHA-256 of the certificate's DER, lower-case hex. */
  readonly id: string
  readonly key: KeyObject
  /** DER, its own certificate first, root last. */
  readonly chain: readonly Buffer[]
  /** DER of its distinguished name. */
  readonly name: Buffer
  /** SHA-1 of its public key. */
  readonly keyHash: Buffer
  readonly keyId: Buffer
}

/** SHA-256 of a certificate, lower-case hex: the id of an issuer. */
export const issuerId = (der: Buffer): string => createHash('sha256').update(der).digest('hex')

/** The issuer that holds `key`, with its certificate and those above it. */
export const issuerOf = (key: KeyObject, chain: readonly Buffer[]): Issuer => {
  const certificate = chain[0]
  if (certificate === undefined) throw new PkiError('An issuer needs a certificate.')
  const { subject, keyHash, keyId } = readCertificate(certificate)
  return { id: issuerId(certificate), key, chain, name: subject, keyHash, keyId }
}
