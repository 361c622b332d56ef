import { X509Certificate } from 'node:crypto'
import type { Json } from '../../../harness/contracts/json.js'
import { readAllowedCertificate } from '../../../harness/wire/decode.js'
import { isIssuedBy } from '../../../harness/wire/issued.js'

/**
 * What is wrong with `x5c` as the chain from the signer to a trusted root, leaf first (L247). One that lacks only its
 * root passes, since paths are built without it (X5C-11).
 * @param roots DER of the roots that the target trusts.
 */
export function chainProblem(x5c: Json | undefined, roots: readonly Buffer[]): string | undefined {
  if (!Array.isArray(x5c) || x5c.length === 0) return 'x5c is no array of certificates'
  const read = (x5c as readonly Json[]).map(readAllowedCertificate)
  const chain = read.filter((one) => one !== undefined)
  if (chain.length < read.length) return 'an element of x5c is no certificate'
  const broken = chain.slice(1).findIndex((issuer, index) => !isIssuedBy(chain[index], issuer))
  if (broken >= 0) return `certificate ${broken + 1} is not issued by the next one`
  const last = chain.at(-1)
  const ends = roots.some((der) => last?.raw.equals(der) || isIssuedBy(last, new X509Certificate(der)))
  return ends ? undefined : `${chain.length} certificates that lead to no trusted root`
}

/** What the last certificate of `x5c` is where it is no trusted root (L247). */
export function notRoot(x5c: Json | undefined, roots: readonly Buffer[]): string | undefined {
  const last = Array.isArray(x5c) ? readAllowedCertificate((x5c as readonly Json[]).at(-1) ?? null) : undefined
  return roots.some((der) => last?.raw.equals(der)) ? undefined : (last?.subject ?? 'no certificate')
}
