import { tokenEndpoints } from '../bindings.js'
import type { Requirement } from '../types.js'

/** An assertion is good for one request (L266). */
export const replay = [
  {
    id: 'REPLAY-ONCE',
    level: 'must',
    status: 'stated',
    clauses: ['L266', 'L295', 'L304'],
    text: 'A JWT authenticates a client once; each further use is refused, by any connection and however the request around it is written.',
    binds: tokenEndpoints,
    remedy:
      'Store iss + jti until exp plus your clock tolerance, after verifying the signature, and refuse what is already there.',
  },
  {
    id: 'REPLAY-RACE',
    level: 'must',
    status: 'stated',
    clauses: ['L266', 'L304'],
    text: 'Of several requests with one JWT at the same time at most one succeeds.',
    binds: tokenEndpoints,
    remedy: 'Check and mark the jti in one atomic step, such as an insert with a unique key or SET NX.',
  },
  {
    id: 'REPLAY-SPELLING',
    level: 'must',
    status: 'stated',
    clauses: ['L266', 'RFC 7515 §2'],
    text: 'Another encoding of a used JWT is the same JWT and is refused.',
    binds: tokenEndpoints,
    remedy:
      'Key the replay store on the verified iss + jti, never on the text of the token; refuse base64url that is not canonical.',
  },
  {
    id: 'REPLAY-DURABLE',
    level: 'must',
    status: 'stated',
    clauses: ['L266', 'L304'],
    text: 'A used JWT is refused for as long as it could still be accepted: late in its life, within the clock tolerance, after a restart and under load.',
    binds: tokenEndpoints,
    remedy: 'Keep entries until exp plus your tolerance in a store that survives a restart and evicts by time only.',
  },
  {
    id: 'REPLAY-JTI-REUSED',
    level: 'should',
    status: 'stated',
    clauses: ['L257', 'L266'],
    text: 'A new JWT with a jti that its issuer has used before is refused.',
    binds: tokenEndpoints,
    remedy: 'Key the replay store on iss + jti.',
  },
  {
    id: 'REPLAY-JTI-SCOPE',
    level: 'should',
    status: 'stated',
    clauses: ['L257', 'RFC 7519 §4.1.7'],
    text: 'A jti counts for its issuer alone and letter by letter: equal ones of two issuers do not collide.',
    binds: tokenEndpoints,
    remedy: 'Put iss into the key of the replay store and do not normalise jti.',
  },
  {
    id: 'REPLAY-VERIFIED-ONLY',
    level: 'should',
    status: 'stated',
    clauses: ['L266'],
    text: 'A forged JWT does not use up the jti of a genuine one; what a refusal for another reason uses up is recorded.',
    binds: tokenEndpoints,
    remedy: "Mark the jti only after the signature and the signer's registration are verified.",
  },
  {
    id: 'REPLAY-FRESH',
    level: 'must',
    status: 'stated',
    clauses: ['L266', 'L257'],
    text: 'Further new JWTs of the same client are accepted at once, also within the same second and in parallel.',
    binds: tokenEndpoints,
    remedy: 'Key the replay store on jti, not on the client or the time.',
  },
] as const satisfies readonly Requirement[]
