import { constants, type KeyObject, verify } from 'node:crypto'
import { type Element, tag } from './element.js'
import type { Fields } from './fields.js'
import { type Algorithm, digestOf, isPss, readAlgorithm } from './signature-algorithm.js'
import { bitsOf } from './values.js'

/** A signed ASN.1 structure (certificate, CRL, OCSP answer). */
export interface Signed {
  readonly content: Element
  readonly algorithm: Algorithm
  readonly signature: Buffer
}

/** Reads the three members with which such a structure begins. Throws a `TypeError` when it is none. */
export const readSigned = (fields: Fields): Signed => ({
  content: fields.take(tag.sequence),
  algorithm: readAlgorithm(fields.take()),
  signature: bitsOf(fields.take(tag.bits)),
})

/** Whether a key made the signature. */
export function isSignedWith({ content, algorithm, signature }: Signed, key: KeyObject): boolean {
  const digest = digestOf(algorithm)
  if (digest === undefined || digest === 'md5') return false
  const verifying = isPss(algorithm)
    ? { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO }
    : { key }
  try {
    return verify(digest, content.bytes, verifying, signature)
  } catch {
    return false
  }
}
