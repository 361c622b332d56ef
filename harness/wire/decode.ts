import { hash, X509Certificate } from 'node:crypto'
import type { RecordedCertificate, RecordedJwt } from '../contracts/evidence.js'
import type { Json } from '../contracts/json.js'
import { keyUsage } from './der.js'
import { newestOnly } from './newest-only.js'

/** A JWT as somebody sent it, read as far as it can be. */
export interface DecodedJwt {
  /** The text itself where it is no JSON. */
  readonly header: Json
  readonly payload: Json
  /** What stands between the dots. */
  readonly parts: readonly string[]
}

/** Reads a compact serialization, whatever is wrong with it. */
export const decodeJwt = (text: string): DecodedJwt => {
  const parts = text.split('.')
  return { header: readJson(parts[0] ?? ''), payload: readJson(parts[1] ?? ''), parts }
}

const readJson = (part: string): Json => {
  const text = Buffer.from(part, 'base64url').toString('utf8')
  try {
    return JSON.parse(text) as Json
  } catch {
    return text === '' ? part : text
  }
}

/** A member of a JSON object; undefined when there is none, or no object. */
export const memberOf = (value: Json | undefined, name: string): Json | undefined =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as { readonly [name: string]: Json })[name]
    : undefined

/**
 * How an element of `x5c` was written: `der` is base64 of the DER (RFC 7515 §4.1.6), the next are other readings of
 * L247 (ruling 9). `loose` is no base64: only a lenient decoder reads it (base64url, foreign characters, missing
 * padding).
 */
export type CertificateForm = 'der' | 'line-breaks' | 'pem' | 'base64-of-pem' | 'loose'

/** One element of `x5c`. */
export interface ReadCertificate {
  readonly certificate: X509Certificate
  readonly form: CertificateForm
}

/** Certificates read lately: a party sends the same with each JWT. What is longer than any of them is not kept. */
const certificates = newestOnly<string, ReadCertificate | undefined>(500)
const mostKept = 16_384

/** Reads one certificate in any of its forms; undefined when it is none. */
export function readCertificate(value: Json): ReadCertificate | undefined {
  if (typeof value !== 'string') return undefined
  return value.length > mostKept ? readAnew(value) : certificates.get(value, () => readAnew(value))
}

function readAnew(value: string): ReadCertificate | undefined {
  if (value.includes('-----BEGIN')) return parsed(value, 'pem')
  const bytes = Buffer.from(value, 'base64')
  if (!isBase64(value)) return parsed(bytes, 'loose')
  if (bytes.includes('-----BEGIN')) return parsed(bytes, 'base64-of-pem')
  return parsed(bytes, /\s/.test(value) ? 'line-breaks' : 'der')
}

/** RFC 4648 §4, white space apart. */
const isBase64 = (text: string): boolean => {
  const digits = text.replace(/\s+/g, '')
  return digits.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(digits)
}

/** Reads one certificate in a form that L247 can be read to allow (ruling 9). */
export const readAllowedCertificate = (value: Json): X509Certificate | undefined => {
  const read = readCertificate(value)
  return read?.form === 'loose' ? undefined : read?.certificate
}

const parsed = (encoded: string | Buffer, form: CertificateForm): ReadCertificate | undefined => {
  try {
    return { certificate: new X509Certificate(encoded), form }
  } catch {
    return undefined
  }
}

/** The certificates of an `x5c` value in order (a single string counts as one); elements that are no certificate are left out. */
export const readChain = (x5c: Json | undefined): readonly ReadCertificate[] =>
  elementsOf(x5c).flatMap((element) => readCertificate(element) ?? [])

const elementsOf = (x5c: Json | undefined): readonly Json[] =>
  Array.isArray(x5c) ? (x5c as readonly Json[]) : x5c === undefined ? [] : [x5c as Json]

/** Certificates described lately; those of a party stand in each of its assertions, those of authorities in all. */
const described = newestOnly<string, RecordedCertificate | undefined>(500)

const recordElement = (element: Json): RecordedCertificate | undefined =>
  described.get(element as string, () => {
    const read = readCertificate(element)
    return read && recordCertificate(read.certificate)
  })

const oneLine = (name: string | undefined): string => (name ?? '').replaceAll('\n', ', ')

/** What evidence says about a certificate. */
export const recordCertificate = (certificate: X509Certificate): RecordedCertificate => ({
  subject: oneLine(certificate.subject),
  issuer: oneLine(certificate.issuer),
  serial: certificate.serialNumber.toLowerCase(),
  notBefore: new Date(certificate.validFrom).toISOString(),
  notAfter: new Date(certificate.validTo).toISOString(),
  key: keyOf(certificate),
  keyUsage: keyUsage(certificate.raw),
  sha256: sha256(certificate.raw),
})

const keyOf = (certificate: X509Certificate): string => {
  try {
    const { asymmetricKeyType: type = '', asymmetricKeyDetails: details } = certificate.publicKey
    return `${type.toUpperCase()} ${details?.modulusLength ?? details?.namedCurve ?? ''}`.trim()
  } catch {
    return 'unreadable'
  }
}

/** SHA-256, lower-case hex. */
export const sha256 = (data: string | Buffer): string => hash('sha256', data)

/** A JWT as evidence: decoded, its signature as a digest. At most 20 certificates of the chain are described. */
export const recordJwt = (text: string): RecordedJwt => {
  const { header, payload, parts } = decodeJwt(text)
  const signature = parts.slice(2).join('.')
  return {
    header,
    payload,
    signature: { sha256: sha256(signature), length: signature.length },
    chain: elementsOf(memberOf(header, 'x5c'))
      .slice(0, 20)
      .flatMap((element) => recordElement(element) ?? []),
  }
}
