import { createPublicKey, type KeyObject, sign } from 'node:crypto'

/** One DER element of that tag around the parts. */
const element = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  const length = content.length
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...head]), content])
}
const sequence = (...parts: readonly Buffer[]): Buffer => element(0x30, ...parts)
const set = (...parts: readonly Buffer[]): Buffer => element(0x31, ...parts)
const integer = (value: number): Buffer => element(0x02, Buffer.from([value]))
const oid = (hex: string): Buffer => element(0x06, Buffer.from(hex, 'hex'))
const explicit = (...parts: readonly Buffer[]): Buffer => element(0xa0, ...parts)

const signedData = oid('2a864886f70d010702')
const data = oid('2a864886f70d010701')
const sha256WithRsa = sequence(oid('2a864886f70d01010b'), element(0x05))

/** The first half of a certificate. */
export const truncated = (certificate: Buffer): Buffer => certificate.subarray(0, certificate.length >> 1)

/** A PKCS#7 structure that holds nothing but the certificate (RFC 5652 §5.2, "certs-only"). */
export const certificateBag = (certificate: Buffer): Buffer =>
  sequence(signedData, explicit(sequence(integer(1), set(), sequence(data), explicit(certificate), set())))

/** SubjectPublicKeyInfo of a key. */
export const bareKey = (key: KeyObject): Buffer => createPublicKey(key).export({ type: 'spki', format: 'der' })

/** A certification request with an empty name, signed by the key that it is for (RFC 2986 §4). */
export const signingRequest = (key: KeyObject): Buffer => {
  const info = sequence(integer(0), sequence(), bareKey(key), explicit())
  const signature = element(0x03, Buffer.from([0]), sign('sha256', info, key))
  return sequence(info, sha256WithRsa, signature)
}
