import { createHash, X509Certificate } from 'node:crypto'
import type { Party } from '../../../harness/mutations/types.js'
import { namingCaller } from './unauthenticated.js'

type Headers = readonly (readonly [name: string, value: string])[]

/** What proxies that end TLS tell a server of its client: anybody can write it, and a certificate is no secret. */
interface ProxyHeaders {
  readonly name: string
  readonly headers: (party: Party) => Headers
}

const leafOf = ({ certified: { chain } }: Party): X509Certificate => new X509Certificate(chain[0] ?? Buffer.alloc(0))

const armoured = (party: Party): string => encodeURIComponent(leafOf(party).toString())
const bare = (party: Party): string => leafOf(party).raw.toString('base64')

/** The subject in one line, the least significant name first (RFC 4514 §2.1). */
const nameOf = (party: Party): string => leafOf(party).subject.split('\n').toReversed().join(',')

const inHeader = (header: string, form: string, value: (party: Party) => string): ProxyHeaders => ({
  name: `${header}: ${form}`,
  headers: (party) => [
    [header, value(party)],
    [header.replace(/-[^-]*$/, '-verify'), 'SUCCESS'],
  ],
})

/** Headers of nginx, Apache, HAProxy, Traefik, Envoy, AWS and Azure, and of RFC 9440. */
export const proxyHeaders: readonly ProxyHeaders[] = [
  ...['x-ssl-client-cert', 'ssl-client-cert', 'x-ssl-cert', 'x-client-cert', 'x-amzn-mtls-clientcert'].map((header) =>
    inHeader(header, 'PEM, percent-encoded', armoured),
  ),
  ...['x-arr-clientcert', 'x-ssl-client-cert', 'ssl-client-cert', 'x-ssl-cert', 'x-forwarded-tls-client-cert'].map(
    (header) => inHeader(header, 'base64', bare),
  ),
  { name: 'client-cert: bytes (RFC 9440)', headers: (party) => [['client-cert', `:${bare(party)}:`]] },
  {
    name: 'x-forwarded-client-cert: hash, certificate and subject',
    headers: (party) => {
      const hash = createHash('sha256').update(leafOf(party).raw).digest('hex')
      return [['x-forwarded-client-cert', `Hash=${hash};Cert="${armoured(party)}";Subject="${nameOf(party)}"`]]
    },
  },
  ...['x-ssl-client', 'ssl-client'].map((beginning) => ({
    name: `${beginning}-verify: SUCCESS, with the subject`,
    headers: (party: Party): Headers => [
      [`${beginning}-verify`, 'SUCCESS'],
      ...['s-dn', 'subject-dn', 'dn'].map((end) => [`${beginning}-${end}`, nameOf(party)] as const),
    ],
  })),
  { name: 'the name of the client', headers: ({ partyId }) => namingCaller(partyId) },
]
