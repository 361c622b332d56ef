import { Certificate } from '../certificate.js'
import { extendedKeyUsage } from '../extension-values.js'
import { isSignedWith } from '../signed.js'
import { issuerHashes } from './ocsp-request.js'
import { type BasicResponse, readBasicResponse, type SingleResponse } from './ocsp-response.js'

/** What a responder says; `undetermined` covers everything that is no valid, fresh answer about this certificate. */
export interface OcspAnswer {
  readonly status: 'good' | 'revoked' | 'held' | 'undetermined'
  /** Milliseconds since epoch until which it may be remembered. */
  readonly nextUpdate: number
  /** It does not say until when it holds. */
  readonly isEndless?: boolean
}

const ocspSigning = '1.3.6.1.5.5.7.3.9'
/** How far a responder's clock may be ahead, milliseconds. */
const tolerance = 60_000
const undetermined: OcspAnswer = { status: 'undetermined', nextUpdate: 0 }

/** What only a fault leaves unverified: whose key signed, of which certificate it speaks, or what the certificate of its signer is for. */
export type Unverified = 'signer' | 'subject' | 'purpose'

/** Reads a response; throws when it cannot be parsed. */
export function readOcspResponse(
  der: Buffer,
  certificate: Certificate,
  issuer: Certificate,
  unverified?: Unverified,
): OcspAnswer {
  const basic = readBasicResponse(der)
  if (!basic || (unverified !== 'signer' && !isBy(basic, issuer, unverified === 'purpose'))) return undetermined
  const single = basic.responses.find((each) => unverified === 'subject' || isAbout(each, certificate, issuer))
  if (!single || single.thisUpdate > Date.now() + tolerance) return undetermined
  const { status, nextUpdate = Date.now() } = single
  if (single.nextUpdate !== undefined && nextUpdate < Date.now()) return undetermined
  const isEndless = single.nextUpdate === undefined
  return { status: status === 'unknown' ? 'undetermined' : status, nextUpdate, isEndless }
}

const isBy = (basic: BasicResponse, issuer: Certificate, anyPurpose: boolean): boolean =>
  [issuer, ...delegates(basic, issuer, anyPurpose)].some(({ key }) => isSignedWith(basic.signed, key))

/** Responder certificates that the issuer made for this purpose (RFC 6960 §4.2.2.2), or for any. */
const delegates = ({ certificates }: BasicResponse, issuer: Certificate, anyPurpose: boolean): readonly Certificate[] =>
  certificates
    .map((each) => new Certificate(each))
    .filter(
      (each) =>
        (anyPurpose || isResponder(each)) &&
        each.isIssuedBy(issuer) &&
        new Date(each.x509.validTo).getTime() > Date.now(),
    )

const isResponder = (certificate: Certificate): boolean => certificate.said(extendedKeyUsage).includes(ocspSigning)

const digests: Readonly<Record<string, string>> = { '1.3.14.3.2.26': 'sha1', '2.16.840.1.101.3.4.2.1': 'sha256' }

function isAbout(single: SingleResponse, certificate: Certificate, issuer: Certificate): boolean {
  const digest = digests[single.digest]
  if (digest === undefined) return false
  const { name, key } = issuerHashes(issuer, digest)
  return (
    name.equals(single.issuerName) && key.equals(single.issuerKey) && certificate.details.serial.equals(single.serial)
  )
}
