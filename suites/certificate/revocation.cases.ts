import {
  type CertificateKind,
  type RevocationMisbehaviour,
  type RevocationReason,
  revocationReasons,
} from '../../ca/index.js'
import type { RevocationProgram } from '../../harness/contracts/lab-protocol.js'
import { lookingUp, machinesLookingUp } from '../support/roles.js'
import type { Coverage, Row } from '../support/row.js'
import { row } from '../support/row.js'
import { holding } from '../support/values/certificates.js'

/** A source of revocation, with the certificates that name nothing but it. */
export interface SourceRow extends Coverage {
  readonly title: string
  readonly source: 'crl' | 'ocsp'
  /** Kind of the control, and of the certificate that is revoked. */
  readonly sound: CertificateKind
  readonly revoked: CertificateKind
  /** Played with a participant of the target file whose certificate is revoked, where it names one. */
  readonly asGiven?: true
  /** Why it is revoked, one after the other; nothing is said of it when absent. */
  readonly reasons?: readonly RevocationReason[]
  /** What the lab answers then, where it is not the plain list or answer; that of the last scope counts. */
  readonly answers?: (scope: string, serial: string) => readonly RevocationProgram[]
}

/** Whatever the reason, it is revoked, where it is not that it no longer is (ruling 29, RFC 5280 §5.3.1). */
const reasons = (Object.keys(revocationReasons) as readonly RevocationReason[]).filter(
  (reason) => reason !== 'removeFromCRL',
)

const crl = { source: 'crl', sound: 'crl-only', revoked: 'revoked-on-crl' } as const
const ocsp = { source: 'ocsp', sound: 'ocsp-only', revoked: 'revoked-by-ocsp' } as const

/** What a registry was given when it registered a certificate may have to run out first, seconds. */
const slowAtRegistry = 240

export const revoked: readonly SourceRow[] = [
  {
    id: 'certificate.revoked-on-crl',
    title: 'a certificate that is revoked on the CRL which the target has read',
    requirements: ['CERT-REVOCATION'],
    cases: ['CRT-21'],
    slow: slowAtRegistry,
    detects: ['accepts-listed-certificate'],
    asGiven: true,
    ...crl,
  },
  {
    id: 'certificate.revoked-high-serial',
    title:
      'a certificate that is revoked on the CRL which the target has read, by a serial number whose first bit is set',
    requirements: ['CERT-REVOCATION'],
    cases: ['CRT-21'],
    roles: lookingUp,
    detects: ['misses-high-serials', 'accepts-listed-certificate'],
    source: 'crl',
    sound: 'crl-only-high-serial',
    revoked: 'revoked-on-crl-high-serial',
  },
  {
    id: 'certificate.revoked-by-ocsp',
    title: 'a certificate that the responder which the target has asked calls revoked',
    requirements: ['CERT-REVOCATION'],
    cases: ['CRT-22'],
    slow: slowAtRegistry,
    detects: ['accepts-revoked-by-ocsp'],
    asGiven: true,
    ...ocsp,
  },
  {
    id: 'certificate.revoked-for-reasons-on-crl',
    title: 'a certificate that is revoked on the CRL which the target has read, for any reason, a hold among them',
    requirements: ['CERT-REVOCATION'],
    cases: ['CRT-21'],
    roles: lookingUp,
    detects: ['passes-over-holds-on-crl', 'accepts-listed-certificate'],
    reasons,
    mutate: reasons,
    ...crl,
  },
  {
    id: 'certificate.revoked-for-reasons-by-ocsp',
    title:
      'a certificate that the responder which the target has asked calls revoked, for any reason, a hold among them',
    requirements: ['CERT-REVOCATION'],
    cases: ['CRT-22'],
    roles: lookingUp,
    detects: ['passes-over-holds-by-ocsp', 'accepts-revoked-by-ocsp'],
    reasons,
    mutate: reasons,
    ...ocsp,
  },
]

/** Some take no certificate that names a single source: of those this row alone speaks. */
export const revokedAtBoth: Coverage & Pick<SourceRow, 'title'> = {
  id: 'certificate.revoked-at-both',
  title: 'a certificate that is revoked on its CRL and by its responder, one of which the target has asked',
  requirements: ['CERT-REVOCATION'],
  cases: ['CRT-21'],
  roles: lookingUp,
  detects: ['accepts-revoked-at-both'],
}

