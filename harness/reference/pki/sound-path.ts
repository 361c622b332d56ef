import type { Certificate } from './certificate.js'
import { isLinked, isTrusted } from './path.js'

/** Whether a certificate is within its dates. */
export const isInTime = ({ x509 }: Certificate): boolean =>
  new Date(x509.validFrom).getTime() <= Date.now() && Date.now() <= new Date(x509.validTo).getTime()
/** Whether it may issue certificates. */
export const mayIssue = (certificate: Certificate): boolean =>
  certificate.basicConstraints.ca && certificate.allows('keyCertSign')

/** Whether a chain is a path from a leaf to a trusted root whose dates and authorities are sound. */
export const isSoundPath = (chain: readonly Certificate[], roots: readonly Certificate[]): boolean =>
  isTrusted(chain.at(-1), roots) &&
  isLinked(chain) &&
  chain.slice(0, -1).every(isInTime) &&
  chain.slice(1).every(mayIssue)
