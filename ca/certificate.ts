import { createHash, createPublicKey, type KeyObject } from 'node:crypto'
import { bitString, integer, integerOctets, oid, sequence, tagged, time } from './encoding/der.js'
import { childAt, type Element, readChildren, readElement } from './encoding/der-reader.js'
import { type Extension, encodeExtension, extensionOids } from './encoding/extensions.js'
import { algorithmIdentifier, type SignatureAlgorithm, signData } from './encoding/signature.js'
import { PkiError } from './errors.js'

/** A certificate before it is signed; every part can be turned, also into what RFC 5280 forbids. */
export interface Draft {
  readonly version: 1 | 3
  /** Content octets of the INTEGER. */
  readonly serial: Buffer
  readonly signature: SignatureAlgorithm
  /** What the signed part claims about the signature, where that differs. */
  readonly claimedSignature?: SignatureAlgorithm
  readonly issuer: Buffer
  readonly notBefore: Date
  readonly notAfter: Date
  readonly subject: Buffer
  /** DER of the SubjectPublicKeyInfo. */
  readonly publicKey: Buffer
  readonly extensions: readonly Extension[]
}

/** DER of the certificate that `key` signs. */
export const signCertificate = async (draft: Draft, key: KeyObject): Promise<Buffer> => {
  const signed = sequence(
    ...(draft.version === 3 ? [tagged(0, integer(2))] : []),
    integerOctets(draft.serial),
    algorithmIdentifier(key, draft.claimedSignature ?? draft.signature),
    draft.issuer,
    sequence(time(draft.notBefore), time(draft.notAfter)),
    draft.subject,
    draft.publicKey,
    ...(draft.extensions.length > 0 ? [tagged(3, sequence(...draft.extensions.map(encodeExtension)))] : []),
  )
  const signature = await signData(signed, key, draft.signature)
  return sequence(signed, algorithmIdentifier(key, draft.signature), bitString(signature))
}

/** What Assay reads back from a certificate. */
export interface CertificateFacts {
  /** Content octets of the INTEGER. */
  readonly serial: Buffer
  /** DER of the subject. */
  readonly subject: Buffer
  /** SHA-1 of the public key's bits, as OCSP and key identifiers use it. */
  readonly keyHash: Buffer
  /** Value of the subject key identifier; the key's hash where it is absent. */
  readonly keyId: Buffer
}

const subjectKeyId = (extensions: Element | undefined): Buffer | undefined => {
  if (extensions === undefined) return undefined
  const type = oid(extensionOids.subjectKeyIdentifier)
  for (const extension of readChildren(childAt(extensions, 0))) {
    const [id, ...rest] = readChildren(extension)
    const value = rest.at(-1)
    if (id?.bytes.equals(type) && value) return readElement(value.content).content
  }
  return undefined
}

/** The bits of a SubjectPublicKeyInfo, without tag, length and count of unused bits: what key hashes are computed over. */
export const publicKeyBits = (publicKey: Buffer): Buffer => childAt(readElement(publicKey), 1).content.subarray(1)

/** SHA-1 of the bits of a SubjectPublicKeyInfo (RFC 5280 §4.2.1.2 (1)). */
export const keyHash = (publicKey: Buffer): Buffer => createHash('sha1').update(publicKeyBits(publicKey)).digest()

/** Reads a certificate. Throws `PkiError` if it is not one. */
export const readCertificate = (der: Buffer): CertificateFacts => {
  const parts = readChildren(childAt(readElement(der), 0))
  const start = parts[0]?.tag === 0xa0 ? 1 : 0
  const part = (index: number): Element => {
    const found = parts[start + index]
    if (found === undefined) throw new PkiError('A certificate has fewer members than expected.')
    return found
  }
  const hash = keyHash(part(5).bytes)
  return {
    serial: part(0).content,
    subject: part(4).bytes,
    keyHash: hash,
    keyId: subjectKeyId(parts.find(({ tag }) => tag === 0xa3)) ?? hash,
  }
}

const publicKeys = new WeakMap<KeyObject, Buffer>()

/** DER of the SubjectPublicKeyInfo of a private key; computed once per key object. */
export const publicKeyOf = (key: KeyObject): Buffer => {
  const known = publicKeys.get(key)
  if (known) return known
  const der = createPublicKey(key).export({ type: 'spki', format: 'der' })
  publicKeys.set(key, der)
  return der
}
