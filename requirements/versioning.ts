import { signers } from './bindings.js'
import type { Requirement } from './types.js'

/** The rules of the part "Versioning" of the interface text (L310–312). */
export const versioning = [
  {
    id: 'VERSION-NEGOTIATION',
    level: 'should',
    status: 'not-shown',
    clauses: ['L312'],
    text: 'How versions of the interface differ on the wire is not shown.',
    binds: signers,
    remedy: 'Nothing to do.',
    untested: {
      reason:
        'The text shows nothing to test; the version string of a framework entry belongs to CREDENTIAL-FRAMEWORK.',
    },
  },
] as const satisfies readonly Requirement[]
