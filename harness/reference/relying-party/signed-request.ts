import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import type { Kit } from '../kit.js'
import { base64Chain } from '../registry/own-assertion.js'

/** Parameters that stand beside the JWT, too (OpenID Connect Core §6.1). */
const beside = ['response_type', 'client_id', 'scope']
const lifetime = 30

/** An authorization request whose parameters are signed (RFC 9101 §4); `receiver` is the Party Identifier of who reads it. */
export async function withSignedRequest({ href }: URL, { partyId, key, chain }: Kit, receiver: string): Promise<URL> {
  const asked = new URL(href)
  const parameters = Object.fromEntries(asked.searchParams)
  const iat = Math.floor(Date.now() / 1000)
  const own = { iss: partyId, sub: partyId, aud: receiver, jti: randomUUID(), iat, exp: iat + lifetime }
  const request = await new SignJWT({ ...parameters, ...own })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', x5c: [...base64Chain(chain)] })
    .sign(key)
  const outside = Object.entries(parameters).filter(([name]) => beside.includes(name))
  asked.search = String(new URLSearchParams([...outside, ['request', request]]))
  return asked
}
