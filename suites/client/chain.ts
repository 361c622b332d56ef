import { X509Certificate } from 'node:crypto'
import type { Json } from '../../harness/json.js'
import { readCertificate } from '../../harness/wire/decode.js'

/**
 * What is wrong with `x5c` as a complete chain, leaf first (L247). One that lacks nothing but its root is let pass, since paths are built
 * without it (X5C-11).
 * @param root DER of a trusted root, under which a chain of the leaf alone lacks just that.
 */
export function chainProblem(x5c: Json | undefined, root: Buffer): string | undefined {
  if (!Array.isArray(x5c) || x5c.length === 0) return 'x5c is no array of certificates'
  const chain = (x5c as readonly Json[]).map((element) => readCertificate(element)?.certificate)
  const certificates = chain.filter((one) => one !== undefined)
  if (certificates.length < chain.length) return 'an element of x5c is no certificate'
  for (const [index, issuer] of certificates.slice(1).entries())
    if (!isIssuedBy(certificates[index], issuer)) return `certificate ${index + 1} is not issued by the next one`
  const last = certificates.at(-1)
  const complete = certificates.length > 1 || isIssuedBy(last, last) || isIssuedBy(last, new X509Certificate(root))
  return complete ? undefined : 'the leaf alone'
}

const isIssuedBy = (certificate: X509Certificate | undefined, issuer: X509Certificate | undefined): boolean =>
  certificate !== undefined &&
  issuer !== undefined &&
  certificate.checkIssued(issuer) &&
  certificate.verify(issuer.publicKey)
