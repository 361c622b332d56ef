import { createPublicKey, type KeyObject, X509Certificate } from 'node:crypto'
import type { CertifiedKey } from '../../ca/types.js'

/** Of a participant's own key, or of what everybody has of another's. */
const publicOf = (key: KeyObject): KeyObject => (key.type === 'public' ? key : createPublicKey(key))

/** Every spelling of a public key that somebody might hand to an HMAC as its secret, by name. */
export const publicKeySecrets = {
  'PEM SPKI': ({ key }) => spkiPem({ key }),
  'PEM SPKI without final newline': ({ key }) => spkiPem({ key }).trimEnd(),
  'DER SPKI': ({ key }) => publicOf(key).export({ type: 'spki', format: 'der' }),
  'PEM PKCS#1': ({ key }) => publicOf(key).export({ type: 'pkcs1', format: 'pem' }),
  'PEM certificate': (certified) => certificatePem(certified),
  'PEM certificate without final newline': (certified) => certificatePem(certified).trimEnd(),
  'DER certificate': (certified) => leaf(certified),
  'first element of x5c': (certified) => leaf(certified).toString('base64'),
  'modulus as in a JWK': ({ key }) => String(publicOf(key).export({ format: 'jwk' }).n),
} satisfies Readonly<Record<string, (certified: CertifiedKey) => string | Buffer>>

const spkiPem = ({ key }: Pick<CertifiedKey, 'key'>): string =>
  publicOf(key).export({ type: 'spki', format: 'pem' }).toString()

const leaf = ({ chain }: CertifiedKey): Buffer => chain[0] ?? Buffer.alloc(0)

const certificatePem = (certified: CertifiedKey): string => new X509Certificate(leaf(certified)).toString()
