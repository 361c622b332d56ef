import { basicConstraints } from '../encoding/extensions.js'
import type { Kind } from '../kind.js'
import { having, using, without } from '../turns.js'

/** Issuers that are none. */
export const issuers = [
  {
    name: 'issued-by-leaf',
    cases: ['CRT-05'],
    title: "certified by another participant's eSeal",
    openssl: { refuses: 'invalid CA certificate', alsoSays: 'key usage does not include CRL signing' },
    through: [{ as: 'participant' }],
    // Its issuer may not sign CRLs, and the defect must be the only reason to refuse.
    leaf: without('crlDistributionPoints'),
  },
  {
    name: 'intermediate-without-ca-flag',
    cases: ['CRT-05'],
    title: 'whose intermediate says CA:FALSE',
    openssl: { refuses: 'invalid CA certificate', alsoSays: 'Key usage keyCertSign invalid for non-CA cert' },
    under: 'root-a',
    through: [{ turn: having(basicConstraints(false)) }],
  },
  {
    name: 'intermediate-without-basic-constraints',
    cases: ['CRT-05'],
    title: 'whose intermediate has no basic constraints',
    openssl: { refuses: 'invalid CA certificate', alsoSays: 'Key usage keyCertSign invalid for non-CA cert' },
    under: 'root-a',
    through: [{ turn: without('basicConstraints') }],
  },
  {
    name: 'upper-intermediate-without-ca-flag',
    cases: ['CRT-05'],
    title: 'whose upper intermediate of two says CA:FALSE',
    openssl: { refuses: 'invalid CA certificate', alsoSays: 'Key usage keyCertSign invalid for non-CA cert' },
    under: 'root-a',
    through: [{ turn: having(basicConstraints(false)) }, {}],
  },
  {
    name: 'path-length-exceeded',
    cases: ['CRT-06'],
    title: 'below two intermediates of which the upper one allows none below it',
    openssl: { refuses: 'path length constraint exceeded' },
    under: 'root-a',
    through: [{ turn: having(basicConstraints(true, 0)) }, {}],
  },
  {
    name: 'intermediate-without-key-cert-sign',
    cases: ['CRT-07'],
    title: 'whose intermediate may not sign certificates',
    openssl: { refuses: 'invalid CA certificate', alsoSays: 'key usage does not include certificate signing' },
    under: 'root-a',
    through: [{ turn: using('digitalSignature', 'cRLSign') }],
  },
  {
    name: 'upper-intermediate-without-key-cert-sign',
    cases: ['CRT-07'],
    title: 'whose upper intermediate of two may not sign certificates',
    openssl: { refuses: 'invalid CA certificate', alsoSays: 'key usage does not include certificate signing' },
    under: 'root-a',
    through: [{ turn: using('digitalSignature', 'cRLSign') }, {}],
  },
] as const satisfies readonly Kind[]
