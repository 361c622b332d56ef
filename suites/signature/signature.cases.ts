import { encoding, signature } from '../../harness/mutations/mutation.js'
import { modulusLength, modulusOf, toBytes } from '../../harness/mutations/pkcs1.js'
import { base64url } from '../../harness/mutations/resign.js'
import type { Mutation } from '../../harness/mutations/types.js'
import type { Row } from '../support/row.js'
import { row } from '../support/row.js'
import { nonReduced } from './non-reduced.js'
import { digestInfoWithoutNull, loosePaddings } from './padding.cases.js'

/** A part with its JSON changed in one bit, so that it stays JSON. */
const withBitOf = (part: string, character: RegExp, bit: number): string => {
  const bytes = Buffer.from(part, 'base64url')
  const at = bytes.toString('latin1').search(character)
  bytes[at] = (bytes[at] ?? 0) ^ bit
  return bytes.toString('base64url')
}

const withMiddleBit = (part: string): string => {
  const bytes = Buffer.from(part, 'base64url')
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
  return base64url(bytes)
}

/** Other bytes in place of the signature. */
const replaced = (name: string, bytes: (sound: Buffer, length: number, modulus: bigint) => Buffer): Mutation =>
  signature(name, (signing) => {
    const { sign } = signing
    signing.sign = (input, key) => bytes(sign(input, key), modulusLength(key), modulusOf(key))
  })

/**
 * What is found of a signature belongs to one request: a server that keeps it in one place mixes up those that come at
 * once.
 */
export const besideOthers: Row = row(
  'signature.beside-others',
  'JWT-SIGNED',
  ['mixes-up-signatures', 'shares-verdict-on-signature'],
  { level: 'must', unsafe: 'race' },
).sends(
  'an assertion with one bit changed beside sound ones of its client and of others',
  encoding('one bit of the signature', (parts) => `${parts.header}.${parts.payload}.${withMiddleBit(parts.signature)}`),
)

/** Signatures that do not verify (RFC 7515 §5.2, RFC 8017 §8.2.2). */
export const refused: readonly Row[] = [
  row('signature.bit-flipped', 'SIG-01', 'skips-signature').sends('an assertion with one bit changed after signing', [
    encoding(
      'one bit of the signature',
      (parts) => `${parts.header}.${parts.payload}.${withMiddleBit(parts.signature)}`,
    ),
    // The first character of the value of jti.
    encoding('one bit of the payload', ({ header, payload, signature: bytes }) =>
      [header, withBitOf(payload, /(?<="jti":").(?=.)/, 1), bytes].join('.'),
    ),
    // JWT becomes jWT, which means the same (RFC 7515 §4.1.9).
    encoding('one bit of the header', ({ header, payload, signature: bytes }) =>
      [withBitOf(header, /J(?=WT")/, 0x20), payload, bytes].join('.'),
    ),
  ]),
  row('signature.odd-values', 'SIG-03', 'skips-signature').sends(
    'signatures that are zero, one, the modulus, or of another length',
    [
      replaced('signature 0', (_, length) => Buffer.alloc(length)),
      replaced('signature 1', (_, length) => toBytes(1n, length)),
      replaced('signature n-1', (_, length, modulus) => toBytes(modulus - 1n, length)),
      replaced('signature n', (_, length, modulus) => toBytes(modulus, length)),
      replaced('empty signature', () => Buffer.alloc(0)),
      replaced('signature of 1 byte', (sound) => sound.subarray(0, 1)),
      replaced('last byte of the signature cut', (sound) => sound.subarray(0, -1)),
      replaced('a byte after the signature', (sound) => Buffer.concat([sound, Buffer.of(0)])),
    ],
  ),
  row('signature.out-of-range', 'SIG-04', 'reduces-signature').sends('a signature beyond the modulus', nonReduced),
  row('signature.loose-padding', 'SIG-05', 'accepts-loose-padding').sends(
    'PKCS#1 v1.5 padding that is not exactly the right one',
    loosePaddings,
  ),
]

/** What is only noted. */
export const recorded: readonly Row[] = [
  row('signature.digest-info-without-null', 'SIG-05', [], { level: 'should' }).sends(
    'what it does with a DigestInfo without NULL',
    digestInfoWithoutNull,
  ),
]
