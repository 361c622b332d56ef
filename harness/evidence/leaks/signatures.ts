import { decodeJwt, memberOf } from '../../wire/decode.js'

/** A JWT as it is, also in an address or a form: base64url needs no escape there. */
const compact = /eyJ[\w-]*\.[\w-]*\.([\w-]{16,})/g
/** The signature of a JWS in JSON, also in a form. */
const inJson = /signature(?:\\?"|%22)(?:\s|%20|\+)*(?::|%3A)(?:\s|%20|\+)*(?:\\?"|%22)([\w-]{16,})/gi

/** Characters by which a signature is recognized. */
const beginning = 64

/** The signatures of all JWTs in a text; without those that were made from a public key in `x5c`, which everybody may see. */
export const signaturesIn = (text: string): readonly string[] => [
  ...[...text.matchAll(compact)].flatMap(([jwt, signature = '']) => (isPublic(jwt, signature) ? [] : [signature])),
  ...[...text.matchAll(inJson)].map(([, signature = '']) => signature),
]

function isPublic(jwt: string, signature: string): boolean {
  const x5c = memberOf(decodeJwt(jwt).header, 'x5c')
  const bytes = Buffer.from(signature.slice(0, beginning), 'base64url')
  return Array.isArray(x5c) && x5c.some((one) => Buffer.from(String(one), 'base64').includes(bytes))
}
