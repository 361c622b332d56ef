import type { Json, JsonObject } from '../../harness/json.js'
import { decodeJwt } from '../../harness/wire/decode.js'

/** An access token with one character changed in the middle of its last part, where a change is a change in every encoding. */
export const altered = (token: string): string => {
  const start = token.lastIndexOf('.') + 1
  const at = start + Math.floor((token.length - start) / 2)
  const other = /[a-z]/i.test(token[at] ?? '') ? '7' : 'q'
  return `${token.slice(0, at)}${other}${token.slice(at + 1)}`
}

/** The claims of an access token under `alg` none, without a signature; where it is no JWT, claims of a server that names the party. */
export const unsigned = (token: string, partyId: string): string => {
  const { header, payload, parts } = decodeJwt(token)
  const own = parts.length === 3 && isObject(header) && isObject(payload)
  const invented = { iss: partyId, sub: partyId, client_id: partyId, exp: Math.floor(Date.now() / 1000) + 3600 }
  const content = own ? [{ ...header, alg: 'none' }, payload] : [{ alg: 'none', typ: 'JWT' }, invented]
  return `${content.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`
}

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
