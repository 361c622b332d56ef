import { namedVariants } from '../engine/variants.js'

/** Ways to log a human in that differ from what the reference does by itself (`ASSAY_REFERENCE_VARIANT`). */
export const loginVariants = [
  'asks-for-consent',
  'logs-in-in-two-steps',
  'renders-login-by-script',
  'redirects-around',
  'keeps-no-session',
  'labels-login-otherwise',
  'needs-no-challenge',
  'takes-any-loopback-port',
  'codes-live-two-seconds',
  'puts-logins-off',
  'lists-clients-in-cookie',
] as const

export type LoginVariant = (typeof loginVariants)[number]

/** Those that a text names, separated by commas; what else it names concerns other parts of a reference. */
export const chosenLoginVariants = (text: string | undefined): ReadonlySet<LoginVariant> =>
  namedVariants(loginVariants, text)
