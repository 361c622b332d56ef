import { createPrivateKey, randomUUID, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { importX509, jwtVerify, SignJWT } from 'jose'
import { type Adapter, type AdapterPayload, Provider } from 'oidc-provider'

// An IdentityProvider of the plainest kind: `oidc-provider` with its own pages, keys and memory; it shares no code
// with Assay. One thing is added: each client is looked up at the Participant Registry (L282) and accepted if it is
// Active there, with the redirect URIs and keys of its record. All else is the library's default. The library takes
// assertions addressed to its issuer, which is a URL; so its Party Identifier is that URL: `target.baseUrl` and
// `target.partyId` of the target file, like the three paths in `interface.login`. NODE_EXTRA_CA_CERTS has to name
// `trust/tls-root.pem` of the kit.

interface Kit {
  readonly target: { readonly partyId: string; readonly key: string; readonly chain: string }
  readonly participantRegistry: {
    readonly partyId: string
    readonly baseUrl: string
    readonly tokenPath: string
    readonly paths: { readonly parties: string }
  }
  readonly relyingParties: readonly { readonly partyId: string }[]
}

/** What the registry says of a party, as far as it is read. */
interface Party {
  readonly status?: string
  readonly redirect_uris?: string[]
  readonly certificates?: readonly { readonly x5c: string }[]
}

const { ASSAY_KIT: folder = '', ASSAY_BASE_URL: baseUrl = '' } = process.env
const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
const { target, participantRegistry: registry, relyingParties } = JSON.parse(read('kit.json')) as Kit
const key = createPrivateKey(read(target.key))
const x5c = read(target.chain)
  .split(/(?=-----BEGIN)/)
  .map((pem) => new X509Certificate(pem).raw.toString('base64'))

/** An access token of the registry, asked for anew each time. */
async function accessToken(): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  const assertion = await new SignJWT({ jti: randomUUID() })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', x5c })
    .setIssuer(target.partyId)
    .setSubject(target.partyId)
    .setAudience(registry.partyId)
    .setIssuedAt(now)
    .setExpirationTime(now + 30)
    .sign(key)
  const answer = await fetch(`${registry.baseUrl}${registry.tokenPath}`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: target.partyId,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: assertion,
    }),
  })
  return ((await answer.json()) as { access_token: string }).access_token
}

/** What the registry says of a party (L207–209); its signature is verified, its chain is not. */
async function lookUp(partyId: string): Promise<Party | undefined> {
  const address = `${registry.baseUrl}${registry.paths.parties}?party_id=${encodeURIComponent(partyId)}`
  const answer = await fetch(address, { headers: { authorization: `Bearer ${await accessToken()}` } })
  if (!answer.ok) return undefined
  const { parties_token: token } = (await answer.json()) as { parties_token: string }
  const { payload } = await jwtVerify(token, ({ x5c: [leaf = ''] = [] }) => importX509(armoured(leaf), 'RS256'), {
    issuer: registry.partyId,
  })
  return payload as Party
}

const armoured = (der: string): string => `-----BEGIN CERTIFICATE-----\n${der}\n-----END CERTIFICATE-----`

/** The client that a party is (L281–283). */
async function findClient(id: string): Promise<AdapterPayload | undefined> {
  if (process.env.REGISTERED_ALONE && !relyingParties.some(({ partyId }) => partyId === id)) return undefined
  const party = await lookUp(id)
  if (party?.status !== 'Active') return undefined
  const keys = (party.certificates ?? []).map(({ x5c: leaf }) =>
    new X509Certificate(armoured(leaf)).publicKey.export({ format: 'jwk' }),
  )
  return {
    client_id: id,
    redirect_uris: party.redirect_uris ?? [],
    token_endpoint_auth_method: 'private_key_jwt',
    jwks: { keys: keys as never },
    ...(process.env.WANTS_SIGNED_REQUESTS && { require_signed_request_object: true }),
  }
}

// The memory of the library itself, which is what it uses where no adapter is given.
const memory: string = 'oidc-provider/lib/adapters/memory_adapter.js'
const { default: Memory } = (await import(memory)) as { default: new (kind: string) => Adapter }

const provider = new Provider(baseUrl, {
  ...(process.env.WANTS_SIGNED_REQUESTS && { features: { requestObjects: { enabled: true } } }),
  adapter: (kind) =>
    Object.assign(
      new Memory(kind),
      kind === 'Client' && { find: findClient },
      kind === 'AuthorizationCode' && process.env.FORGETS_CODES && { find: async () => undefined },
    ),
})
const { hostname, port } = new URL(baseUrl)
const answer = provider.callback()
createServer(async (request, response) => {
  // The library takes what is posted to that path in another way only with cookies that need TLS.
  if (request.method === 'POST' && request.url === '/auth')
    Object.assign(request, { method: 'GET', url: `/auth?${await text(request)}` })
  return answer(request, response)
}).listen(Number(port), hostname)
process.once('SIGTERM', () => process.exit(0))
