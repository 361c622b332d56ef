import { constants, createHash, createPublicKey, type KeyObject, privateEncrypt } from 'node:crypto'

/** Object identifiers of digests, DER content. */
const oids = {
  'sha-1': Buffer.from('2b0e03021a', 'hex'),
  'sha-256': Buffer.from('608648016503040201', 'hex'),
  'sha-384': Buffer.from('608648016503040202', 'hex'),
}

const sha256 = (input: Buffer): Buffer => createHash('sha256').update(input).digest()

/** A DER element with its length in the shortest form, or in one of `lengthBytes` bytes more (BER). */
const element = (tag: number, content: Buffer, lengthBytes = 0): Buffer => {
  const length = Buffer.alloc(lengthBytes)
  if (lengthBytes === 0) return Buffer.concat([Buffer.of(tag, content.length), content])
  length.writeUIntBE(content.length, 0, lengthBytes)
  return Buffer.concat([Buffer.of(tag, 0x80 | lengthBytes), length, content])
}

/** How a DigestInfo (RFC 8017 §9.2) departs from the only right one. */
export interface DigestInfoShape {
  readonly oid?: keyof typeof oids
  /** Parameters of the algorithm; NULL unless told. */
  readonly parameters?: Buffer
  /** Bytes of long-form lengths, where the short form is due: of the outer sequence, the algorithm, the digest. */
  readonly longForm?: { readonly sequence?: number; readonly algorithm?: number; readonly digest?: number }
  /** Bytes behind the digest, inside the sequence. */
  readonly inside?: Buffer
}

/** DigestInfo over SHA-256 of the input, right but for what is named. */
export const digestInfo = (input: Buffer, shape: DigestInfoShape = {}): Buffer => {
  const { oid = 'sha-256', parameters = Buffer.of(5, 0), longForm = {}, inside = Buffer.alloc(0) } = shape
  const algorithm = element(0x30, Buffer.concat([element(6, oids[oid]), parameters]), longForm.algorithm)
  const digest = element(4, sha256(input), longForm.digest)
  return element(0x30, Buffer.concat([algorithm, digest, inside]), longForm.sequence)
}

/** How an encoded message (RFC 8017 §9.2: 00 01 FF… 00 T) departs from the only right one. */
export interface PaddingShape {
  readonly blockType?: number
  readonly filler?: number
  /** Bytes behind the DigestInfo; fewer bytes of filling make room for them. */
  readonly behind?: Buffer
  readonly separator?: number
}

/** An encoded message of `length` bytes around `info`, right but for what is named. */
export const encodedMessage = (info: Buffer, length: number, shape: PaddingShape = {}): Buffer => {
  const { blockType = 1, filler = 0xff, behind = Buffer.alloc(0), separator = 0 } = shape
  const filling = Buffer.alloc(length - 3 - info.length - behind.length, filler)
  return Buffer.concat([Buffer.of(0, blockType), filling, Buffer.of(separator), info, behind])
}

/** Bytes of a modulus and of its signatures. */
export const modulusLength = (key: KeyObject): number => Math.ceil((key.asymmetricKeyDetails?.modulusLength ?? 0) / 8)

/** The modulus of an RSA key. */
export const modulusOf = (key: KeyObject): bigint => {
  const { n = '' } = createPublicKey(key).export({ format: 'jwk' })
  return BigInt(`0x${Buffer.from(n, 'base64url').toString('hex')}`)
}

/** A non-negative number as that many bytes, big-endian. */
export const toBytes = (value: bigint, length: number): Buffer =>
  Buffer.from(value.toString(16).padStart(2 * length, '0'), 'hex')

/** The bare RSA operation over an encoded message (RFC 8017 §5.2.1). */
export const rawSignature = (message: Buffer, key: KeyObject): Buffer =>
  privateEncrypt({ key, padding: constants.RSA_NO_PADDING }, message)
