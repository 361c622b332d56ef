import type { CertificateKind } from '../../../ca/index.js'
import type { Certified, Guise } from '../../guises/types.js'

/** Kinds of certificate that parties of a ParticipantRegistry's kit have, by what is not usual about them. */
const kinds: readonly (readonly [CertificateKind, Certified])[] = [
  ['rsa-3072', { bits: 3072 }],
  ['rsa-4096', { bits: 4096 }],
  ['chain-of-2', { under: 'root-a' }],
  ['chain-of-4', { under: 'intermediate-a2' }],
  ['crl-only', { source: 'crl' }],
  ['ocsp-only', { source: 'ocsp' }],
  // What a standard run plays together.
  ['chain-of-2-rsa-3072-crl-only', { under: 'root-a', bits: 3072, source: 'crl' }],
  ['chain-of-4-rsa-4096-ocsp-only', { under: 'intermediate-a2', bits: 4096, source: 'ocsp' }],
]

/** How parties are certified in a guise. */
export const certifiedIn = ({ values }: Guise): Certified =>
  Object.assign({}, ...values.map((value) => value.certified ?? {}))

/** The kind of certificate that the parties of a guise have; `usual` where it says nothing of it, none where no party of a kit is like that. */
export function kindIn(guise: Guise): CertificateKind | 'usual' | undefined {
  const { bits, under, source } = certifiedIn(guise)
  if ((bits ?? under ?? source) === undefined) return 'usual'
  return kinds.find(([, one]) => one.bits === bits && one.under === under && one.source === source)?.[0]
}
