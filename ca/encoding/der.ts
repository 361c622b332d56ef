/** Writes DER (X.690). Every function returns one complete element. */

const lengthOctets = (length: number): number[] => {
  if (length < 0x80) return [length]
  const octets: number[] = []
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) octets.unshift(rest % 256)
  return [0x80 | octets.length, ...octets]
}

/** One element of any tag; the parts are joined. */
export const element = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  return Buffer.concat([Buffer.from([tag, ...lengthOctets(length)]), ...parts])
}

/** SEQUENCE. */
export const sequence = (...parts: readonly Uint8Array[]): Buffer => element(0x30, ...parts)

/** SET OF, its members sorted as DER demands. */
export const setOf = (...parts: readonly Uint8Array[]): Buffer => element(0x31, ...[...parts].sort(Buffer.compare))

/** `[number]`, constructed: explicit, or an implicit SEQUENCE. */
export const tagged = (number: number, ...parts: readonly Uint8Array[]): Buffer => element(0xa0 | number, ...parts)

/** `[number]`, primitive: an implicit string or number. */
export const taggedPrimitive = (number: number, value: Uint8Array): Buffer => element(0x80 | number, value)

/** INTEGER of these very content octets, also of illegal ones. */
export const integerOctets = (octets: Uint8Array): Buffer => element(0x02, octets)

/** Content octets of the non-negative number that `magnitude` spells, big-endian. */
export const naturalOctets = (magnitude: Uint8Array): Buffer => {
  const start = magnitude.findIndex((octet) => octet !== 0)
  const digits = start < 0 ? Buffer.from([0]) : Buffer.from(magnitude.subarray(start))
  return (digits[0] ?? 0) & 0x80 ? Buffer.concat([Buffer.from([0]), digits]) : digits
}

/** INTEGER of a small non-negative number. */
export const integer = (value: number): Buffer => {
  const hex = value.toString(16)
  return integerOctets(naturalOctets(Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex')))
}

/** ENUMERATED. */
export const enumerated = (value: number): Buffer => element(0x0a, Buffer.from([value]))

/** BOOLEAN TRUE; DER leaves FALSE out where it is the default. */
export const yes: Buffer = element(0x01, Buffer.from([0xff]))

/** NULL. */
export const nothing: Buffer = element(0x05)

/** OCTET STRING. */
export const octetString = (value: Uint8Array): Buffer => element(0x04, value)

/** BIT STRING of whole octets. */
export const bitString = (value: Uint8Array): Buffer => element(0x03, Buffer.from([0]), value)

/** BIT STRING with named bits: those at these positions are set, trailing zeros are cut. */
export const namedBits = (positions: readonly number[]): Buffer => {
  if (positions.length === 0) return element(0x03, Buffer.from([0]))
  const last = Math.max(...positions)
  const octets = Buffer.alloc(Math.floor(last / 8) + 1)
  for (const position of positions) octets[position >> 3] = (octets[position >> 3] ?? 0) | (0x80 >> (position & 7))
  return element(0x03, Buffer.from([7 - (last & 7)]), octets)
}

/** UTF8String. */
export const utf8 = (text: string): Buffer => element(0x0c, Buffer.from(text, 'utf8'))

/** Whether a PrintableString can hold a text (X.680 §41.4). */
export const isPrintable = (text: string): boolean => /^[A-Za-z0-9 '()+,\-./:=?]*$/.test(text)

/** PrintableString. */
export const printable = (text: string): Buffer => element(0x13, Buffer.from(text, 'latin1'))

const digits = (date: Date): string => date.toISOString().replace(/\.\d+|[-:T]/g, '')

/** GeneralizedTime in whole seconds. */
export const generalizedTime = (date: Date): Buffer => element(0x18, Buffer.from(digits(date), 'latin1'))

/** Time of RFC 5280 §4.1.2.5: UTCTime before 2050, GeneralizedTime from then on. */
export const time = (date: Date): Buffer =>
  date.getUTCFullYear() < 2050 ? element(0x17, Buffer.from(digits(date).slice(2), 'latin1')) : generalizedTime(date)

const base128 = (arc: number): number[] => {
  const octets = [arc % 128]
  for (let rest = Math.floor(arc / 128); rest > 0; rest = Math.floor(rest / 128)) octets.unshift((rest % 128) | 0x80)
  return octets
}

/** OBJECT IDENTIFIER from dotted decimal. */
export const oid = (dotted: string): Buffer => {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return element(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}
