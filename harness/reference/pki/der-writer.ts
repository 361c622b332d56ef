import { tag } from './element.js'

/** One element of DER (X.690 §8.1); the parts are joined. */
export function element(identifier: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.of(identifier, ...lengthOctets(content.length)), content])
}

/** SEQUENCE. */
export const sequence = (...parts: readonly Uint8Array[]): Buffer => element(tag.sequence, ...parts)

function lengthOctets(length: number): readonly number[] {
  if (length < 0x80) return [length]
  const hex = length.toString(16)
  const octets = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')
  return [0x80 | octets.length, ...octets]
}
