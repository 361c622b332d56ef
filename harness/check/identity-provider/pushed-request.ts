import { randomBytes } from 'node:crypto'
import type { Form, Party } from '../../mutations/types.js'
import { type Algorithm, compact, x5c } from '../../wire/jws.js'
import type { HttpRequest } from '../../wire/types.js'
import type { World } from '../world.js'

/** What stands beside the JWT, which has all parameters. */
const beside = ['response_type', 'client_id', 'scope']

/** `sub` of a request, since nobody knows yet which human will log in. */
export const unknownHuman = 'urn:TBD'

/** How long ago it was signed, and how long it lives, seconds. */
const age = 2
const lifetime = 30

/** An `alg` that the key of a party can sign under. */
const algFor = ({ certified: { key } }: Party): Algorithm => {
  if (key.asymmetricKeyType === 'ec') return 'ES256'
  if (key.asymmetricKeyType === 'ed25519') return 'EdDSA'
  return key.asymmetricKeyType === 'rsa-pss' ? 'PS256' : 'RS256'
}

/**
 * A request for authorization that a relying party posts, its parameters in a JWT that it has signed (`request`, RFC 9101
 * §4); the answer says where the browser goes. One that holds a `request` already goes as it is.
 */
export function pushedRequest(
  { target, settings }: Pick<World, 'target' | 'settings'>,
  party: Party,
  parameters: Form,
): HttpRequest {
  const { authorizePath, requestSubject = unknownHuman } = settings.login
  const outside = parameters.filter(([name]) => beside.includes(name))
  const [, given] = parameters.find(([name]) => name === 'request') ?? []
  const iat = Math.floor(Date.now() / 1000) - target.datedBack - age
  const claims = [
    ...parameters,
    ['iss', party.partyId],
    ['sub', requestSubject],
    ['aud', target.partyId],
    ['jti', randomBytes(16).toString('base64url')],
    ['iat', iat],
    ['exp', iat + lifetime],
  ]
  // By hand, since no object holds a parameter twice.
  const payload = `{${claims.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join()}}`
  const header = { alg: algFor(party), typ: 'JWT', x5c: x5c(party.certified.chain) }
  const request = given ?? compact(header, payload, party.certified.key)
  return {
    method: 'POST',
    url: `${target.baseUrl}${authorizePath}`,
    headers: [
      ['accept', 'text/html'],
      ['content-type', 'application/x-www-form-urlencoded'],
    ],
    body: new URLSearchParams([...outside, ['request', request]]).toString(),
  }
}
