import type { CertificateKind, RevocationMisbehaviour } from '../../ca/index.js'
import { lookingUp } from '../support/roles.js'
import type { Coverage } from '../support/row.js'
import type { SourceRow } from './revocation.cases.js'

/** Answers by which a certificate is good, and which nobody may believe. */
export interface ForgedRow extends Coverage, Pick<SourceRow, 'source' | 'sound'> {
  readonly title: string
  /** Kind of a certificate whose source cannot be reached. */
  readonly nowhere: CertificateKind
  /** What says nothing about a certificate. */
  readonly nothing: RevocationMisbehaviour
  readonly forged: readonly RevocationMisbehaviour[]
}

/** Who refuses a certificate of which it learns nothing relies on what it learns: a forger lets a revoked one in. */
const strict = { requirements: ['CERT-REVOCATION'], cases: [], level: 'strict', roles: lookingUp } as const

export const forged: readonly ForgedRow[] = [
  {
    id: 'certificate.forged-crl',
    title: 'a certificate whose CRL somebody else signed, where it refuses one whose CRL it cannot get',
    detects: ['believes-any-crl'],
    source: 'crl',
    sound: 'crl-of-own-issuer',
    nowhere: 'crl-nowhere',
    nothing: 'empty',
    forged: ['wrong-signer'],
    ...strict,
  },
  {
    id: 'certificate.forged-ocsp',
    title:
      'a certificate that only an OCSP answer by somebody else or about another one calls good, where it refuses one without an answer',
    detects: ['believes-any-responder', 'believes-answer-about-another', 'believes-participant-as-responder'],
    source: 'ocsp',
    sound: 'ocsp-of-own-issuer',
    nowhere: 'ocsp-nowhere',
    nothing: 'try-later',
    forged: ['wrong-signer', 'other-serial', 'by-participant'],
    ...strict,
  },
]
