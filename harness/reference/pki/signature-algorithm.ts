import { type Element, tag } from './element.js'
import { Fields } from './fields.js'
import { oidOf } from './values.js'

/** Digests by the object identifiers of signature algorithms that name them. */
const digests: Readonly<Record<string, string>> = {
  '1.2.840.113549.1.1.4': 'md5',
  '1.2.840.113549.1.1.5': 'sha1',
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
  '1.2.840.10045.4.1': 'sha1',
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
}
const hashes: Readonly<Record<string, string>> = {
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
}
const rsassaPss = '1.2.840.113549.1.1.10'

/** An algorithm and what it is used with (RFC 5280 §4.1.1.2). */
export interface Algorithm {
  readonly id: string
  readonly parameters: Element | undefined
}

/** Throws a `TypeError` when it is no algorithm. */
export function readAlgorithm(element: Element): Algorithm {
  const fields = new Fields(element)
  return { id: oidOf(fields.take()), parameters: fields.last() }
}

/** Whether it is RSASSA-PSS. */
export const isPss = ({ id }: Algorithm): boolean => id === rsassaPss

/** Digest of a signature algorithm; `undefined` when it is not one that we know. RSASSA-PSS defaults to SHA-1 (RFC 4055 §3.1). */
export function digestOf(algorithm: Algorithm): string | undefined {
  const { id, parameters } = algorithm
  if (!isPss(algorithm)) return digests[id]
  const named = parameters && identifiersIn(parameters).find((each) => Object.hasOwn(hashes, each))
  return named === undefined ? 'sha1' : hashes[named]
}

/** Every object identifier inside, in order. */
const identifiersIn = (element: Element): readonly string[] =>
  element.tag === tag.oid ? [oidOf(element)] : element.children.flatMap(identifiersIn)
