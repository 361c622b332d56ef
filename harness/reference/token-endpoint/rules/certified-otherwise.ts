import type { TokenRequest } from '../token-request.js'

/** Whether a chain is longer or shorter than most are. */
export const isNotOfThree = ({ chain }: TokenRequest): boolean => chain.length !== 3

/** Whether the key of the leaf is longer than most are. */
export const hasLongKey = ({ leaf }: TokenRequest): boolean =>
  (leaf?.key.asymmetricKeyDetails?.modulusLength ?? 0) > 2048
