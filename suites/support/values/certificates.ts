import type { CertificateKind } from '../../../ca/index.js'
import { certificate } from '../../../harness/mutations/mutation.js'
import type { Mutation } from '../../../harness/mutations/types.js'

/** The party holds a certificate of that kind, and it is the registered one. */
export const holding = (...kinds: readonly CertificateKind[]): readonly Mutation[] =>
  kinds.map((kind) => certificate(kind))
