/** A text that pages of a login may carry on from request to request, and what is sent in its place once. */
export interface Swap {
  readonly from: string
  /** The same where nothing but the cookies of the request is to be taken away. */
  readonly to: string
  /** Which of the requests that carry it, from 0; none where left out, so that they are only counted. */
  readonly at?: number
  /** Only in forms that a page sends, and in addresses of pages; not in what its scripts ask for. */
  readonly ofPages?: true
  /**
   * The human of the login changes it once they have proved who they are, with this password or at a page of the lab: with the cookies of its page, in paths too, and
   * in these cookies where the login takes no browser. Where a page of the lab sends them stays as it is.
   */
  readonly onceProved?: { readonly password: string }
  /**
   * The human of the login changes it in the form with which they prove who they are, by this password, and in nothing
   * else of that request.
   */
  readonly besideProof?: { readonly password: string }
  /** The visit begins at an address of the target's own making, which counts too. */
  readonly fromStart?: boolean
}

/** What may carry it: a query, a fragment, a form or cookies. */
export interface Carrier {
  readonly url: string
  readonly body?: string
  /** Looked at only where its human changes it. */
  readonly cookie?: string
}

/** Swaps a text in the requests of one visit. */
export interface Swapper {
  /** Requests that carried it so far. */
  readonly carriers: number
  /** The request as it is to be sent; `undefined` where that is as it was. */
  next<T extends Carrier>(request: T): T | undefined
}

/** @param lab How addresses of the lab's pages begin. */
export function swapper({ from, to, at, onceProved, besideProof }: Swap, lab: readonly string[] = []): Swapper {
  const isOpen = onceProved
    ? opening(onceProved, lab)
    : ({ body = '' }: Carrier) => besideProof === undefined || holds(body, besideProof.password)
  const parts = onceProved ? /^(https?:\/\/[^/?#]*)(.*)$/s : /^([^?#]*)(.*)$/s
  let carriers = 0
  return {
    get carriers() {
      return carriers
    },
    next(request) {
      if (!isOpen(request)) return undefined
      const [address = '', asked = ''] = parts.exec(request.url)?.slice(1) ?? []
      const other = from === to ? `${to}-` : to
      const { body = '', cookie = '' } = request
      const said = {
        asked: besideProof ? asked : swapped(asked, from, other),
        body: swapped(body, from, other),
        cookie: onceProved ? swapped(cookie, from, other) : cookie,
      }
      if (said.asked === asked && said.body === body && said.cookie === cookie) return undefined
      const isWanted = carriers === at
      carriers += 1
      if (!isWanted) return undefined
      if (from === to) return request
      return {
        ...request,
        url: address + said.asked,
        ...(request.body !== undefined && { body: said.body }),
        ...(request.cookie !== undefined && { cookie: said.cookie }),
      }
    },
  }
}

/** Whether a request comes once its human has proved who they are, and is not one to which a page of the lab leads. */
function opening({ password }: NonNullable<Swap['onceProved']>, lab: readonly string[]): (request: Carrier) => boolean {
  let [hasProved, wasAtLab] = [false, false]
  return ({ url, body = '' }) => {
    const isAtLab = lab.some((beginning) => url.startsWith(beginning))
    const isLedByLab = wasAtLab
    wasAtLab = isAtLab
    const isOpen = hasProved && !isAtLab && !isLedByLab
    hasProved ||= isAtLab || holds(body, password)
    return isOpen
  }
}

/** Whether a form holds a text, however it is written there. */
const holds = (body: string, text: string): boolean => text !== '' && swapped(body, text, '') !== body

/** Whether the human of the login makes a change, who takes the cookies of its page along. */
export const isOwnChange = ({ onceProved, besideProof }: Swap): boolean =>
  onceProved !== undefined || besideProof !== undefined

/** Letters of base64 and base64url, as they stand in a form too; so many that they may hold a text. `more`: what may be among them. */
const encodedOf = (text: string, more: string): RegExp =>
  new RegExp(`(?:[\\w+-]|${more}){${Math.ceil((text.length * 4) / 3)},}(?:=|%3D){0,2}`, 'gi')

/** A text with another in place of one, however that is written in it: as it is, percent-encoded once or more, in JSON, in base64. */
function swapped(text: string, from: string, to: string): string {
  const written = new RegExp([...from].map(anySpelling).join(''), 'giu')
  const encoded = (found: string): string => {
    const plain = decodeURIComponent(found)
    const inside = Buffer.from(plain, 'base64').toString('latin1')
    const other = inside.replace(written, (one) => inSpellingOf(one, to))
    return other === inside ? found : encodedLike(found, plain, other)
  }
  // A slash is a letter of base64, and stands between the segments of a path.
  return text
    .replace(written, (found) => inSpellingOf(found, to))
    .replace(encodedOf(from, '/|%2B|%2F'), encoded)
    .replace(encodedOf(from, '%2B|%2F'), encoded)
}

/** A text in base64 with the alphabet, padding and escapes of another one. */
function encodedLike(found: string, plain: string, text: string): string {
  const padded = Buffer.from(text, 'latin1').toString(/[-_]/.test(plain) ? 'base64url' : 'base64')
  const like = plain.endsWith('=') ? padded : padded.replace(/=+$/, '')
  return found.includes('%') ? encodeURIComponent(like) : like
}

/** One character as it may be written. */
function anySpelling(character: string): string {
  if (/[\w.~-]/.test(character)) return character === '.' ? '\\.' : character
  const hex = (of: string) => `%(?:25)*${of.charCodeAt(0).toString(16)}`
  const backslash = character === '/' ? `(?:\\\\|${hex('\\')})?` : ''
  return `${backslash}(?:\\u{${character.charCodeAt(0).toString(16)}}|${hex(character)})`
}

/** A text percent-encoded as often as another one is. */
function inSpellingOf(found: string, text: string): string {
  const [, again] = /%((?:25)*)/i.exec(found) ?? []
  const times = again === undefined ? 0 : 1 + again.length / 2
  return Array.from({ length: times }).reduce<string>((one) => encodeURIComponent(one), text)
}
