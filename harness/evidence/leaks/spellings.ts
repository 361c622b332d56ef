import { escapeHtml } from '../../html.js'

/** Characters at the end of a long secret that stand for all of it where a file is searched for it. */
export const excerpt = 64

/** How a secret may stand in an exchange: as it is, in an address, in a form, in JSON, in HTML; the longest first, since one may hold another. */
export const spellings = (secret: string): readonly string[] =>
  [
    ...new Set([
      secret,
      encodeURIComponent(secret),
      // Legal in a form, and sent by the suite (`form=percent-encoded`).
      encodeURIComponent(secret).replaceAll('.', '%2E').replaceAll('-', '%2D'),
      new URLSearchParams([['', secret]]).toString().slice(1),
      JSON.stringify(secret).slice(1, -1),
      escapeHtml(secret),
    ]),
  ]
    .filter((form) => form !== '')
    .sort((one, other) => other.length - one.length)

/** Bytes in base64, wherever in a longer text they stand, and in hex. */
export const encodingsOf = (bytes: Buffer): readonly string[] => [
  ...[0, 1, 2].flatMap((alignment) => base64At(bytes, alignment)),
  bytes.toString('hex'),
  bytes.toString('hex').toUpperCase(),
]

/** What of the base64 of these bytes does not depend on what stands before and after them, where so many bytes stand before; both alphabets. */
function base64At(bytes: Buffer, alignment: number): readonly string[] {
  const text = Buffer.concat([Buffer.alloc(alignment), bytes])
    .toString('base64')
    .replace(/=+$/, '')
  const from = alignment === 0 ? 0 : alignment + 1
  const to = (alignment + bytes.length) % 3 === 0 ? text.length : text.length - 1
  const inner = text.slice(from, to)
  return /[+/]/.test(inner) ? [inner, inner.replaceAll('+', '-').replaceAll('/', '_')] : [inner]
}
