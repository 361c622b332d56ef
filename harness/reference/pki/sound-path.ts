import type { Certificate } from './certificate.js'
import { isLinked, isTrusted } from './path.js'

const inTime = ({ x509 }: Certificate): boolean =>
  new Date(x509.validFrom).getTime() <= Date.now() && Date.now() <= new Date(x509.validTo).getTime()
const mayIssue = (certificate: Certificate): boolean =>
  certificate.basicConstraints.ca && certificate.allows('keyCertSign')

/** Whether a chain is a path from a leaf to a trusted root whose dates and authorities are sound. */
export const isSoundPath = (chain: readonly Certificate[], roots: readonly Certificate[]): boolean =>
  isTrusted(chain.at(-1), roots) &&
  isLinked(chain) &&
  chain.slice(0, -1).every(inTime) &&
  chain.slice(1).every(mayIssue)
