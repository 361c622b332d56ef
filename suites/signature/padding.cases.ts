import { signature } from '../../harness/mutations/mutation.js'
import {
  type DigestInfoShape,
  digestInfo,
  encodedMessage,
  modulusLength,
  type PaddingShape,
  rawSignature,
} from '../../harness/mutations/pkcs1.js'
import type { Mutation } from '../../harness/mutations/types.js'

/** The party's own key over a message that is encoded otherwise. */
const encoded = (name: string, info: DigestInfoShape, padding: PaddingShape = {}): Mutation =>
  signature(name, (signing) => {
    signing.sign = (input, key) =>
      rawSignature(encodedMessage(digestInfo(input, info), modulusLength(key), padding), key)
  })

const garbage = Buffer.alloc(16, 0xa5)

/** DigestInfo or padding that a strict reader refuses and a loose one takes (RFC 8017 §8.2.2 compares whole messages). */
export const loosePaddings: readonly Mutation[] = [
  encoded('long-form length of the sequence', { longForm: { sequence: 1 } }),
  encoded('length of the sequence in two bytes', { longForm: { sequence: 2 } }),
  encoded('long-form length of the algorithm', { longForm: { algorithm: 1 } }),
  encoded('long-form length of the digest', { longForm: { digest: 1 } }),
  encoded('parameters that are no NULL', { parameters: Buffer.of(0x04, 0x00) }),
  encoded('NULL with content', { parameters: Buffer.concat([Buffer.of(5, garbage.length), garbage]) }),
  encoded('OID of SHA-1', { oid: 'sha-1' }),
  encoded('OID of SHA-384', { oid: 'sha-384' }),
  encoded('garbage inside the DigestInfo', { inside: Buffer.concat([Buffer.of(4, garbage.length), garbage]) }),
  encoded('garbage after the DigestInfo', {}, { behind: garbage }),
  encoded('zeros after the DigestInfo', {}, { behind: Buffer.alloc(16) }),
  // A 2048-bit message with eight bytes of FF, the least that RFC 8017 allows, and garbage for the rest.
  signature('eight bytes of padding, garbage for the rest', (signing) => {
    signing.sign = (input, key) => {
      const info = digestInfo(input)
      const length = modulusLength(key)
      return rawSignature(encodedMessage(info, length, { behind: Buffer.alloc(length - info.length - 11, 0xa5) }), key)
    }
  }),
  encoded('block type 0', {}, { blockType: 0, filler: 0 }),
  encoded('block type 2', {}, { blockType: 2, filler: 0xa5 }),
  encoded('padding that is no FF', {}, { filler: 0xfe }),
  encoded('no zero before the DigestInfo', {}, { separator: 0xff }),
]

/** Taken by some libraries; advisory. */
export const digestInfoWithoutNull = encoded('DigestInfo without NULL', { parameters: Buffer.alloc(0) })
