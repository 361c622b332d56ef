import type { KeyObject } from 'node:crypto'
import { base64url, decoded, signedAgain } from './resign.js'
import type { Parts } from './types.js'

/** General JWS JSON Serialization (RFC 7515 §7.2.1) with these signatures. */
export const general = (payload: string, signatures: readonly Pick<Parts, 'header' | 'signature'>[]): string =>
  JSON.stringify({
    payload,
    signatures: signatures.map((one) => ({ protected: one.header, signature: one.signature })),
  })

/** Flattened JWS JSON Serialization (RFC 7515 §7.2.2); `unprotected` is a header that nothing signs. */
export const flattened = ({ header, payload, signature }: Parts, unprotected?: object): string =>
  JSON.stringify({ payload, protected: header, ...(unprotected && { header: unprotected }), signature })

/**
 * A text that one reader takes for a signed JWS in JSON and another for a compact JWS (CVE-2022-39227): the signed
 * part is addressed to `elsewhere`, between the first two dots stand the sound claims, signed by nobody.
 */
export const polyglot = ({ header, payload }: Parts, key: KeyObject, elsewhere: string): string => {
  const claims = JSON.parse(decoded(payload)) as object
  const verified = base64url(JSON.stringify({ ...claims, aud: elsewhere }))
  const [, , signature = ''] = signedAgain({ header, payload: verified }, key).split('.')
  return `{"  ${header}.${payload}.":"","protected":"${header}","payload":"${verified}","signature":"${signature}"}`
}
