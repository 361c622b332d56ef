import type { Certificate } from './certificate.js'

/** Whether each certificate was issued by the next: names and signatures, nothing else. */
export const isLinked = (chain: readonly Certificate[]): boolean =>
  chain.every((certificate, index) => {
    const issuer = chain[index + 1]
    return issuer === undefined || certificate.isIssuedBy(issuer)
  })

/** Whether a certificate stands on the trusted list, byte for byte. */
export const isTrusted = (certificate: Certificate | undefined, roots: readonly Certificate[]): boolean =>
  certificate !== undefined && roots.some((root) => root.equals(certificate))

/** A path from a leaf to a trusted root, found among certificates in any order; `undefined` when there is none. */
export function findPath(
  leaf: Certificate,
  candidates: readonly Certificate[],
  roots: readonly Certificate[],
): readonly Certificate[] | undefined {
  const path = [leaf]
  for (let last = leaf; !isTrusted(last, roots); path.push(last)) {
    const issuer = candidates.find((each) => !path.includes(each) && last.isIssuedBy(each))
    if (!issuer) return undefined
    last = issuer
  }
  return path
}
