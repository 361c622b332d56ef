import { readDer } from './der.js'
import { constructed, type Element, primitive, tag } from './element.js'
import { type Extension, readExtensions } from './extensions.js'
import { Fields, within } from './fields.js'
import { type Name, readName } from './names.js'
import { type Algorithm, readAlgorithm } from './signature-algorithm.js'
import { readSigned } from './signed.js'
import { bitsOf, numberOf, timeOf } from './values.js'

/** What stands in a certificate (RFC 5280 §4.1). */
export interface CertificateDetails {
  /** From 1; `undefined` for one that is far from any known. */
  readonly version: number | undefined
  /** Octets of the serial number, as they stand there. */
  readonly serial: Buffer
  /** Algorithm that the signed part names. */
  readonly claimedAlgorithm: Algorithm
  readonly algorithm: Algorithm
  readonly subject: Name
  /** Octets of the key, without its algorithm. */
  readonly publicKey: Buffer
  readonly extensions: readonly Extension[]
}

/** Reads a certificate. Throws when it is malformed. */
export function readDetails(der: Buffer): CertificateDetails {
  const { content, algorithm } = readSigned(new Fields(readDer(der)))
  return { algorithm, ...readContent(new Fields(content)) }
}

function readContent(fields: Fields): Omit<CertificateDetails, 'algorithm'> {
  const version = fields.optional(constructed(0))
  const serial = fields.take(tag.integer).content
  const claimedAlgorithm = readAlgorithm(fields.take())
  readName(fields.take())
  readValidity(fields.take())
  const subject = readName(fields.take())
  const publicKey = readPublicKey(fields.take())
  fields.optional(primitive(1))
  fields.optional(primitive(2))
  const extensions = fields.last(constructed(3))
  return {
    version: version ? versionOf(version) : 1,
    serial,
    claimedAlgorithm,
    subject,
    publicKey,
    extensions: extensions ? readExtensions(within(extensions, tag.sequence)) : [],
  }
}

function versionOf(version: Element): number | undefined {
  const number = numberOf(within(version, tag.integer))
  return number === undefined ? undefined : number + 1
}

function readValidity(validity: Element): void {
  const fields = new Fields(validity)
  for (let count = 0; count < 2; count++) timeOf(fields.take(tag.utcTime, tag.generalizedTime))
}

function readPublicKey(key: Element): Buffer {
  const fields = new Fields(key)
  readAlgorithm(fields.take())
  return bitsOf(fields.take(tag.bits))
}
