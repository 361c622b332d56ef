import type { Kind } from './kind.js'

/** No list of an issuer that a server keeps speaks for such a leaf. */
const ownIssuer = { under: 'root-a', through: [{}] } as const

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
  {
    name: 'crl-nowhere',
    cases: ['CRT-24'],
    title: 'whose certificate names its CRL where nobody listens',
    openssl: { shows: 'URI:http://127.0.0.1:9/crl/', lacks: 'OCSP' },
    ...ownIssuer,
    sources: { crl: [['unreachable']], ocsp: false },
  },
  {
    name: 'ocsp-nowhere',
    cases: ['CRT-24'],
    title: 'whose certificate names its responder where nobody listens',
    openssl: { shows: 'OCSP - URI:http://127.0.0.1:9/ocsp/', lacks: 'CRL Distribution Points' },
    ...ownIssuer,
    sources: { crl: false, ocsp: [['unreachable']] },
  },
  {
    name: 'crl-of-own-issuer',
    cases: ['CRT-25'],
    title: 'whose certificate names a CRL and no responder, certified by an intermediate of its own',
    openssl: { shows: 'X509v3 CRL Distribution Points', lacks: 'OCSP' },
    ...ownIssuer,
    sources: { ocsp: false },
  },
  {
    name: 'ocsp-of-own-issuer',
    cases: ['CRT-27'],
    title: 'whose certificate names a responder and no CRL, certified by an intermediate of its own',
    openssl: { shows: 'OCSP - URI', lacks: 'CRL Distribution Points' },
    ...ownIssuer,
    sources: { crl: false },
  },
] as const satisfies readonly Kind[]
