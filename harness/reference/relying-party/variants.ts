/** Ways to be a relying party that differ from what the reference does by itself (`ASSAY_REFERENCE_VARIANT`). */
export const relyingPartyVariants = [
  'takes-answers-in-forms',
  'names-browsers-anew',
  'leaves-strange-userinfo-alone',
  'asks-userinfo-for-want-of-claims',
  'does-without-userinfo',
  'wants-verified-mailbox',
  'names-no-client-beside-assertion',
  'keeps-state-of-browser',
  'signs-login-requests',
] as const

/** Name of such a way. */
export type RelyingPartyVariant = (typeof relyingPartyVariants)[number]
