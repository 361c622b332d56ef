import { identityServers } from '../bindings.js'
import type { Requirement } from '../types.js'

/** The token endpoint of an IdentityProvider (L218). */
export const identity = [
  {
    id: 'LOGIN-POST',
    level: 'should',
    status: 'stated',
    clauses: ['L218'],
    text: 'The identity provider token endpoint takes POST and answers GET with no success.',
    binds: identityServers,
    remedy: 'Route only POST to the path.',
  },
  {
    id: 'LOGIN-ADHERENCE',
    level: 'strict',
    status: 'stated',
    clauses: ['L218', 'L283'],
    text: 'An IdentityProvider or broker looks the ServiceProvider up at the Participant Registry, as the text says it may, and refuses one that is unknown, not Active or signs with an unregistered certificate.',
    binds: identityServers,
    remedy: 'Look the ServiceProvider up at the registry as every other server does, and fail closed.',
  },
] as const satisfies readonly Requirement[]
