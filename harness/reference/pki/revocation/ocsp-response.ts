import { readDer } from '../der.js'
import { constructed, type Element, primitive, tag } from '../element.js'
import { readExtensions } from '../extensions.js'
import { Fields, listOf, within } from '../fields.js'
import { readName } from '../names.js'
import { readAlgorithm } from '../signature-algorithm.js'
import { readSigned, type Signed } from '../signed.js'
import { isTrue, oidOf, timeOf } from '../values.js'

/** What a responder says of one certificate (RFC 6960 §4.2.1). Times are milliseconds since epoch. */
export interface SingleResponse {
  /** Object identifier of the digest of the two hashes. */
  readonly digest: string
  readonly issuerName: Buffer
  readonly issuerKey: Buffer
  readonly serial: Buffer
  readonly status: 'good' | 'revoked' | 'held' | 'unknown'
  readonly thisUpdate: number
  readonly nextUpdate: number | undefined
}

/** A basic OCSP answer. */
export interface BasicResponse {
  readonly signed: Signed
  readonly responses: readonly SingleResponse[]
  /** DER of the certificates that come with it. */
  readonly certificates: readonly Buffer[]
}

const basicResponse = '1.3.6.1.5.5.7.48.1.1'

/** `undefined` when the responder says that it could not answer, or answers in another form. Throws when the bytes are no OCSP answer. */
export function readBasicResponse(der: Buffer): BasicResponse | undefined {
  const fields = new Fields(readDer(der))
  const failed = isTrue(fields.take(tag.enumerated))
  const answer = fields.last(constructed(0))
  if (!answer) return undefined
  const typed = new Fields(within(answer, tag.sequence))
  const isBasic = oidOf(typed.take()) === basicResponse
  const { content } = typed.take(tag.octets)
  return failed || !isBasic ? undefined : readBasic(new Fields(readDer(content)))
}

function readBasic(fields: Fields): BasicResponse {
  const signed = readSigned(fields)
  const certificates = fields.last(constructed(0))
  return {
    signed,
    responses: readResponses(new Fields(signed.content)),
    certificates: certificates ? listOf(within(certificates, tag.sequence)).map(({ bytes }) => bytes) : [],
  }
}

function readResponses(fields: Fields): readonly SingleResponse[] {
  const version = fields.optional(constructed(0))
  if (version) within(version, tag.integer)
  const responder = fields.take(constructed(1), constructed(2))
  if (responder.tag === constructed(1)) readName(within(responder, tag.sequence))
  else within(responder, tag.octets)
  timeOf(fields.take(tag.generalizedTime))
  const responses = listOf(fields.take(tag.sequence)).map(readSingle)
  checkExtensions(fields.last(constructed(1)))
  return responses
}

function readSingle(element: Element): SingleResponse {
  const fields = new Fields(element)
  const id = new Fields(fields.take(tag.sequence))
  const digest = readAlgorithm(id.take()).id
  const [issuerName, issuerKey, serial] = [id.take(tag.octets), id.take(tag.octets), id.take(tag.integer)]
  const status = readStatus(fields.take(...statuses.keys()))
  const thisUpdate = timeOf(fields.take(tag.generalizedTime))
  const nextUpdate = fields.optional(constructed(0))
  checkExtensions(fields.last(constructed(1)))
  return {
    ...{ digest, issuerName: issuerName.content, issuerKey: issuerKey.content, serial: serial.content },
    ...{ status, thisUpdate, nextUpdate: nextUpdate && timeOf(within(nextUpdate, tag.generalizedTime)) },
  }
}

const statuses: ReadonlyMap<number, SingleResponse['status']> = new Map([
  [primitive(0), 'good'],
  [constructed(1), 'revoked'],
  [primitive(2), 'unknown'],
])

/** The reason certificateHold (RFC 5280 §5.3.1). */
const hold = Buffer.from([6])

/** A revoked certificate has been so since some time, perhaps for a reason. */
function readStatus(element: Element): SingleResponse['status'] {
  const status = statuses.get(element.tag) ?? 'unknown'
  if (status !== 'revoked') return status
  const fields = new Fields(element, element.tag)
  timeOf(fields.take(tag.generalizedTime))
  const reason = fields.last(constructed(0))
  const isHeld = reason !== undefined && within(reason, tag.enumerated).content.equals(hold)
  return isHeld ? 'held' : status
}

function checkExtensions(extensions: Element | undefined): void {
  if (extensions) readExtensions(within(extensions, tag.sequence))
}
