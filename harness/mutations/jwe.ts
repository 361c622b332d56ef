import type { KeyObject } from 'node:crypto'
import { CompactEncrypt } from 'jose'

/** How a JWE is encrypted (RFC 7518 §4.1, §5.1). */
export interface JweAlgorithms {
  readonly alg: 'RSA-OAEP' | 'RSA-OAEP-256'
  readonly enc: 'A256GCM' | 'A128CBC-HS256'
}

/** The usual pairs. */
export const jweAlgorithms: readonly JweAlgorithms[] = [
  { alg: 'RSA-OAEP-256', enc: 'A256GCM' },
  { alg: 'RSA-OAEP', enc: 'A128CBC-HS256' },
]

/** A nested JWT (RFC 7519 §5.2): the compact JWT, encrypted for the holder of a public key. */
export const encryptedFor = (jwt: string, publicKey: KeyObject, { alg, enc }: JweAlgorithms): Promise<string> =>
  new CompactEncrypt(Buffer.from(jwt)).setProtectedHeader({ alg, enc, cty: 'JWT' }).encrypt(publicKey)
