import { constants, type KeyObject, verify } from 'node:crypto'
import type * as pkijs from 'pkijs'

/** Digests by the object identifiers of signature algorithms that name them. */
const digests: Readonly<Record<string, string>> = {
  '1.2.840.113549.1.1.4': 'md5',
  '1.2.840.113549.1.1.5': 'sha1',
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
  '1.2.840.10045.4.1': 'sha1',
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
}
const hashes: Readonly<Record<string, string>> = {
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
}
const rsassaPss = '1.2.840.113549.1.1.10'

/** Digest of a signature algorithm; `undefined` when it is not one that we know. RSASSA-PSS defaults to SHA-1 (RFC 4055 §3.1). */
export function digestOf(algorithm: pkijs.AlgorithmIdentifier): string | undefined {
  if (algorithm.algorithmId !== rsassaPss) return digests[algorithm.algorithmId]
  const hash = /1\.3\.14\.3\.2\.26|2\.16\.840\.1\.101\.3\.4\.2\.[123]/.exec(
    JSON.stringify(algorithm.algorithmParams ?? {}),
  )
  return hash ? hashes[hash[0]] : 'sha1'
}

/** Whether a key made the signature of a signed ASN.1 structure (CRL, OCSP response). */
export function verifiesStructure(
  signed: Uint8Array,
  algorithm: pkijs.AlgorithmIdentifier,
  signature: Uint8Array,
  key: KeyObject,
): boolean {
  const digest = digestOf(algorithm)
  if (digest === undefined || digest === 'md5') return false
  const pss = algorithm.algorithmId === rsassaPss
  const verifying = pss
    ? { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO }
    : { key }
  try {
    return verify(digest, signed, verifying, signature)
  } catch {
    return false
  }
}
