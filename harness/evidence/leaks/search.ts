import { type Form, formsOf, isCanary, width } from './forms.js'
import type { Secret, SecretKind } from './note.js'

/** Finds secrets in bytes; tells only of what kind they are. */
export type Search = (bytes: Buffer) => ReadonlySet<SecretKind>

interface Needle {
  readonly form: Form
  /** Where in the form the needle begins. */
  readonly place: number
  readonly kind: SecretKind
}

const base = 0x01000193
/** What the first of `width` bytes contributes to the hash. */
const first = Array.from({ length: width - 1 }).reduce<number>((power) => Math.imul(power, base), 1)

const hashAt = (bytes: Buffer, from: number): number => {
  let hash = 0
  for (let index = from; index < from + width; index += 1) hash = (Math.imul(hash, base) + (bytes[index] as number)) | 0
  return hash
}

/** Slots of the filter, as a power of two: so many that few bytes pass it, and no more, since a small one stays near the processor. */
const bitsFor = (needles: number): number => Math.min(25, Math.max(10, Math.ceil(Math.log2(needles * 64 + 1))))

const slotOf = (hash: number, bits: number): number => Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> (32 - bits)

/**
 * A search for secrets, as fast for thousands as for one: rolls a hash over the bytes and compares a form only where
 * the hash is that of its needle (Rabin and Karp). Forms shorter than a needle are sought one by one.
 */
export function searchFor(secrets: readonly Secret[]): Search {
  const needles = new Map<number, Needle[]>()
  const short: Needle[] = []
  for (const secret of secrets.filter(isCanary))
    for (const form of formsOf(secret)) {
      if (form.bytes.length < width) short.push({ form, place: 0, kind: secret.kind })
      for (const place of form.places) {
        const hash = hashAt(form.bytes, place)
        const known = needles.get(hash)
        if (known === undefined) needles.set(hash, [{ form, place, kind: secret.kind }])
        else known.push({ form, place, kind: secret.kind })
      }
    }
  const bits = bitsFor(needles.size)
  const filter = filterOf(needles.keys(), bits)
  return (bytes) => {
    const found = new Set<SecretKind>()
    for (const { form, kind } of short) if (bytes.includes(form.bytes)) found.add(kind)
    if (bytes.length < width) return found
    let hash = hashAt(bytes, 0)
    for (let at = 0; ; at += 1) {
      const slot = slotOf(hash, bits)
      if ((((filter[slot >>> 5] as number) >>> (slot & 31)) & 1) === 1)
        for (const needle of needles.get(hash) ?? []) if (standsAt(bytes, at, needle)) found.add(needle.kind)
      if (at + width >= bytes.length) return found
      hash = (Math.imul(hash - Math.imul(bytes[at] as number, first), base) + (bytes[at + width] as number)) | 0
    }
  }
}

function filterOf(hashes: Iterable<number>, bits: number): Uint32Array {
  const filter = new Uint32Array(1 << (bits - 5))
  for (const hash of hashes) {
    const slot = slotOf(hash, bits)
    filter[slot >>> 5] = (filter[slot >>> 5] as number) | (1 << (slot & 31))
  }
  return filter
}

/** As `searchFor`, made when it is first needed. */
export function lazySearch(secrets: () => readonly Secret[]): () => Search {
  let made: Search | undefined
  return () => {
    made ??= searchFor(secrets())
    return made
  }
}

function standsAt(bytes: Buffer, at: number, { form, place }: Needle): boolean {
  if (!form.whole) return bytes.compare(form.bytes, place, place + width, at, at + width) === 0
  const begin = at - place
  const end = begin + form.bytes.length
  return begin >= 0 && end <= bytes.length && bytes.compare(form.bytes, 0, form.bytes.length, begin, end) === 0
}
