import { type Element, tag } from './element.js'

const time = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.(\d+))?Z$/

/** An object identifier in its dotted form. Throws a `TypeError` when it is none. */
export function oidOf({ tag: identifier, content }: Element): string {
  if (identifier !== tag.oid) throw new TypeError('no object identifier')
  const arcs: number[] = []
  let arc = 0
  for (const octet of content) {
    arc = arc * 128 + (octet & 0x7f)
    if (octet >= 0x80) continue
    arcs.push(arc)
    arc = 0
  }
  const [first = 0, ...others] = arcs
  const root = Math.min(Math.floor(first / 40), 2)
  return [root, first - root * 40, ...others].join('.')
}

/** Whether a BOOLEAN is true, which any octet but zero says. */
export const isTrue = ({ content }: Element): boolean => content.some((octet) => octet !== 0)

/** A small INTEGER; `undefined` when it takes more than three octets. */
export function numberOf({ content }: Element): number | undefined {
  if (content.length > 3) return undefined
  return content.length === 0 ? 0 : content.readIntBE(0, content.length)
}

/** The octets of a BIT STRING. */
export const bitsOf = ({ content }: Element): Buffer => content.subarray(1)

/** Milliseconds since epoch of a UTCTime or GeneralizedTime that ends with Z (RFC 5280 §4.1.2.5). Throws a `TypeError` when it is none. */
export function timeOf({ tag: identifier, content }: Element): number {
  const text = content.toString('latin1')
  const century = identifier === tag.generalizedTime ? '' : Number(text.slice(0, 2)) < 50 ? '20' : '19'
  const parts = time.exec(century + text)
  if (!parts) throw new TypeError('malformed time')
  const [year = 0, month = 0, day, hour, minute, second] = parts.slice(1, 7).map(Number)
  return Date.UTC(year, month - 1, day, hour, minute, second) + Math.floor(Number(`0.${parts[7] ?? 0}`) * 1000)
}
