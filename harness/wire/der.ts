import { keyUsages } from '../contracts/key-usages.js'

/** One DER element: its tag and content. */
interface Element {
  readonly tag: number
  readonly content: Buffer
}

const elements = (der: Buffer): Element[] => {
  const found: Element[] = []
  for (let at = 0; at + 1 < der.length; ) {
    const tag = der[at] as number
    const first = der[at + 1] as number
    const lengthBytes = first < 0x80 ? 0 : first & 0x7f
    const start = at + 2 + lengthBytes
    const length = lengthBytes === 0 ? first : der.readUIntBE(at + 2, lengthBytes)
    found.push({ tag, content: der.subarray(start, start + length) })
    at = start + length
  }
  return found
}

const extensionsTag = 0xa3
const octetStringTag = 0x04
const keyUsageOid = Buffer.from('551d0f', 'hex')

/** Names of the bits of the Key Usage extension (2.5.29.15, RFC 5280 §4.2.1.3), which Node does not show; empty without it. */
export const keyUsage = (certificate: Buffer): readonly string[] => statedKeyUsage(certificate) ?? []

/** The same, and undefined without the extension, or where it cannot be read. */
export const statedKeyUsage = (certificate: Buffer): readonly string[] | undefined => {
  try {
    const tbs = elements(elements(certificate)[0]?.content ?? Buffer.alloc(0))[0]
    const list = elements(tbs?.content ?? Buffer.alloc(0)).find(({ tag }) => tag === extensionsTag)
    for (const extension of elements(elements(list?.content ?? Buffer.alloc(0))[0]?.content ?? Buffer.alloc(0))) {
      const [oid, ...rest] = elements(extension.content)
      if (!oid?.content.equals(keyUsageOid)) continue
      const value = rest.find(({ tag }) => tag === octetStringTag)
      // A bit string: tag, length, number of unused bits, bits.
      const bytes = value?.content.subarray(3) ?? Buffer.alloc(0)
      return keyUsages.filter((_, bit) => ((bytes[bit >> 3] ?? 0) & (0x80 >> (bit & 7))) !== 0)
    }
    return undefined
  } catch {
    return undefined
  }
}
