import type { Kind } from './kind.js'

/** Leaves that name one source at several addresses, of which some are of no use, or at no other. */
export const addresses = [
  {
    name: 'crl-second-name',
    cases: ['CRT-21'],
    title: 'whose certificate names two addresses of one CRL, of which the first cannot be reached',
    openssl: { shows: 'URI:http://127.0.0.1:9/crl/', lacks: 'OCSP' },
    sources: { crl: [['unreachable', 'lab']], ocsp: false },
  },
  {
    name: 'crl-second-point',
    cases: ['CRT-21'],
    title: 'whose certificate names two distribution points, of which the first cannot be reached',
    openssl: { shows: 'URI:http://127.0.0.1:9/crl/', lacks: 'OCSP' },
    sources: { crl: [['unreachable'], ['lab']], ocsp: false },
  },
  {
    name: 'crl-behind-ldap',
    cases: ['CRT-21'],
    title:
      'whose certificate names addresses of its CRL by LDAP and by HTTPS, where nobody listens, before the one that works',
    openssl: { shows: 'URI:ldap://127.0.0.1:9/crl/', lacks: 'OCSP' },
    sources: { crl: [['ldap', 'https', 'lab']], ocsp: false },
  },
  {
    name: 'ocsp-second-responder',
    cases: ['CRT-22'],
    title: 'whose certificate names two responders, of which the first cannot be reached',
    openssl: { shows: 'OCSP - URI:http://127.0.0.1:9/ocsp/', lacks: 'CRL Distribution Points' },
    sources: { crl: false, ocsp: [['unreachable', 'lab']] },
  },
  {
    name: 'crl-by-ldap-alone',
    cases: ['CRT-24'],
    title: 'whose certificate names its CRL by LDAP alone, where nobody listens',
    openssl: { shows: 'URI:ldap://127.0.0.1:9/crl/', lacks: 'URI:http' },
    sources: { crl: [['ldap']], ocsp: false },
  },
  {
    name: 'crl-by-https-alone',
    cases: ['CRT-24'],
    title: 'whose certificate names its CRL by HTTPS alone, where nobody listens',
    openssl: { shows: 'URI:https://127.0.0.1:9/crl/', lacks: 'URI:http:' },
    sources: { crl: [['https']], ocsp: false },
  },
] as const satisfies readonly Kind[]
