/**
 * Service consumers of the kit whose certificates have another conforming form than those of the others, and the kind
 * of certificate that each has (L246, L247).
 */
export const certifiedOtherwise = {
  'chain of 2': 'chain-of-2',
  'chain of 4': 'chain-of-4',
  'key of 3072 bits': 'rsa-3072',
} as const

/** One of them. */
export type CertifiedOtherwise = keyof typeof certifiedOtherwise

/** All of them. */
export const otherwise = Object.keys(certifiedOtherwise) as readonly CertifiedOtherwise[]
