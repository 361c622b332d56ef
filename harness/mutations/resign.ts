import { type KeyObject, sign } from 'node:crypto'
import type { Parts } from './types.js'

/** Base64url without padding. */
export const base64url = (data: string | Buffer): string => Buffer.from(data as string).toString('base64url')

/** What a part says, as UTF-8 text. */
export const decoded = (part: string): string => Buffer.from(part, 'base64url').toString('utf8')

/** Digests of the algorithms of the interface text beside RS256 (L246). */
const digests: Readonly<Record<string, string>> = { RS384: 'sha384', RS512: 'sha512' }

/** The digest that a header asks for, as far as it can be read. */
function digestOf(header: string): string {
  try {
    const { alg } = JSON.parse(decoded(header)) as { readonly alg?: unknown }
    return digests[String(alg)] ?? 'sha256'
  } catch {
    return 'sha256'
  }
}

/** The compact serialization of these very spellings of header and payload, signed as the header says: the mutation is all that is wrong with it. */
export const signedAgain = (parts: Pick<Parts, 'header' | 'payload'>, key: KeyObject): string => {
  const input = `${parts.header}.${parts.payload}`
  return `${input}.${sign(digestOf(parts.header), Buffer.from(input), key).toString('base64url')}`
}

/** Most tries to find a signature of a certain shape. */
const tries = 5_000

/**
 * Adds spaces to the payload's JSON, which change only the signature, until the signature fits.
 * @returns The three parts; undefined when none of 5,000 fits.
 */
export const signedUntil = (parts: Parts, key: KeyObject, fits: (signature: Buffer) => boolean): Parts | undefined => {
  const digest = digestOf(parts.header)
  for (let spaces = 0; spaces < tries; spaces += 1) {
    const text = `${' '.repeat(Math.floor(spaces / 100))}${decoded(parts.payload)}${' '.repeat(spaces % 100)}`
    const payload = base64url(text)
    const signature = sign(digest, Buffer.from(`${parts.header}.${payload}`), key)
    if (fits(signature)) return { header: parts.header, payload, signature: base64url(signature) }
  }
  return undefined
}
