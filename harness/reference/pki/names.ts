import { isUtf8 } from 'node:buffer'
import { type Element, tag } from './element.js'
import { Fields, listOf } from './fields.js'
import { oidOf } from './values.js'

/** One attribute of a distinguished name. */
interface Attribute {
  readonly id: string
  readonly value: Element
}

/** A distinguished name (RFC 5280 §4.1.2.4). */
export interface Name {
  readonly bytes: Buffer
  /** In order, whichever part of the name they stand in. */
  readonly attributes: readonly Attribute[]
}

/** Throws a `TypeError` when it is no name. */
export function readName(element: Element): Name {
  const attributes = listOf(element)
    .flatMap((part) => listOf(part, tag.set))
    .map((each) => {
      const fields = new Fields(each)
      return { id: oidOf(fields.take()), value: fields.take() }
    })
  return { bytes: element.bytes, attributes }
}

const latin1 = (content: Buffer): string => content.toString('latin1')
const utf8 = (content: Buffer): string => content.toString(isUtf8(content) ? 'utf8' : 'latin1')
/** Characters of that many octets; of those above U+FFFF, what two octets hold. */
const wide =
  (octets: number) =>
  (content: Buffer): string =>
    Array.from({ length: Math.floor(content.length / octets) }, (_, index) =>
      String.fromCharCode(content.readUInt16BE(index * octets + octets - 2)),
    ).join('')

/** Kinds of text by their identifier octets (X.680 §41). */
const texts: ReadonlyMap<number, (content: Buffer) => string> = new Map([
  [0x0c, utf8],
  ...[0x12, 0x13, 0x14, 0x15, 0x16, 0x19, 0x1a, 0x1b, 0x1d].map((each) => [each, latin1] as const),
  [0x1c, wide(4)],
  [0x1e, wide(2)],
])

const textOf = ({ tag: identifier, content }: Element): string | undefined => texts.get(identifier)?.(content)

/** An attribute as it is compared where letter case counts and the kind of text does not. */
export const spelled = ({ id, value }: Attribute): string => `${id}=${textOf(value) ?? value.bytes.toString('hex')}`

/** Text as it is compared where neither letter case nor the number of spaces counts. */
const prepared = (text: string): string => text.trim().replace(/ +/g, ' ').toLowerCase()

function isSameAttribute(one: Attribute, other: Attribute | undefined): boolean {
  if (one.id !== other?.id) return false
  const [text, otherText] = [textOf(one.value), textOf(other.value)]
  if (text === undefined || otherText === undefined) return one.value.bytes.equals(other.value.bytes)
  return prepared(text).localeCompare(prepared(otherText)) === 0
}

/** Whether two names are the same (RFC 5280 §7.1). */
export const isSameName = (one: Name, other: Name): boolean =>
  one.bytes.equals(other.bytes) ||
  (one.attributes.length === other.attributes.length &&
    one.attributes.every((each, index) => isSameAttribute(each, other.attributes[index])))
