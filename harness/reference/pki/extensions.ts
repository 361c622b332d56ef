import { readDer } from './der.js'
import { type Element, tag } from './element.js'
import { Fields, listOf } from './fields.js'
import { isTrue, oidOf } from './values.js'

/** Object identifiers of the extensions that are read here (RFC 5280 §4.2, RFC 3739). */
export const oid = {
  subjectAltName: '2.5.29.17',
  keyUsage: '2.5.29.15',
  basicConstraints: '2.5.29.19',
  nameConstraints: '2.5.29.30',
  crlDistributionPoints: '2.5.29.31',
  extendedKeyUsage: '2.5.29.37',
  authorityInfoAccess: '1.3.6.1.5.5.7.1.1',
  qcStatements: '1.3.6.1.5.5.7.1.3',
} as const

/** An extension of a certificate, a CRL or an OCSP answer. */
export interface Extension {
  readonly id: string
  readonly critical: boolean
  /** DER of what it says. */
  readonly value: Buffer
}

/** Throws a `TypeError` when it is no list of extensions. */
export const readExtensions = (list: Element): readonly Extension[] => listOf(list).map(readExtension)

function readExtension(element: Element): Extension {
  const fields = new Fields(element)
  const id = oidOf(fields.take())
  const critical = fields.optional(tag.boolean)
  return { id, critical: critical !== undefined && isTrue(critical), value: fields.take(tag.octets).content }
}

/** The same, where a list without members is none (RFC 5280 §5.1.2.7). */
export function readSomeExtensions(list: Element): readonly Extension[] {
  const extensions = readExtensions(list)
  if (extensions.length === 0) throw new TypeError('an empty list of extensions')
  return extensions
}

/** How one kind of extension is read. */
export interface Reading<T> {
  readonly id: string
  /** Throws where it says something else than it should. */
  readonly read: (value: Element) => T
  /** What holds then, and where there is none. */
  readonly otherwise: T
}

/** What an extension says. Throws when that is no DER at all. */
export function said<T>({ read, otherwise }: Reading<T>, extension: Extension | undefined): T {
  if (!extension) return otherwise
  const value = readDer(extension.value)
  try {
    return read(value)
  } catch {
    return otherwise
  }
}
