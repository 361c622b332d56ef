import { hash } from 'node:crypto'
import { decodeJwt, memberOf } from '../../wire/decode.js'

const compact = /eyJ[\w-]*\.[\w-]*\.[\w-]*/g

/** Digests by which certificates are named (RFC 7515 §4.1.7, §4.1.8), by their length in bytes. */
const digests = new Map([
  [20, 'sha1'],
  [32, 'sha256'],
  [64, 'sha512'],
])

/** The certificates in `x5c` of all JWTs in a text, as DER. */
const certificatesIn = (text: string): readonly Buffer[] =>
  [...text.matchAll(compact)].flatMap(([jwt]) => {
    const x5c = memberOf(decodeJwt(jwt).header, 'x5c')
    return Array.isArray(x5c) ? x5c.map((one) => Buffer.from(String(one), 'base64')) : []
  })

/** The bytes that a text spells in hexadecimal digits, with colons between them or not, or in base64. */
const bytesOf = (text: string): Buffer => {
  const digits = text.replaceAll(':', '')
  return /^([0-9a-f]{2})+$/i.test(digits) ? Buffer.from(digits, 'hex') : Buffer.from(text, 'base64')
}

/** Finds out whether a text is the fingerprint of a certificate in one of the JWTs of a request, which everybody may know. */
export function fingerprintsIn(request: string): (text: string) => boolean {
  const known = new Map<string, ReadonlySet<string>>()
  const digestsBy = (name: string): ReadonlySet<string> => {
    const made = known.get(name) ?? new Set(certificatesIn(request).map((der) => hash(name, der)))
    known.set(name, made)
    return made
  }
  return (text) => {
    const bytes = bytesOf(text)
    const name = digests.get(bytes.length)
    return name !== undefined && digestsBy(name).has(bytes.toString('hex'))
  }
}
