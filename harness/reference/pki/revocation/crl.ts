import type { Certificate } from '../certificate.js'
import { readDer } from '../der.js'
import { constructed, type Element, tag } from '../element.js'
import { readSomeExtensions } from '../extensions.js'
import { Fields, listOf, within } from '../fields.js'
import { isSameName, type Name, readName } from '../names.js'
import { readAlgorithm } from '../signature-algorithm.js'
import { isSignedWith, readSigned, type Signed } from '../signed.js'
import { timeOf } from '../values.js'

/** A certificate revocation list, read once. */
export interface Crl {
  /** Milliseconds since epoch. */
  readonly nextUpdate: number
  /** Serial numbers, lower-case hex without leading zero bytes. */
  readonly revoked: ReadonlySet<string>
  /** Those of them that are on hold (RFC 5280 §5.3.1). */
  readonly held: ReadonlySet<string>
  /** Whether that authority issued it and may (RFC 5280 §6.3.3). */
  readonly isBy: (issuer: Certificate) => boolean
}

interface Entry {
  readonly serial: string
  readonly isHeld: boolean
}

/** What stands in the signed part (RFC 5280 §5.1.2). */
interface Content {
  readonly issuer: Name
  readonly thisUpdate: number
  readonly nextUpdate: number
  readonly revoked: readonly Entry[]
  /** Whether an extension has to be understood. */
  readonly critical: boolean
}

/** Elements of a list of some 60,000 entries: more than anybody fetches here. */
const mostElements = 400_000

/** Throws when the bytes are no CRL. */
export function readCrl(der: Buffer): Crl {
  const signed = readSigned(new Fields(readDer(der, mostElements)))
  const { issuer: name, thisUpdate, nextUpdate, revoked, critical } = readContent(new Fields(signed.content))
  const verified = new WeakMap<Certificate, boolean>()
  return {
    nextUpdate,
    revoked: new Set(revoked.map(({ serial }) => serial)),
    held: new Set(revoked.filter(({ isHeld }) => isHeld).map(({ serial }) => serial)),
    isBy: (issuer) => {
      let by = verified.get(issuer)
      if (by === undefined) {
        by = !critical && thisUpdate <= Date.now() + 60_000 && isFrom(name, signed, issuer)
        verified.set(issuer, by)
      }
      return by
    },
  }
}

function readContent(fields: Fields): Content {
  fields.optional(tag.integer)
  readAlgorithm(fields.take())
  const issuer = readName(fields.take())
  const thisUpdate = timeOf(fields.take(tag.utcTime, tag.generalizedTime))
  const nextUpdate = fields.optional(tag.utcTime, tag.generalizedTime)
  const entries = fields.optional(tag.sequence)
  const extensions = fields.last(constructed(0))
  return {
    issuer,
    thisUpdate,
    nextUpdate: nextUpdate ? timeOf(nextUpdate) : 0,
    revoked: entries ? listOf(entries).map(revokedIn) : [],
    critical: extensions !== undefined && readSomeExtensions(within(extensions, tag.sequence)).some(isCritical),
  }
}

const isCritical = ({ critical }: { readonly critical: boolean }): boolean => critical

const reasonCode = '2.5.29.21'
/** DER of the reason certificateHold. */
const hold = Buffer.from([tag.enumerated, 1, 6])

function revokedIn(entry: Element): Entry {
  const fields = new Fields(entry)
  const serial = fields.take(tag.integer).content
  timeOf(fields.take(tag.utcTime, tag.generalizedTime))
  const list = fields.last(tag.sequence)
  const extensions = list ? readSomeExtensions(list) : []
  const isHeld = extensions.some(({ id, value }) => id === reasonCode && value.equals(hold))
  return { serial: serialHex(serial), isHeld }
}

/** Bytes of a serial number as OpenSSL prints them. */
const serialHex = (bytes: Buffer): string => bytes.toString('hex').replace(/^(00)+(?=..)/, '')

const isFrom = (name: Name, signed: Signed, issuer: Certificate): boolean =>
  isSameName(name, issuer.details.subject) &&
  (!issuer.hasKeyUsage || issuer.allows('cRLSign')) &&
  isSignedWith(signed, issuer.key)
