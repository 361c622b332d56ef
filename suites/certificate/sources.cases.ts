import type { CertificateKind } from '../../ca/index.js'
import type { RevocationProgram } from '../../harness/contracts/lab-protocol.js'
import { lookingUp } from '../support/roles.js'
import type { Coverage } from '../support/row.js'
import type { SourceRow } from './revocation.cases.js'

// Revocation as large authorities publish it (ruling 29).

const must = { requirements: ['CERT-REVOCATION'], roles: lookingUp } as const
const onCrl = { ...must, cases: ['CRT-21'], source: 'crl', sound: 'crl-only' } as const
/** Below the 3 s from which an answer only counts as recorded (ruling 29), and at no time at which clients give up: who does so as it comes was not given it. */
const slowSeconds = 2.7
const byOcsp = { ...must, cases: ['CRT-22'], source: 'ocsp', sound: 'ocsp-only' } as const

/** Certificates that are revoked in ways other than the plain one. */
export const published: readonly SourceRow[] = [
  {
    id: 'certificate.revoked-at-second-name',
    title: 'a certificate that is revoked on the CRL which the target has read at the second of its addresses',
    detects: ['goes-by-first-crl-address', 'accepts-listed-certificate'],
    revoked: 'crl-second-name',
    ...onCrl,
  },
  {
    id: 'certificate.revoked-at-second-point',
    title: 'a certificate that is revoked on the CRL which the target has read at the second distribution point',
    detects: ['goes-by-first-crl-address', 'accepts-listed-certificate'],
    revoked: 'crl-second-point',
    ...onCrl,
  },
  {
    id: 'certificate.revoked-by-second-responder',
    title: 'a certificate that the second of its responders, which the target has asked, calls revoked',
    detects: ['goes-by-first-responder', 'accepts-revoked-by-ocsp'],
    revoked: 'ocsp-second-responder',
    ...byOcsp,
  },
  {
    id: 'certificate.revoked-on-long-crl',
    title: 'a certificate that is the last of 20,001 on the CRL which the target has read',
    detects: ['reads-beginning-of-crl', 'accepts-listed-certificate'],
    revoked: 'revoked-on-crl',
    answers: (scope, serial) => [{ scope, revoked: [serial], others: 20_000 }],
    ...onCrl,
  },
  {
    id: 'certificate.revoked-behind-redirect',
    title: 'a certificate that is revoked on the CRL to which the target has followed a redirect',
    detects: ['accepts-listed-certificate'],
    revoked: 'revoked-on-crl',
    answers: (scope, serial) => [
      { scope, revoked: [], movedTo: `${scope}-moved` },
      { scope: `${scope}-moved`, revoked: [serial] },
    ],
    ...onCrl,
  },
  {
    id: 'certificate.revoked-behind-redirected-question',
    title: 'a certificate that the responder calls revoked to which the target has followed a redirect',
    detects: ['accepts-revoked-by-ocsp'],
    revoked: 'revoked-by-ocsp',
    answers: (scope, serial) => [
      { scope, revoked: [], movedTo: `${scope}-moved` },
      { scope: `${scope}-moved`, revoked: [serial] },
    ],
    ...byOcsp,
  },
  {
    id: 'certificate.revoked-on-slow-crl',
    title: 'a certificate that is revoked on the CRL for which the target has waited almost three seconds',
    profile: 'standard',
    waits: 3,
    detects: ['accepts-listed-certificate'],
    revoked: 'revoked-on-crl',
    answers: (scope, serial) => [{ scope, revoked: [serial], afterSeconds: slowSeconds }],
    ...onCrl,
  },
  {
    id: 'certificate.revoked-by-slow-responder',
    title: 'a certificate that the responder for which the target has waited almost three seconds calls revoked',
    profile: 'standard',
    waits: 3,
    detects: ['accepts-revoked-by-ocsp'],
    revoked: 'revoked-by-ocsp',
    answers: (scope, serial) => [{ scope, revoked: [serial], afterSeconds: slowSeconds }],
    ...byOcsp,
  },
  {
    id: 'certificate.revoked-without-next-update',
    title: 'a certificate that a responder calls revoked without saying until when its answer holds',
    level: 'should',
    detects: ['wants-next-update', 'accepts-revoked-by-ocsp'],
    revoked: 'revoked-by-ocsp',
    answers: (scope, serial) => [{ scope, revoked: [serial], misbehaviour: 'no-next-update' }],
    ...byOcsp,
  },
]

