import { isObject, type Json, type JsonObject } from '../../../harness/contracts/json.js'
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
    url: `${request.url}${request.url.includes('?') ? '&' : '?'}${encodeURIComponent(name)}=${encodeURIComponent(partyId)}`,
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

const objectIn = (text: string): JsonObject | undefined => {
  try {
    const json = JSON.parse(text) as Json
    return isObject(json) ? json : undefined
  } catch {
    return undefined
  }
}

/** In a body that is a JSON object, or in the place of none. */
const inBody =
  (added: JsonObject) =>
  ({ headers, ...request }: HttpRequest): HttpRequest => {
    const own = objectIn(String(request.body ?? '{}'))
    if (own === undefined) return { ...request, headers }
    const others = headers.filter(([name]) => name.toLowerCase() !== 'content-type')
    return {
      ...request,
      headers: [...others, ['content-type', 'application/json']],
      body: JSON.stringify({ ...own, ...added }),
    }
  }

/** Every place of a call that a provider may take the ServiceProvider of the context from (L185). */
export const callsConsumedAt = (serviceProvider: string, method: string): readonly NamingCall[] => [
  ...['serviceProvider', 'context[serviceProvider]', 'context.serviceProvider'].map((name) => ({
    name: `${name} in the query`,
    of: inQuery(name, serviceProvider),
  })),
  ...['serviceProvider', 'x-service-provider'].map((name) => ({
    name: `the header ${name}`,
    of: inHeader(name, serviceProvider),
  })),
  ...(method === 'GET'
    ? []
    : [{ name: 'serviceProvider in the body', of: inBody({ serviceProvider, context: { serviceProvider } }) }]),
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
