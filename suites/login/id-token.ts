import { createHash } from 'node:crypto'
import type { Sent } from '../../harness/check/types.js'
import type { Json } from '../../harness/contracts/json.js'
import { decodeJwt, memberOf } from '../../harness/wire/decode.js'

/** The id_token of an answer; empty where there is none. */
export const idToken = ({ json }: Sent): string => {
  const token = memberOf(json, 'id_token')
  return typeof token === 'string' ? token : ''
}

/** A claim of the id_token of an answer; `null` where it is not there. */
export const claim = (sent: Sent, name: string): Json => memberOf(decodeJwt(idToken(sent)).payload, name) ?? null

/** What `at_hash` has to be: the left half of the hash of the access token (OpenID Connect Core §3.1.3.6); none where `alg` names no SHA-2. */
export function hashOf(sent: Sent): string | undefined {
  const { accessToken = '' } = sent
  const [, bits] = /^[A-Z]{2}(256|384|512)$/.exec(String(memberOf(decodeJwt(idToken(sent)).header, 'alg'))) ?? []
  if (bits === undefined) return undefined
  const hash = createHash(`sha${bits}`).update(accessToken).digest()
  return hash.subarray(0, hash.length / 2).toString('base64url')
}
