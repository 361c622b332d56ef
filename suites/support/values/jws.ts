import type { KeyObject } from 'node:crypto'
import * as serialization from '../../../harness/mutations/json-serialization.js'
import { modulusOf } from '../../../harness/mutations/pkcs1.js'

/** A respelling of one compact serialization. */
export type Respell = (compact: string) => string

/** Changes the signature part and leaves the signed ones as they are. */
export const inSignature =
  (change: (signature: string) => string): Respell =>
  (compact) => {
    const at = compact.lastIndexOf('.') + 1
    return `${compact.slice(0, at)}${change(compact.slice(at))}`
  }

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/**
 * The last character with `flip` applied to its unused bits (RFC 4648 §3.5): other text, same bytes. Unchanged where
 * the length leaves no such bits.
 */
export const inUnusedBits = (flip: number): Respell =>
  inSignature((signature) => {
    const unused = [0, 0, 0b1111, 0b11][signature.length % 4] ?? 0
    const last = alphabet.indexOf(signature.slice(-1))
    return `${signature.slice(0, -1)}${alphabet[last ^ (flip & unused)]}`
  })

/** The raw signature as a number changed by `change`, written in as many bytes as it takes, never fewer than before. */
const asNumber = (change: (value: bigint, length: number) => { value: bigint; length: number }): Respell =>
  inSignature((signature) => {
    const bytes = Buffer.from(signature, 'base64url')
    const { value, length } = change(BigInt(`0x${bytes.toString('hex')}`), bytes.length)
    const hex = value.toString(16)
    return Buffer.from(hex.padStart(Math.max(2 * length, hex.length + (hex.length % 2)), '0'), 'hex').toString(
      'base64url',
    )
  })

/** The same signature with a leading zero byte. */
export const zeroPrefixed: Respell = asNumber((value, length) => ({ value, length: length + 1 }))

/** The signature plus the modulus of its key: the same number to a verifier that reduces it (RFC 8017 §8.2.2 forbids it). */
export const plusModulus = (key: KeyObject): Respell => {
  const modulus = modulusOf(key)
  return asNumber((value, length) => ({ value: value + modulus, length }))
}

const partsOf = (compact: string) => {
  const [header = '', payload = '', signature = ''] = compact.split('.')
  return { header, payload, signature }
}

/** The flattened JSON serialization of the same parts (RFC 7515 §7.2.2). */
export const flattened: Respell = (compact) => serialization.flattened(partsOf(compact))

/** The general JSON serialization of the same parts (RFC 7515 §7.2.1). */
export const general: Respell = (compact) => serialization.general(partsOf(compact).payload, [partsOf(compact)])
