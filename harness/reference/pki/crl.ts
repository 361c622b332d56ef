import * as pkijs from 'pkijs'
import type { Certificate } from './certificate.js'
import { verifiesStructure } from './signature-algorithm.js'

/** A certificate revocation list, read once. */
export interface Crl {
  /** Milliseconds since epoch. */
  readonly nextUpdate: number
  /** Serial numbers, lower-case hex without leading zero bytes. */
  readonly revoked: ReadonlySet<string>
  /** Whether that authority issued it and may (RFC 5280 §6.3.3). */
  readonly isBy: (issuer: Certificate) => boolean
}

/** Throws when the bytes are no CRL. */
export function readCrl(der: Buffer): Crl {
  const crl = pkijs.CertificateRevocationList.fromBER(der)
  const serials = (crl.revokedCertificates ?? []).map(({ userCertificate }) =>
    serialHex(userCertificate.valueBlock.valueHexView),
  )
  const verified = new WeakMap<Certificate, boolean>()
  const critical = crl.crlExtensions?.extensions.some((extension) => extension.critical) ?? false
  const from = crl.thisUpdate.value.getTime()
  return {
    nextUpdate: crl.nextUpdate?.value.getTime() ?? 0,
    revoked: new Set(serials),
    isBy: (issuer) => {
      let by = verified.get(issuer)
      if (by === undefined) {
        by = !critical && from <= Date.now() + 60_000 && isSignedBy(crl, issuer)
        verified.set(issuer, by)
      }
      return by
    },
  }
}

/** Bytes of a serial number as OpenSSL prints them. */
export const serialHex = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('hex')
    .replace(/^(00)+(?=..)/, '')

const isSignedBy = (crl: pkijs.CertificateRevocationList, issuer: Certificate): boolean =>
  crl.issuer.isEqual(issuer.details.subject) &&
  (!issuer.hasKeyUsage || issuer.allows('cRLSign')) &&
  verifiesStructure(crl.tbsView, crl.signatureAlgorithm, crl.signatureValue.valueBlock.valueHexView, issuer.key)
