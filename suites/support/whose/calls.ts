import type { HttpRequest } from '../../../harness/wire/types.js'

/** A call of somebody who has an access token, in which another party is named as who calls. */
export interface NamingCall {
  readonly name: string
  readonly of: (request: HttpRequest) => HttpRequest
}

const inQuery =
  (name: string, partyId: string) =>
  (request: HttpRequest): HttpRequest => ({
    ...request,
    url: `${request.url}${request.url.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(partyId)}`,
  })

const inHeader =
  (name: string, partyId: string) =>
  (request: HttpRequest): HttpRequest => ({ ...request, headers: [...request.headers, [name, partyId]] })

/** Every place of a call beside its access token that servers and their gateways take a caller from (L203, L237). */
export const callsNaming = (partyId: string): readonly NamingCall[] => [
  ...['client_id', 'sub', 'aud'].map((name) => ({
    name: `${name} of another party in the query`,
    of: inQuery(name, partyId),
  })),
  ...['x-client-id', 'x-consumer-id', 'x-forwarded-user'].map((name) => ({
    name: `another party in the header ${name}`,
    of: inHeader(name, partyId),
  })),
]

/** The call with another access token. */
export const withToken =
  (token: string) =>
  (request: HttpRequest): HttpRequest => ({
    ...request,
    headers: request.headers.map(([name, value]) =>
      name.toLowerCase() === 'authorization' ? [name, `Bearer ${token}`] : [name, value],
    ),
  })
