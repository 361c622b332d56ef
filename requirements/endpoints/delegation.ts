import { evidenceGivers, registryAnswers, serviceProvider } from '../bindings.js'
import type { Requirement } from '../types.js'

/** Delegation evidence, and the lists that are retrieved (L222–229). */
export const delegation = [
  {
    id: 'DELEGATION-POST',
    level: 'should',
    status: 'stated',
    clauses: ['L222'],
    text: 'Evidence is asked for with POST.',
    binds: evidenceGivers,
    remedy: 'Route only POST to the delegation path.',
  },
  {
    id: 'DELEGATION-REQUEST',
    level: 'should',
    status: 'stated',
    clauses: ['L223'],
    text: 'A body without a well-formed delegationRequest is refused without a server error.',
    binds: evidenceGivers,
    remedy: 'Validate delegationRequest, policySets, policies and target before use and answer 400.',
  },
  {
    id: 'DELEGATION-CONTEXT-SUPPLIED',
    level: 'must',
    status: 'stated',
    clauses: ['L223', 'L185'],
    text: 'A condition is met by the context whether the ServiceProvider or the ServiceConsumer supplies it.',
    binds: evidenceGivers,
    remedy: 'Evaluate the context of the request whichever of the two parties asks.',
  },
  {
    id: 'DELEGATION-RESPONSE',
    level: 'must',
    status: 'stated',
    clauses: ['L224'],
    text: 'The answer is a delegationEvidence with policySets, policies, rules and, in a rule, optionally conditions.',
    binds: evidenceGivers,
    remedy: 'Answer in this structure, also for a Deny.',
  },
  {
    id: 'DELEGATION-DENY',
    level: 'should',
    status: 'not-shown',
    clauses: ['L224–225'],
    text: 'Where one policy denies and another permits, Deny wins.',
    binds: [...evidenceGivers, ...serviceProvider],
    remedy: 'Combine policies with deny-override.',
  },
  {
    id: 'SERVICE-EVIDENCE-MATCHES',
    level: 'strict',
    status: 'not-shown',
    clauses: ['L224–225', 'L16'],
    text: 'Evidence for another subject, resource or action, or past its own end, is no evidence for this request.',
    binds: serviceProvider,
    remedy:
      'Compare subject, resource, action and validity of the evidence with the request before you use its effect.',
  },
  {
    id: 'TRUSTED-LIST-RETRIEVAL',
    level: 'should',
    status: 'not-shown',
    clauses: ['L229'],
    text: 'A participant can retrieve the list of trusted certificate authorities.',
    binds: registryAnswers,
    remedy: 'Publish the list, and refresh your copy of it regularly.',
    untested: { reason: 'Path, parameters and response are not shown.' },
  },
] as const satisfies readonly Requirement[]
