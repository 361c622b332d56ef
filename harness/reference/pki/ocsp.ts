import { createHash } from 'node:crypto'
import * as pkijs from 'pkijs'
import { Certificate, oid } from './certificate.js'
import { verifiesStructure } from './signature-algorithm.js'

/** What a responder says; `undetermined` covers everything that is no valid, fresh answer about this certificate. */
export interface OcspAnswer {
  readonly status: 'good' | 'revoked' | 'undetermined'
  /** Milliseconds since epoch until which it may be remembered. */
  readonly nextUpdate: number
}

const basicResponse = '1.3.6.1.5.5.7.48.1.1'
const ocspSigning = '1.3.6.1.5.5.7.3.9'
/** How far a responder's clock may be ahead, milliseconds. */
const tolerance = 60_000

const sha1Algorithm = Buffer.from('300906052b0e03021a0500', 'hex')

/** A DER element of less than 128 bytes. */
function element(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.of(tag, content.length), content])
}
const sequence = (...parts: readonly Uint8Array[]): Buffer => element(0x30, ...parts)

/** The request for one certificate (RFC 6960 §4.1), written by hand: it is short, and made for every new client. */
export function ocspRequest(certificate: Certificate, issuer: Certificate): Buffer {
  const { name, key } = issuerHashes(issuer, 'sha1')
  const id = sequence(sha1Algorithm, element(4, name), element(4, key), element(2, serialOf(certificate)))
  return sequence(sequence(sequence(sequence(id))))
}

const serialOf = ({ details }: Certificate): Uint8Array => details.serialNumber.valueBlock.valueHexView

interface IssuerHashes {
  readonly name: Buffer
  readonly key: Buffer
}
const known = new WeakMap<Certificate, Map<string, IssuerHashes>>()

/** How a CertID names an issuer; worked out once. */
function issuerHashes(issuer: Certificate, digest: string): IssuerHashes {
  const all = known.get(issuer) ?? new Map<string, IssuerHashes>()
  known.set(issuer, all)
  const { subject, subjectPublicKeyInfo } = issuer.details
  const hash = (bytes: Uint8Array) => createHash(digest).update(bytes).digest()
  const hashes = all.get(digest) ?? {
    name: hash(new Uint8Array(subject.toSchema().toBER())),
    key: hash(subjectPublicKeyInfo.subjectPublicKey.valueBlock.valueHexView),
  }
  all.set(digest, hashes)
  return hashes
}

/** Reads a response; throws when it cannot be parsed. */
export function readOcspResponse(der: Buffer, certificate: Certificate, issuer: Certificate): OcspAnswer {
  const undetermined: OcspAnswer = { status: 'undetermined', nextUpdate: 0 }
  const response = pkijs.OCSPResponse.fromBER(der)
  const bytes = response.responseBytes
  if (response.responseStatus.valueBlock.valueDec !== 0 || bytes?.responseType !== basicResponse) return undetermined
  const basic = pkijs.BasicOCSPResponse.fromBER(bytes.response.valueBlock.valueHexView)
  if (!isBy(basic, issuer)) return undetermined
  const single = basic.tbsResponseData.responses.find(({ certID }) => isAbout(certID, certificate, issuer))
  if (!single || single.thisUpdate.getTime() > Date.now() + tolerance) return undetermined
  const nextUpdate = single.nextUpdate?.getTime() ?? Date.now()
  if (single.nextUpdate && nextUpdate < Date.now()) return undetermined
  return { status: statusOf(single), nextUpdate }
}

/** `good` is context tag 0, `revoked` 1, `unknown` 2. */
function statusOf({ certStatus }: pkijs.SingleResponse): OcspAnswer['status'] {
  const tag = (certStatus as { idBlock?: { tagNumber?: number } }).idBlock?.tagNumber
  if (tag === 0) return 'good'
  return tag === 1 ? 'revoked' : 'undetermined'
}

function isBy(basic: pkijs.BasicOCSPResponse, issuer: Certificate): boolean {
  return [issuer, ...delegates(basic, issuer)].some(({ key }) =>
    verifiesStructure(
      basic.tbsResponseData.tbsView,
      basic.signatureAlgorithm,
      basic.signature.valueBlock.valueHexView,
      key,
    ),
  )
}

/** Responder certificates that the issuer made for this purpose (RFC 6960 §4.2.2.2). */
const delegates = (basic: pkijs.BasicOCSPResponse, issuer: Certificate): readonly Certificate[] =>
  (basic.certs ?? [])
    .map((each) => new Certificate(Buffer.from(each.toSchema(false).toBER())))
    .filter(
      (each) => each.isIssuedBy(issuer) && isResponder(each) && new Date(each.x509.validTo).getTime() > Date.now(),
    )

function isResponder(certificate: Certificate): boolean {
  const usage = certificate.extension(oid.extendedKeyUsage)?.parsedValue as pkijs.ExtKeyUsage | undefined
  return usage?.keyPurposes.includes(ocspSigning) ?? false
}

function isAbout(id: pkijs.CertID, certificate: Certificate, issuer: Certificate): boolean {
  const digest = { '1.3.14.3.2.26': 'sha1', '2.16.840.1.101.3.4.2.1': 'sha256' }[id.hashAlgorithm.algorithmId]
  if (digest === undefined) return false
  const { name, key } = issuerHashes(issuer, digest)
  return (
    name.equals(id.issuerNameHash.valueBlock.valueHexView) &&
    key.equals(id.issuerKeyHash.valueBlock.valueHexView) &&
    Buffer.from(id.serialNumber.valueBlock.valueHexView).equals(serialOf(certificate))
  )
}
