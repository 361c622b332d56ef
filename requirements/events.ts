import { signers } from './bindings.js'
import type { Requirement } from './types.js'

/** The rules of the part "Events" of the interface text (L289–291). */
export const events = [
  {
    id: 'EVENTS-NONE',
    level: 'should',
    status: 'not-shown',
    clauses: ['L291'],
    text: 'Events, webhooks and notifications are not part of the shown interface.',
    binds: signers,
    remedy: 'Nothing to do.',
    untested: { reason: 'The text shows nothing to test.' },
  },
] as const satisfies readonly Requirement[]
