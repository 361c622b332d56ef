/** Identifier octets of the elements that are read here (X.690 §8.1.2). */
export const tag = {
  boolean: 0x01,
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  oid: 0x06,
  enumerated: 0x0a,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const

/** Identifier octet of a primitive element with a number of the context. */
export const primitive = (number: number): number => 0x80 | number
/** Identifier octet of a constructed element with a number of the context. */
export const constructed = (number: number): number => 0xa0 | number

/** One element of DER with those inside it; where it begins and ends, so that nothing is copied. */
export class Element {
  readonly tag: number
  readonly children: readonly Element[]
  readonly #source: Buffer
  readonly #from: number
  readonly #start: number
  readonly #end: number
  readonly #next: number

  constructor(
    source: Buffer,
    [from, start, end, next]: readonly [number, number, number, number],
    children: readonly Element[],
  ) {
    this.tag = source[from] ?? 0
    this.children = children
    this.#source = source
    this.#from = from
    this.#start = start
    this.#end = end
    this.#next = next
  }

  get content(): Buffer {
    return this.#source.subarray(this.#start, this.#end)
  }

  /** The element with its identifier and its length. */
  get bytes(): Buffer {
    return this.#source.subarray(this.#from, this.#next)
  }
}
