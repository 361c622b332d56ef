import { lookingUp } from '../support/roles.js'
import { check } from '../support/row.js'

/** The intermediate that x5c lacks lies where the leaf says. */
export const behindAddress = check('chain.intermediate-behind-address', 'X5C-23', ['fetches-issuer', 'completes-chain'])

/** Addresses that a stranger chose. */
export const untrustedAddresses = check(
  'chain.untrusted-addresses',
  'X5C-24',
  ['asks-before-it-trusts', 'fetches-issuer'],
  { roles: lookingUp },
)
