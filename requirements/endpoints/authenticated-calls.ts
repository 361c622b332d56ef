import { callers, evidenceGivers, registryCallers, registryReceives, serviceProviderSends } from '../bindings.js'
import type { Requirement } from '../types.js'

/** Who authenticates before which call (L203). */
export const authenticatedCalls = [
  {
    id: 'REGISTRY-AUTHENTICATE',
    level: 'must',
    status: 'stated',
    clauses: ['L203', 'L274'],
    text: "A participant authenticates at the Participant Registry's token endpoint before it calls the party endpoints, and sends the token with the call.",
    binds: callers,
    remedy: 'Get a token with an assertion of your own first; reuse it until it expires.',
  },
  {
    id: 'REGISTRY-REAUTHENTICATE',
    level: 'should',
    status: 'stated',
    clauses: ['L203', 'L274', 'L266'],
    text: 'A participant whose registry token has expired authenticates again with a new assertion.',
    binds: registryCallers,
    remedy: 'On 401 from the registry mint a new assertion, get a new token and repeat the lookup once.',
  },
  {
    id: 'DELEGATION-AUTHENTICATED',
    level: 'must',
    status: 'stated',
    clauses: ['L203'],
    text: 'POST /delegation gives no evidence to a client that has not authenticated at the token endpoint first.',
    binds: evidenceGivers,
    remedy: 'Require a valid access token, and bind it to the party it was issued for.',
  },
  {
    id: 'DELEGATION-AUTHENTICATE',
    level: 'must',
    status: 'stated',
    clauses: ['L203', 'L16'],
    text: 'A ServiceProvider authenticates at the token endpoint of the AuthorisationRegistry before it calls POST /delegation, and sends the token with the call.',
    binds: serviceProviderSends,
    remedy: 'Get a token with an assertion of your own first; reuse it until it expires.',
  },
  {
    id: 'PARTY-LOOKUP-AUTHENTICATED',
    level: 'must',
    status: 'stated',
    clauses: ['L203'],
    text: "The party endpoints answer no client that has not authenticated at the registry's token endpoint first.",
    binds: registryReceives,
    remedy: 'Require a valid access token on every party endpoint, and bind it to the party it was issued for.',
  },
] as const satisfies readonly Requirement[]
