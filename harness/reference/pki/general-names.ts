import { constructed, type Element, primitive, tag } from './element.js'
import { within } from './fields.js'
import { type Name, readName } from './names.js'

/** Types of GeneralName that are read here (RFC 5280 §4.2.1.6). */
export const nameType = { dns: 2, directory: 4, uri: 6 } as const

/** One of several kinds of name. */
export interface GeneralName {
  readonly type: number
  /** Of names that are made of letters; empty otherwise. */
  readonly text: string
  /** Of a directory name. */
  readonly name?: Name
}

const kinds: ReadonlySet<number> = new Set([
  ...[0, 3, nameType.directory, 5].map(constructed),
  ...[1, nameType.dns, nameType.uri, 7, 8].map(primitive),
])

/** Throws a `TypeError` when it is no GeneralName. */
export function readGeneralName(element: Element): GeneralName {
  if (!kinds.has(element.tag)) throw new TypeError('no kind of name')
  const type = element.tag & 0x1f
  if (type === nameType.directory) return { type, text: '', name: readName(within(element, tag.sequence)) }
  return { type, text: element.tag & 0x20 ? '' : element.content.toString('latin1') }
}

/** The address, where the name is one of the web. */
export const httpUrl = ({ type, text }: GeneralName): readonly string[] =>
  type === nameType.uri && /^https?:\/\//i.test(text) ? [text] : []
