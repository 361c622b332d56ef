import type { Link, RealAuthorities } from '../kind.js'
import { without } from '../turns.js'

/** The chain with the trusted root in the place of its own. */
export const replacingRoot = (chain: readonly Buffer[], { root }: RealAuthorities): readonly Buffer[] => [
  ...chain.slice(0, -1),
  root,
]

/** So many equal links between an authority and the leaf. */
export const links = (count: number, link: Link): readonly Link[] => Array.from({ length: count }, () => link)

/** Names no revocation source, from which a server would learn that nobody knows the certificate. */
export const sourceless = without('crlDistributionPoints', 'authorityInfoAccess')
