import type { X509Certificate } from 'node:crypto'

/** What was found of pairs that are still in use: each answer of a target brings the same chain. */
const found = new WeakMap<X509Certificate, WeakMap<X509Certificate, boolean>>()

/** Whether a certificate names that issuer, and its key signed it. One that cannot be made use of is issued by nobody. */
export function isIssuedBy(certificate: X509Certificate | undefined, issuer: X509Certificate | undefined): boolean {
  if (certificate === undefined || issuer === undefined) return false
  const known = found.get(certificate) ?? new WeakMap<X509Certificate, boolean>()
  found.set(certificate, known)
  const holds = known.get(issuer) ?? verifies(certificate, issuer)
  known.set(issuer, holds)
  return holds
}

function verifies(certificate: X509Certificate, issuer: X509Certificate): boolean {
  try {
    return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)
  } catch {
    return false
  }
}
