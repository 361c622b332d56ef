import { PkiError } from '../errors.js'

/** One element of DER that was read. */
export interface Element {
  readonly tag: number
  readonly content: Buffer
  /** The element with its tag and length. */
  readonly bytes: Buffer
}

/** Reads the first element; what follows it is left alone. Throws `PkiError` on truncated or indefinite input. */
export const readElement = (bytes: Buffer): Element => {
  const tag = bytes[0]
  const first = bytes[1]
  if (tag === undefined || first === undefined || first === 0x80) throw new PkiError('Not a complete DER element.')
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f
  if (lengthBytes > 4 || bytes.length < 2 + lengthBytes) throw new PkiError('Not a complete DER element.')
  const length = lengthBytes === 0 ? first : bytes.readUIntBE(2, lengthBytes)
  const start = 2 + lengthBytes
  if (bytes.length < start + length) throw new PkiError('Not a complete DER element.')
  return { tag, content: bytes.subarray(start, start + length), bytes: bytes.subarray(0, start + length) }
}

/** The elements inside a constructed one. */
export const readChildren = (parent: Element): readonly Element[] => {
  const children: Element[] = []
  for (let rest = parent.content; rest.length > 0; ) {
    const child = readElement(rest)
    children.push(child)
    rest = rest.subarray(child.bytes.length)
  }
  return children
}

/** The child at a position. Throws `PkiError` if there is none. */
export const childAt = (parent: Element, index: number): Element => {
  const child = readChildren(parent)[index]
  if (child === undefined) throw new PkiError('A DER element has fewer members than expected.')
  return child
}
