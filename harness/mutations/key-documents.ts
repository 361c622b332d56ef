import { createPublicKey, type KeyObject } from 'node:crypto'
import { pem } from '../../ca/index.js'
import type { CertifiedKey } from '../../ca/types.js'

/** What is fetched from a URL. */
export interface KeyDocument {
  readonly contentType: string
  readonly body: string
}

/** A public key as a JWK (RFC 7517 §4). */
export const jwk = (key: KeyObject) => ({ ...createPublicKey(key).export({ format: 'jwk' }), use: 'sig', alg: 'RS256' })

/** A JWK Set with the public key alone, as `jku` points at (RFC 7515 §4.1.2). */
export const jwks = (key: KeyObject, kid?: string): KeyDocument => ({
  contentType: 'application/json',
  body: JSON.stringify({ keys: [{ ...jwk(key), ...(kid && { kid }) }] }),
})

/** A chain as PEM, leaf first, as `x5u` points at (RFC 7515 §4.1.5). */
export const pemChain = ({ chain }: CertifiedKey): KeyDocument => ({
  contentType: 'application/pem-certificate-chain',
  body: chain.map(pem).join(''),
})