/** Certificates with several addresses of a source, of which the last one alone works. */
export interface AddressesRow extends Coverage, Pick<SourceRow, 'source' | 'sound'> {
  readonly title: string
  /** What is asked, and of what kind the certificate is. */
  readonly asked: readonly (readonly [says: string, kind: CertificateKind])[]
}

export const severalAddresses: readonly AddressesRow[] = [
  {
    id: 'certificate.crl-addresses',
    title: 'reads a CRL at another address where the first is of no use',
    level: 'strict',
    detects: ['asks-first-crl-address'],
    asked: [
      ['Reads the CRL at the second name of its distribution point', 'crl-second-name'],
      ['Reads the CRL at the second distribution point', 'crl-second-point'],
      ['Reads the CRL at the address behind those of LDAP and HTTPS', 'crl-behind-ldap'],
    ],
    ...onCrl,
  },
  {
    id: 'certificate.ocsp-addresses',
    title: 'asks another OCSP responder where the first cannot be reached',
    level: 'strict',
    detects: ['asks-first-responder'],
    asked: [['Asks the second responder', 'ocsp-second-responder']],
    ...byOcsp,
  },
]

/** What becomes of certificates of which a source says nothing that everybody has to go by; recorded, never judged. */
export interface RecordedRow extends Coverage {
  readonly title: string
  readonly tried: readonly Tried[]
}

interface Tried {
  readonly name: string
  readonly kind: CertificateKind
  /** What the lab answers, where anybody can ask it. */
  readonly answers?: SourceRow['answers']
}

const recordedOnly = { requirements: ['CERT-REVOCATION-UNDETERMINED'], roles: lookingUp } as const

/** A revoked certificate of that kind, and what else is to be said of it. */
const revokedWith = (name: string, kind: CertificateKind, more: Partial<RevocationProgram>): Tried => ({
  name,
  kind,
  answers: (scope, serial) => [{ scope, revoked: [serial], ...more }],
})

export const recordedSources: readonly RecordedRow[] = [
  {
    id: 'certificate.contradicting-sources',
    title: 'what becomes of a certificate that one source calls revoked and the other good',
    cases: ['CRT-27'],
    tried: [
      revokedWith('revoked on the CRL, good by OCSP', 'conforming', { saidBy: 'crl' }),
      revokedWith('revoked by OCSP, not on the CRL', 'conforming', { saidBy: 'ocsp' }),
    ],
    ...recordedOnly,
  },
  {
    id: 'certificate.crl-forms',
    title: 'what becomes of a certificate that is revoked on a CRL of a rare form',
    cases: ['CRT-25'],
    tried: [
      revokedWith('CRL for certificates of users only', 'crl-only', { misbehaviour: 'for-users' }),
      revokedWith('indirect CRL', 'crl-only', { misbehaviour: 'indirect' }),
      revokedWith('CRL without nextUpdate', 'crl-only', { misbehaviour: 'no-next-update' }),
      revokedWith('CRL of 1.6 MB', 'crl-only', { others: 45_000 }),
    ],
    ...recordedOnly,
  },
  {
    id: 'certificate.slow-sources',
    title: 'what becomes of a revoked certificate whose CRL or responder takes four seconds',
    cases: ['CRT-24'],
    waits: 8,
    tried: [
      revokedWith('CRL after 4 s', 'crl-only', { afterSeconds: 4 }),
      revokedWith('OCSP answer after 4 s', 'ocsp-only', { afterSeconds: 4 }),
    ],
    ...recordedOnly,
  },
  {
    id: 'certificate.unusable-addresses',
    title: 'what becomes of a certificate that names no address which anybody can use',
    cases: ['CRT-24'],
    tried: [
      { name: 'CRL by LDAP alone', kind: 'crl-by-ldap-alone' },
      { name: 'CRL by HTTPS alone, where nobody listens', kind: 'crl-by-https-alone' },
    ],
    ...recordedOnly,
  },
]
