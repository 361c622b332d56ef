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

interface Layout {
  readonly name: string
  /** Characters of base64 in a line; all where it says nothing. */
  readonly width?: number
  /** Between the lines of base64. */
  readonly inside: string
  /** Behind the first line, and behind the last one where there is a break. */
  readonly around: string
}

/** PEM as it is made by hand: base64 in one line, as PHP splits it, as Python does, and for Windows. */
const layouts: readonly Layout[] = [
  { name: 'in one line', inside: '', around: '\n' },
  { name: 'in lines of 64 and CRLF', width: 64, inside: '\r\n', around: '\r\n' },
  { name: 'in lines of 76', width: 76, inside: '\n', around: '\n' },
  { name: 'in lines of 76 and CRLF', width: 76, inside: '\r\n', around: '\r\n' },
  { name: 'in lines of 76 and CRLF between two of their own', width: 76, inside: '\r\n', around: '\n' },
]

const laidOut = (label: string, der: Buffer, { width, inside, around }: Layout): string => {
  const base64 = der.toString('base64')
  const lines = width === undefined ? [base64] : (base64.match(new RegExp(`.{1,${width}}`, 'g')) ?? [])
  const body = lines.join(inside) + (inside || around)
  return `-----BEGIN ${label}-----${around}${body}-----END ${label}-----${around}`
}

type Secret = (certified: CertifiedKey) => string

const made = (name: string, secret: Secret): readonly (readonly [string, Secret])[] => [
  [name, secret],
  [`${name}, without final newline`, (certified) => secret(certified).trimEnd()],
]

/** PEM that a server makes of the first element of `x5c`, or of its key, before it verifies, by name. */
export const madePemSecrets: Readonly<Record<string, Secret>> = Object.fromEntries([
  ...layouts.flatMap((layout) =>
    made(`PEM certificate ${layout.name}`, (certified) => laidOut('CERTIFICATE', leaf(certified), layout)),
  ),
  ...layouts
    .slice(0, 1)
    .flatMap((layout) =>
      made(`PEM SPKI ${layout.name}`, ({ key }) =>
        laidOut('PUBLIC KEY', publicOf(key).export({ type: 'spki', format: 'der' }), layout),
      ),
    ),
])

const spkiPem = ({ key }: Pick<CertifiedKey, 'key'>): string =>
  publicOf(key).export({ type: 'spki', format: 'pem' }).toString()

const leaf = ({ chain }: CertifiedKey): Buffer => chain[0] ?? Buffer.alloc(0)

const certificatePem = (certified: CertifiedKey): string => new X509Certificate(leaf(certified)).toString()
