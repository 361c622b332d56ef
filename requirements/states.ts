import { registryAnswers } from './bindings.js'
import type { Requirement } from './types.js'

/** The rules of the part "States and transitions" of the interface text (L190–192). */
export const states = [
  {
    id: 'PARTY-ADHERING',
    level: 'must',
    status: 'stated',
    clauses: ['L192', 'L150'],
    text: 'A party is adhering only while its registry status is Active; a registry never reports another party as Active.',
    binds: registryAnswers,
    remedy: 'Derive the reported status from the stored one at the time of the answer.',
  },
  {
    id: 'STATE-TRANSITIONS',
    level: 'should',
    status: 'not-shown',
    clauses: ['L192'],
    text: 'The transitions between the states of a claim are not shown.',
    binds: registryAnswers,
    remedy: 'Nothing to do.',
    untested: { reason: 'The text shows nothing to test.' },
  },
] as const satisfies readonly Requirement[]
