// A ServiceConsumer on Node alone, without code of Assay: authenticates at the ServiceProvider that its environment
// names, and calls its service.
import { createPrivateKey, randomUUID, sign, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const { ASSAY_KIT: folder = '', ASSAY_PROVIDER_URL: provider = '', ASSAY_PROVIDER_PARTY_ID: audience } = process.env

const read = (name) => readFileSync(join(folder, name), 'utf8')
const { target, serviceProvider } = JSON.parse(read('kit.json'))
const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A client assertion (L246–263): the whole chain in the header, 30 seconds, for this provider alone. */
function clientAssertion() {
  const blocks = read(target.chain).match(/-----BEGIN[^-]*-----[^-]*-----END[^-]*-----/g) ?? []
  const x5c = blocks.map((pem) => new X509Certificate(pem).raw.toString('base64'))
  const iat = Math.floor(Date.now() / 1000)
  const claims = { iss: target.partyId, sub: target.partyId, aud: audience, jti: randomUUID(), iat, exp: iat + 30 }
  const input = `${part({ alg: 'RS256', typ: 'JWT', x5c })}.${part(claims)}`
  const signature = sign('sha256', Buffer.from(input), createPrivateKey(read(target.key)))
  return `${input}.${signature.toString('base64url')}`
}

/** The text of one answer of the provider, bounded in time and size; a redirect is an error. */
async function call(path, options) {
  const signal = AbortSignal.timeout(4_000)
  const response = await fetch(provider + path, { ...options, redirect: 'error', signal })
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  let text = ''
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    signal.throwIfAborted()
    text += piece
    if (text.length > 100_000) throw new Error(`${path} answered more than 100,000 characters`)
  }
  return text
}

const body = new URLSearchParams({
  grant_type: 'client_credentials',
  client_id: target.partyId,
  client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
  client_assertion: clientAssertion(),
})
const answer = JSON.parse(await call(serviceProvider.tokenPath, { method: 'POST', body }))
if (typeof answer.access_token !== 'string') throw new Error('the answer holds no access token')
const authorization = `Bearer ${answer.access_token}`
await call(serviceProvider.paths.service, { headers: { authorization } })
