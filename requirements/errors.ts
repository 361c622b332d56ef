import { servers, tokenEndpoints } from './bindings.js'
import type { Requirement } from './types.js'

/** The rules of the part "Errors" of the interface text (L293–295). */
export const errors = [
  {
    id: 'ERROR-FORM',
    level: 'should',
    status: 'not-shown',
    clauses: ['L295', 'L202', 'RFC 6749 §5.2'],
    text: 'The form of a refusal is free; one in the form of RFC 6749 tells the client what to mend.',
    binds: tokenEndpoints,
    remedy: 'Answer 400 or 401 with the JSON member error (invalid_client, invalid_request).',
  },
  {
    id: 'ERROR-NO-LEAK',
    level: 'should',
    status: 'not-shown',
    clauses: ['L295'],
    text: 'An error answer shows neither the assertion nor a stack trace nor paths of files.',
    binds: tokenEndpoints,
    remedy: 'Log the details on your side and answer with a short fixed text.',
  },
  {
    id: 'ROBUST-BAD-INPUT',
    level: 'should',
    status: 'not-shown',
    clauses: ['L295'],
    text: "A malformed request is refused as the client's error, not answered as a server error.",
    binds: tokenEndpoints,
    remedy: 'Catch parsing errors where input is parsed and answer 400 or 401.',
  },
  {
    id: 'ERROR-REFUSAL',
    level: 'must',
    status: 'stated',
    clauses: ['L295'],
    text: 'A server refuses a client assertion that is reused, has several audiences, mismatches when forwarded, lacks iat or jti, has a forbidden algorithm or belongs to a party that is not Active.',
    binds: servers,
    remedy: 'See the requirement of the rule that was broken.',
    untested: {
      reason:
        'A summary of rules that are tested one by one: REPLAY-ONCE, ASSERTION-SINGLE-AUD, FORWARD-AUD, JWT-IAT, JWT-JTI, JWT-ALG, REGISTRY-STATUS and TOKEN-NO-GET.',
    },
  },
] as const satisfies readonly Requirement[]
