import { createPrivateKey } from 'node:crypto'
import type { Secret } from './note.js'
import { encodingsOf, excerpt, spellings } from './spellings.js'

/** Bytes of a secret that are looked for at once. */
export const width = 16

/** A form in which a secret may stand in a file, and the places in it that are looked for. */
export interface Form {
  readonly bytes: Buffer
  /** Where its needles begin; each is `width` bytes long. */
  readonly places: readonly number[]
  /** Whether only the whole form is a leak: what is left of a made-up access token may be no secret at all. */
  readonly whole: boolean
}

/** Whether a secret is such that it can stand nowhere by chance: too short, or made of few letters, it would be found in any text. */
export function isCanary({ kind, value }: Secret): boolean {
  if (kind === 'password') return value.length >= 8 && /[^\p{L}]/u.test(value)
  return value.length >= width && new Set(value).size >= 8
}

/** Every form in which a secret is sought: as it is, as addresses, forms, JSON and HTML spell it, in base64 and hex. */
export function formsOf({ kind, value }: Secret): readonly Form[] {
  if (kind === 'private key') return privateParts(value).flatMap(keyForms)
  // All signatures end alike in length, and many access tokens begin alike.
  const text = kind === 'signature' ? value.slice(0, excerpt) : value.slice(-excerpt)
  return [
    ...spellings(text).map(form),
    ...encodingsOf(Buffer.from(text)).map(form),
    ...(kind === 'signature' ? encodingsOf(Buffer.from(text, 'base64url')).map(form) : []),
  ]
}

/** The numbers of a private key that nobody but its owner may know. */
function privateParts(pem: string): readonly Buffer[] {
  const key = createPrivateKey(pem)
  try {
    const jwk = key.export({ format: 'jwk' })
    return [jwk.d, jwk.p, jwk.q, jwk.dp, jwk.dq, jwk.qi].flatMap((part) =>
      part === undefined ? [] : [Buffer.from(part, 'base64url')],
    )
  } catch {
    // No JWK for this type. An RSA key holds its modulus first, within the first quarter.
    const der = key.export({ type: 'pkcs8', format: 'der' })
    return [der.subarray(Math.ceil(der.length * 0.3))]
  }
}

/** In PEM every 64 letters begin a line, so several places are looked for, each for itself. */
const keyForms = (part: Buffer): readonly Form[] =>
  [part, ...encodingsOf(part).map((text) => Buffer.from(text))].map((bytes) => ({
    bytes,
    whole: false,
    places: spread(bytes),
  }))

const plainRun = new RegExp(`[A-Za-z0-9]{${width}}`)

/** Looked for at one place, in letters and digits alone where there is such. */
function form(text: string): Form {
  const bytes = Buffer.from(text)
  const plain = Buffer.byteLength(text.slice(0, Math.max(0, text.search(plainRun))))
  return { bytes, whole: true, places: bytes.length < width ? [] : [plain] }
}

/** Places all over. */
const spread = (bytes: Buffer): readonly number[] =>
  Array.from({ length: Math.floor(bytes.length / width) }, (_, index) => index * width)
