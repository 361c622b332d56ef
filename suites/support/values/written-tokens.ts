import { randomBytes } from 'node:crypto'
import { decodeJwt } from '../../../harness/wire/decode.js'

/** A way in which the text of a token may be wrapped. */
interface Wrapping {
  /** `undefined` where a part is not wrapped in this way. */
  readonly open: (part: string) => string | undefined
  readonly close: (text: string) => string
}

type Encoding = 'hex' | 'base64' | 'base64url'

const bytesIn = (part: string, encoding: Encoding): Buffer | undefined => {
  const bytes = Buffer.from(part, encoding)
  return bytes.toString(encoding).replace(/=+$/, '') === part.replace(/=+$/, '') ? bytes : undefined
}

const encoded = (encoding: Encoding): Wrapping => ({
  open: (part) => {
    const text = bytesIn(part, encoding)?.toString('utf8')
    return text !== undefined && isReadable(text) ? text : undefined
  },
  close: (text) => Buffer.from(text).toString(encoding),
})

/** What a language writes its objects as, byte by byte. */
const serialized = (encoding: Encoding): Wrapping => ({
  open: (part) => bytesIn(part, encoding)?.toString('latin1'),
  close: (text) => Buffer.from(text, 'latin1').toString(encoding),
})

const wrappings: readonly Wrapping[] = [encoded('hex'), encoded('base64url'), encoded('base64')]

const isReadable = (text: string): boolean => text.length >= 8 && /^[\x20-\x7e]+$/.test(text)

/** What looks random, and so may be kept in the memory of a server or be a signature; what looks like a time. */
const random = /(?<![\w-])(?=[\w-]*\d)[\w-]{16,}(?![\w-])/g
const time = /(?<![\w-])\d{9,15}(?![\w-])/g

/** A text that is changed around a name, which may look random, too. */
const around = (text: string, name: string, change: (piece: string) => string): string =>
  text.split(name).map(change).join(name)

/** A text whose random parts are others and whose times are a second later, the id of a party left as it is. */
const changed = (text: string, partyId: string): string =>
  around(text, partyId, (piece) =>
    piece
      .replace(random, ({ length }) => randomBytes(length).toString('hex').slice(0, length))
      .replace(time, (seconds) => String(Number(seconds) + 1)),
  )

/** What becomes of whatever a server could know a text by, which names somebody. */
type Alteration = (text: string, name: string) => string

/** The ways in which somebody writes a cookie for another human: whatever vouches for it is another, that of the human before, or nothing. */
export const alterations: Readonly<Record<string, Alteration>> = {
  'another one': changed,
  'that of its own human': (text) => text,
  nothing: (text, name) => around(text, name, (piece) => piece.replace(random, '')),
}

const percent: Wrapping = {
  open: (part) => {
    try {
      return part.includes('%') ? decodeURIComponent(part) : undefined
    } catch {
      return undefined
    }
  },
  close: encodeURIComponent,
}

/** What is wrapped in one way and then in another. */
const within = (outer: Wrapping, inner: Wrapping): Wrapping => ({
  open: (part) => {
    const text = outer.open(part)
    return text === undefined ? undefined : inner.open(text)
  },
  close: (text) => outer.close(inner.close(text)),
})

const inBase64: readonly Wrapping[] = [...wrappings, serialized('base64url'), serialized('base64')]

/** The same for what stands in cookies, which may be plain text. */
const inCookies: readonly Wrapping[] = [
  percent,
  { open: (part) => part, close: (text) => text },
  ...inBase64,
  ...inBase64.map((inner) => within(percent, inner)),
]

/**
 * Forges a cookie for another human from one that was seen: names that human, and alters every random-looking part.
 * @returns nothing where it cannot be read, or does not name its own human.
 */
export function writtenForAnother(
  cookie: string,
  own: string,
  other: string,
  alter: Alteration = changed,
): string | undefined {
  const parts = cookie.split('.')
  const written = parts.map((part) => {
    for (const { open, close } of inCookies) {
      const text = open(part)
      if (text?.includes(own)) return close(alter(text.replaceAll(own, other), other))
    }
    return part
  })
  const result = written.join('.')
  return result === cookie ? undefined : result
}

/**
 * Forges a token from one that was seen: keeps its readable parts, replaces every random-looking part. Where nothing
 * can be read in it: JSON about the party, unsigned.
 * @param partyId Whom the token was issued to.
 */
export function rewritten(token: string, partyId: string): string {
  const parts = token.split('.')
  const [header] = parts
  const isJwt = parts.length === 3 && typeof decodeJwt(token).header === 'object'
  const written = parts.map((part) => {
    if (isJwt && part === header) return part
    for (const { open, close } of wrappings) {
      const text = open(part)
      if (text !== undefined) return close(changed(text, partyId))
    }
    return part
  })
  const result = written.join('.')
  if (result !== token) return result
  const invented = { id: randomBytes(8).toString('hex'), sub: partyId, exp: Math.floor(Date.now() / 1000) + 300 }
  return Buffer.from(JSON.stringify(invented)).toString('base64url')
}

/** What may be random, whatever it is written in: a word of that length is taken for it, too. */
const perhapsRandom = /[\w+/=~.-]{16,}/

/** Whether a token can be read, and holds nothing but the id of a party, times and short words. */
export function isKnowable(token: string, partyId: string): boolean {
  const texts = token.includes(partyId)
    ? [token]
    : token.split('.').map((part) => wrappings.map(({ open }) => open(part)).find((text) => text !== undefined))
  return texts.every(
    (text) => text !== undefined && !perhapsRandom.test(text.replaceAll(partyId, '').replace(/\d{9,19}/g, '')),
  )
}
