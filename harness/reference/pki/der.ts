import { Element, tag } from './element.js'
import { timeOf } from './values.js'

/** Universal types that are made of others, EXTERNAL and the like among them; and numbers that no simple type has (X.690 §8, X.680 §8.4). */
const composed: ReadonlySet<number> = new Set([0x28, 0x2b, tag.sequence, tag.set])
const unused: ReadonlySet<number> = new Set([0x00, 0x0f, 0x10, 0x11, 0x1f])
const isPossible = (identifier: number): boolean =>
  identifier >= 0x40 || (identifier & 0x20 ? composed.has(identifier) : !unused.has(identifier))

/** Octets of a character in text of wide characters: UniversalString and BMPString. */
const widths: ReadonlyMap<number, number> = new Map([
  [0x1c, 4],
  [0x1e, 2],
])

/** How deep elements may lie in each other, and how many there may be. */
const deepest = 100
const usualMost = 10_000
const longestLength = 8

const malformed = (): TypeError => new TypeError('malformed DER')

/** Walks over bytes, over each once. */
class Reader {
  readonly #bytes: Buffer
  readonly #most: number
  #at = 0
  #count = 0

  constructor(bytes: Buffer, most: number) {
    this.#bytes = bytes
    this.#most = most
  }

  element(limit: number, depth: number): Element {
    this.#count += 1
    if (depth > deepest || this.#count > this.#most) throw malformed()
    const from = this.#at
    const identifier = this.#identifier(limit)
    const length = this.#length(limit)
    const start = this.#at
    const isConstructed = (identifier & 0x20) !== 0
    if (length === undefined && !isConstructed) throw malformed()
    const end = length === undefined ? limit : start + length
    if (end > limit) throw malformed()
    const children: Element[] = []
    if (isConstructed)
      while (length === undefined ? !this.#closes(limit) : this.#at < end) children.push(this.element(end, depth + 1))
    else this.#at = end
    const last = this.#at
    if (length === undefined) this.#at += 2
    if (!this.#isSound(identifier, start, last)) throw malformed()
    const element = new Element(this.#bytes, [from, start, last, this.#at], children)
    if (identifier === tag.generalizedTime) timeOf(element)
    return element
  }

  #octet(limit: number): number {
    const octet = this.#bytes[this.#at]
    if (octet === undefined || this.#at >= limit) throw malformed()
    this.#at += 1
    return octet
  }

  #identifier(limit: number): number {
    const first = this.#octet(limit)
    if (!isPossible(first)) throw malformed()
    for (let more = (first & 0x1f) === 0x1f; more; ) more = this.#octet(limit) >= 0x80
    return first
  }

  /** `undefined` where the end is marked instead. */
  #length(limit: number): number | undefined {
    const first = this.#octet(limit)
    if (first < 0x80) return first
    if (first === 0x80) return undefined
    if ((first & 0x7f) > longestLength) throw malformed()
    let length = 0
    for (let left = first & 0x7f; left > 0; left--) length = length * 256 + this.#octet(limit)
    return length
  }

  /** Whether the mark of an end comes next. */
  #closes(limit: number): boolean {
    return this.#at + 2 <= limit && this.#bytes[this.#at] === 0 && this.#bytes[this.#at + 1] === 0
  }

  /** A bit string leaves at most seven bits unused, an object identifier ends, text of wide characters has whole ones. */
  #isSound(identifier: number, start: number, end: number): boolean {
    if (start === end) return true
    if (identifier === tag.bits) return (this.#bytes[start] ?? 8) < 8
    if (identifier === tag.oid) return (this.#bytes[end - 1] ?? 0x80) < 0x80
    return (end - start) % (widths.get(identifier) ?? 1) === 0
  }
}

/**
 * Reads the first element of some bytes, and everything inside it; ignores what follows. Throws on truncated or other
 * than DER encoding. Only lengths may be written as in BER: OpenSSL reads each certificate too, and both readers must
 * agree.
 * @param most How many elements there may be.
 */
export const readDer = (bytes: Buffer, most = usualMost): Element => new Reader(bytes, most).element(bytes.length, 0)
