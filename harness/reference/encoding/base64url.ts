const alphabet = /^[A-Za-z0-9_-]*$/

/** Decodes base64url without padding (RFC 7515 §2); `undefined` for any other spelling of the same bytes, so that one JWT has one text. */
export function decodeCanonical(text: string): Buffer | undefined {
  if (!alphabet.test(text)) return undefined
  const bytes = Buffer.from(text, 'base64url')
  return bytes.toString('base64url') === text ? bytes : undefined
}

/**
 * The byte strings that careless decoders make of a text: without foreign characters, or without all that follows the
 * first `=`. Reads either alphabet.
 */
export const decodeCarelessly = (text: string): readonly [Buffer, Buffer] => [
  Buffer.from(text.replace(/[^A-Za-z0-9_+/-]/g, ''), 'base64'),
  Buffer.from((text.split('=')[0] ?? '').replace(/[^A-Za-z0-9_+/-]/g, ''), 'base64'),
]
