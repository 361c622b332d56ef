import type { Kind } from '../kind.js'
import { both, highSerial, using, without } from '../turns.js'

/** Revocation; the lab has to list what is revoked. */
export const revocation = [
  {
    name: 'revoked-on-crl',
    cases: ['CRT-21'],
    title: 'whose certificate is revoked on its CRL, and names no responder',
    openssl: { refuses: 'certificate revoked', lacks: 'OCSP' },
    leaf: without('authorityInfoAccess'),
    revokes: 'leaf',
  },
  {
    name: 'revoked-on-crl-high-serial',
    cases: ['CRT-21'],
    title: 'whose certificate is revoked on its CRL, and has a serial number whose first bit is set',
    openssl: { refuses: 'certificate revoked', lacks: 'OCSP' },
    leaf: both(without('authorityInfoAccess'), highSerial),
    revokes: 'leaf',
  },
  {
    name: 'revoked-by-ocsp',
    cases: ['CRT-22'],
    title: 'whose certificate is revoked by its OCSP responder, and names no CRL',
    openssl: { refuses: 'certificate revoked', lacks: 'CRL Distribution Points' },
    leaf: without('crlDistributionPoints'),
    revokes: 'leaf',
  },
  {
    name: 'revoked-intermediate',
    cases: ['CRT-23'],
    title: 'whose intermediate is revoked',
    openssl: { refuses: 'certificate revoked' },
    under: 'root-a',
    through: [{}],
    revokes: 'intermediate',
  },
  {
    name: 'issuer-without-crl-sign',
    cases: ['CRT-25'],
    title: 'whose intermediate signs CRLs without the right to',
    openssl: { refuses: 'key usage does not include CRL signing' },
    under: 'root-a',
    through: [{ turn: using('digitalSignature', 'keyCertSign') }],
  },
] as const satisfies readonly Kind[]
