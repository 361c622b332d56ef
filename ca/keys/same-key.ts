import type { KeyObject } from 'node:crypto'

/**
 * Whether two private keys are one. `KeyObject.equals` of keys of two types leaves an error behind in Node 20, by which
 * the next key that is read from PEM or DER fails.
 */
export const isSameKey = (one: KeyObject, other: KeyObject): boolean =>
  one.asymmetricKeyType === other.asymmetricKeyType && one.equals(other)
