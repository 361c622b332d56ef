import { constants, createHmac, sign as cryptoSign, type KeyObject } from 'node:crypto'
import { HarnessError } from '../contracts/errors.js'
import type { JsonObject } from '../contracts/json.js'

/** Base64url without padding (RFC 7515 §2). Text is taken as UTF-8. */
export const base64url = (data: string | Uint8Array): string => Buffer.from(data as string).toString('base64url')

/** From the signing input to the raw signature. */
export type Sign = (input: Buffer, key: KeyObject) => Buffer

const rsa =
  (digest: string): Sign =>
  (input, key) =>
    cryptoSign(digest, input, key)

const pss =
  (digest: string): Sign =>
  (input, key) =>
    cryptoSign(digest, input, {
      key,
      padding: constants.RSA_PKCS1_PSS_PADDING,
      saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
    })

const ecdsa =
  (digest: string): Sign =>
  (input, key) =>
    cryptoSign(digest, input, { key, dsaEncoding: 'ieee-p1363' })

const hmac =
  (digest: string): Sign =>
  (input, key) =>
    createHmac(digest, key).update(input).digest()

/** One signer per `alg` of RFC 7518 §3.1 and RFC 8037; `none` gives the empty signature. RSA keys are PKCS#1 v1.5 unless PS*. */
export const signers = {
  RS256: rsa('sha256'),
  RS384: rsa('sha384'),
  RS512: rsa('sha512'),
  PS256: pss('sha256'),
  PS384: pss('sha384'),
  PS512: pss('sha512'),
  ES256: ecdsa('sha256'),
  ES384: ecdsa('sha384'),
  ES512: ecdsa('sha512'),
  EdDSA: (input, key) => cryptoSign(null, input, key),
  HS256: hmac('sha256'),
  HS384: hmac('sha384'),
  HS512: hmac('sha512'),
  none: () => Buffer.alloc(0),
} satisfies Record<string, Sign>

/** An `alg` that `signers` knows. */
export type Algorithm = keyof typeof signers

/** The signer of an `alg`. Throws HarnessError for one that `signers` lacks. */
export const signer = (alg: string): Sign => {
  if (!Object.hasOwn(signers, alg)) throw new HarnessError(`no signer for alg ${alg}`)
  return signers[alg as Algorithm]
}

/** A part before encoding: JSON that is written compactly, or the very bytes. */
export type Raw = JsonObject | string | Uint8Array

const encodePart = (part: Raw): string =>
  base64url(typeof part === 'string' || part instanceof Uint8Array ? part : JSON.stringify(part))

/** Header and payload in base64url; text and bytes are encoded as they are, valid or not. */
export const encodeParts = (header: Raw, payload: Raw): { readonly header: string; readonly payload: string } => ({
  header: encodePart(header),
  payload: encodePart(payload),
})

/** JWS Signing Input (RFC 7515 §2). */
export const signingInput = (parts: { readonly header: string; readonly payload: string }): Buffer =>
  Buffer.from(`${parts.header}.${parts.payload}`, 'latin1')

/**
 * JWS Compact Serialization. Signed as `header.alg` says; a header given as text or bytes, or with another `alg`,
 * needs `sign`.
 * @throws HarnessError when neither says how to sign.
 */
export const compact = (header: Raw, payload: Raw, key: KeyObject, sign: Sign = signerOf(header)): string => {
  const parts = encodeParts(header, payload)
  return `${parts.header}.${parts.payload}.${base64url(sign(signingInput(parts), key))}`
}

const signerOf = (header: Raw): Sign => {
  const alg = typeof header === 'string' || header instanceof Uint8Array ? undefined : header.alg
  if (typeof alg !== 'string') throw new HarnessError('say how to sign: the header names no alg')
  return signer(alg)
}

/** Elements of `x5c`: base64 of each DER, in the order given (RFC 7515 §4.1.6). */
export const x5c = (chain: readonly Uint8Array[]): string[] => chain.map((der) => Buffer.from(der).toString('base64'))
