import { consumerSends, serviceProvider } from '../bindings.js'
import type { Requirement } from '../types.js'

/** A ServiceProvider's own service (L230). */
export const service = [
  {
    id: 'SERVICE-TOKEN',
    level: 'must',
    status: 'stated',
    clauses: ['L230', 'L203'],
    text: 'A ServiceProvider serves only a call that carries an unaltered access token of its own.',
    binds: serviceProvider,
    remedy: 'Verify each access token before the service runs: known or signed by you, not expired, for this server.',
  },
  {
    id: 'SERVICE-CALL',
    level: 'should',
    status: 'not-shown',
    clauses: ['L230', 'RFC 6750 §2.1'],
    text: 'A ServiceConsumer calls a service with the access token of its provider in the Authorization header, and not without one.',
    binds: consumerSends,
    remedy:
      'Send Authorization: Bearer with the token that this provider issued, keep it out of the URL, and stop where none came.',
  },
] as const satisfies readonly Requirement[]
