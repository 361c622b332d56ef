import type { Kind } from '../kind.js'
import { both, uncritical, using, without } from '../turns.js'

/** Key usage of the leaf. */
export const keyUsage = [
  {
    name: 'key-usage-digital-signature',
    cases: ['CRT-08'],
    title: 'whose key usage is digitalSignature only',
    openssl: { shows: 'X509v3 Key Usage: critical Digital Signature qcStatements' },
    leaf: using('digitalSignature'),
  },
  {
    name: 'key-usage-digital-signature-not-critical',
    cases: ['CRT-08'],
    title: 'whose key usage is digitalSignature only, in an extension that is not critical',
    openssl: { shows: 'X509v3 Key Usage: Digital Signature qcStatements' },
    leaf: both(using('digitalSignature'), uncritical('keyUsage')),
  },
  {
    name: 'key-usage-absent',
    cases: ['CRT-10'],
    title: 'whose certificate has no key usage',
    openssl: { lacks: 'X509v3 Key Usage' },
    leaf: without('keyUsage'),
  },
  {
    name: 'key-usage-key-encipherment',
    cases: ['CRT-11'],
    title: 'whose key usage is keyEncipherment only',
    openssl: { shows: 'X509v3 Key Usage: critical Key Encipherment qcStatements' },
    leaf: using('keyEncipherment'),
  },
  {
    name: 'key-usage-key-cert-sign',
    cases: ['CRT-11'],
    title: 'whose key usage is keyCertSign only',
    openssl: {
      refuses: 'invalid CA certificate',
      alsoSays: 'Key usage keyCertSign invalid for non-CA cert',
      shows: 'X509v3 Key Usage: critical Certificate Sign qcStatements',
    },
    leaf: using('keyCertSign'),
  },
] as const satisfies readonly Kind[]