export const observed: readonly SourceRow[] = [
  {
    id: 'certificate.crl-observed',
    title: 'reads the CRL that a certificate names',
    requirements: ['CERT-REVOCATION'],
    cases: ['CRT-21'],
    level: 'strict',
    slow: slowAtRegistry,
    detects: ['ignores-crl', 'reads-crls-beforehand'],
    ...crl,
  },
  {
    id: 'certificate.ocsp-observed',
    title: 'asks the OCSP responder that a certificate names',
    requirements: ['CERT-REVOCATION'],
    cases: ['CRT-22'],
    level: 'strict',
    slow: slowAtRegistry,
    detects: ['ignores-ocsp', 'asks-responders-beforehand'],
    ...ocsp,
  },
]

/** How long the answers of the lab may be gone by there, seconds. */
export const validSeconds = 20

/** After how long such an answer is over, also by a clock that is a little behind, seconds. */
export const pastValidity = validSeconds + 6

export const revokedLater: readonly SourceRow[] = [
  {
    id: 'certificate.revoked-later-on-crl',
    title: 'a certificate that was revoked after the CRL which the target has read ran out',
    requirements: ['CERT-REVOCATION'],
    cases: ['CRT-21'],
    level: 'strict',
    profile: 'deep',
    waits: pastValidity,
    roles: lookingUp,
    detects: ['keeps-crl', 'accepts-listed-certificate'],
    ...crl,
  },
  {
    id: 'certificate.revoked-later-by-ocsp',
    title: 'a certificate that was revoked after the OCSP answer which the target has got ran out',
    requirements: ['CERT-REVOCATION'],
    cases: ['CRT-22'],
    level: 'strict',
    profile: 'deep',
    waits: pastValidity,
    roles: lookingUp,
    detects: ['keeps-ocsp-answer', 'accepts-revoked-by-ocsp'],
    ...ocsp,
  },
]

/** A revocation source that says nothing certain. The certificate is revoked unless `good`. */
export interface UndeterminedRow extends Coverage {
  readonly title: string
  readonly kind: CertificateKind
  readonly good?: true
  readonly misbehaviours: readonly RevocationMisbehaviour[]
  /** Why the source says that it is revoked; nothing is said of it when absent. */
  readonly reason?: RevocationReason
}

export const undetermined: readonly UndeterminedRow[] = [
  {
    id: 'certificate.silent-sources',
    title: 'what becomes of a certificate whose CRL and responder never answer',
    requirements: ['CERT-REVOCATION-UNDETERMINED'],
    cases: ['CRT-24'],
    profile: 'deep',
    roles: lookingUp,
    kind: 'conforming',
    good: true,
    misbehaviours: ['silent'],
    unsafe: 'slow',
  },
  {
    id: 'certificate.unsound-crl',
    title: 'what becomes of a revoked certificate whose CRL is stale or unsound',
    requirements: ['CERT-REVOCATION-UNDETERMINED'],
    cases: ['CRT-25'],
    roles: lookingUp,
    kind: 'crl-only',
    misbehaviours: ['stale', 'replayed', 'wrong-signer', 'no-crl-number', 'critical-crl-number'],
  },
  {
    id: 'certificate.crl-issuer',
    title: 'what becomes of a revoked certificate whose CRL is by an issuer that may not sign CRLs',
    requirements: ['CERT-REVOCATION-UNDETERMINED'],
    cases: ['CRT-25'],
    roles: lookingUp,
    kind: 'issuer-without-crl-sign',
    misbehaviours: [],
  },
  {
    // Such an entry belongs into a list of changes alone, and says that the certificate is good again.
    id: 'certificate.removed-from-crl',
    title: 'what becomes of a certificate that a complete CRL lists as removed from it',
    requirements: ['CERT-REVOCATION-UNDETERMINED'],
    cases: [],
    level: 'should',
    roles: lookingUp,
    kind: 'crl-only',
    reason: 'removeFromCRL',
    misbehaviours: [],
  },
  {
    id: 'certificate.unsound-ocsp',
    title: 'what becomes of a revoked certificate whose OCSP answer is stale, unsound or undecided',
    requirements: ['CERT-REVOCATION-UNDETERMINED'],
    cases: ['CRT-27'],
    roles: lookingUp,
    kind: 'ocsp-only',
    misbehaviours: ['stale', 'replayed', 'wrong-signer', 'other-nonce', 'other-serial', 'unknown', 'try-later'],
  },
]

/** Of one request, as all that a source says. */
export const revokedBesideOthers: Row = row('certificate.revoked-beside-others', 'CERT-REVOCATION', 'mixes-up-lists', {
  level: 'must',
  // Where a human logs in, no code comes for it.
  roles: machinesLookingUp,
  unsafe: 'race',
}).sends('a certificate that is revoked beside sound ones of others', holding('revoked-on-crl', 'revoked-by-ocsp'))
