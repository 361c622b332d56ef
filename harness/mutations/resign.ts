import { type KeyObject, sign } from 'node:crypto'
import type { Parts } from './types.js'

/** Base64url without padding. */
export const base64url = (data: string | Buffer): string => Buffer.from(data as string).toString('base64url')

/** What a part says, as UTF-8 text. */
export const decoded = (part: string): string => Buffer.from(part, 'base64url').toString('utf8')

/** The compact serialization of these very spellings of header and payload, signed RS256: the mutation is all that is wrong with it. */
export const signedAgain = (parts: Pick<Parts, 'header' | 'payload'>, key: KeyObject): string => {
  const input = `${parts.header}.${parts.payload}`
  return `${input}.${sign('sha256', Buffer.from(input), key).toString('base64url')}`
}

/** Most tries to find a signature of a certain shape. */
const tries = 5_000

/**
 * Adds spaces to the payload's JSON, which change only the signature, until the signature fits.
 * @returns The three parts; undefined when none of 5,000 fits.
 */
export const signedUntil = (parts: Parts, key: KeyObject, fits: (signature: Buffer) => boolean): Parts | undefined => {
  for (let spaces = 0; spaces < tries; spaces += 1) {
    const text = `${' '.repeat(Math.floor(spaces / 100))}${decoded(parts.payload)}${' '.repeat(spaces % 100)}`
    const payload = base64url(text)
    const signature = sign('sha256', Buffer.from(`${parts.header}.${payload}`), key)
    if (fits(signature)) return { header: parts.header, payload, signature: base64url(signature) }
  }
  return undefined
}
