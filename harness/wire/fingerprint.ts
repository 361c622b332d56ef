/** How the text of a fingerprint is encoded (L137 shows no encoding). */
export type FingerprintForm = 'hex' | 'hex with colons' | 'base64' | 'base64url'

/** A SHA-256 fingerprint. */
export interface ReadFingerprint {
  /** 32 bytes. */
  readonly bytes: Buffer
  readonly form: FingerprintForm
}

/** Reads a SHA-256 fingerprint in hex (any letter case, with or without colons), base64 or base64url; undefined when it is none. */
export const readFingerprint = (text: string): ReadFingerprint | undefined => {
  const plain = text.trim()
  const bare = plain.replaceAll(':', '')
  if (/^[0-9a-f]{64}$/i.test(bare))
    return { bytes: Buffer.from(bare, 'hex'), form: plain === bare ? 'hex' : 'hex with colons' }
  const base64 = plain.replace(/=+$/, '')
  if (!/^[\w+/-]{43}$/.test(base64)) return undefined
  return {
    bytes: Buffer.from(base64, 'base64'),
    form: /[-_]/.test(base64) || !plain.includes('=') ? 'base64url' : 'base64',
  }
}
