import type { CertificateKind } from '../../ca/index.js'
import { lookingUp } from '../support/roles.js'
import type { Coverage } from '../support/row.js'
import type { SourceRow } from './revocation.cases.js'

// Revocation as large authorities publish it (ruling 29).

const must = { requirements: ['CERT-REVOCATION'], roles: lookingUp } as const
const onCrl = { ...must, cases: ['CRT-21'], source: 'crl', sound: 'crl-only' } as const
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
