import type { X509Certificate } from 'node:crypto'

/** Whether a certificate names that issuer, and its key signed it. One that cannot be made use of is issued by nobody. */
export function isIssuedBy(certificate: X509Certificate | undefined, issuer: X509Certificate): boolean {
  try {
    return certificate?.checkIssued(issuer) === true && certificate.verify(issuer.publicKey)
  } catch {
    return false
  }
}
