import { variantNames } from '../engine/variants.js'

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
  'shows-human-by-script',
  'shows-human-at-once',
  'puts-logins-off',
  'takes-answers-in-forms',
  'names-browsers-anew',
  'leaves-strange-userinfo-alone',
  'names-no-client-beside-assertion',
] as const

export type LoginVariant = (typeof loginVariants)[number]

/** Those that a text names, separated by commas; what else it names concerns other parts of a reference. */
export function chosenLoginVariants(text: string | undefined): ReadonlySet<LoginVariant> {
  const names = variantNames(text)
  return new Set(loginVariants.filter((name) => names.includes(name)))
}
