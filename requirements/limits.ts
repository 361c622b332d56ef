import { consumerSends, tokenEndpoints } from './bindings.js'
import type { Requirement } from './types.js'

/** The rules of the part "Limits" of the interface text (L297–308). */
export const limits = [
  {
    id: 'TOKEN-LARGE',
    level: 'must',
    status: 'stated',
    clauses: ['L306', 'L199'],
    text: 'A POST of natural size, with a chain of four RSA-4096 certificates (10 to 15 KB), is taken.',
    binds: tokenEndpoints,
    remedy:
      'Raise the limits of proxy and framework for body, field and header size on the token path to at least 64 KB; where shorter chains are refused too (positive.chain-lengths), it is path validation or revocation of the intermediates.',
  },
  {
    id: 'TOKEN-LARGER',
    level: 'should',
    status: 'not-shown',
    clauses: ['L306', 'L308'],
    text: 'How large a POST the token endpoint takes is measured.',
    binds: tokenEndpoints,
    remedy: 'Document the limit and answer 413 beyond it.',
  },
  {
    id: 'ROBUST-SIZE',
    level: 'should',
    status: 'not-shown',
    clauses: ['L306', 'L308'],
    text: 'Oversized or deeply nested input ends in success or a clean refusal, and the server lives on.',
    binds: tokenEndpoints,
    remedy:
      'Limit body size, nesting and the number of certificates before you parse, for requests and for registry answers alike.',
  },
  {
    id: 'ROBUST-TRANSPORT',
    level: 'should',
    status: 'not-shown',
    clauses: ['L308', 'RFC 9112 §6'],
    text: 'Odd framing, slow senders and compressed bodies give no token by accident and do not keep others waiting.',
    binds: tokenEndpoints,
    remedy: 'Refuse contradictory lengths, and set a time limit for receiving a request.',
  },
  {
    id: 'ROBUST-RECOVERY',
    level: 'should',
    status: 'not-shown',
    clauses: ['L308'],
    text: 'After a burst of refused requests a conforming one still succeeds.',
    binds: tokenEndpoints,
    remedy: 'Free everything that a refused request held, and limit rates by client rather than for all.',
  },
  {
    id: 'ROBUST-CLIENT',
    level: 'should',
    status: 'not-shown',
    clauses: ['L308'],
    text: 'A client gives up on a server that hangs, fails or answers nonsense, and goes on with others.',
    binds: consumerSends,
    remedy: 'Bound each call in time and size, and let no call wait for another one.',
  },
  {
    id: 'LIMIT-RATES',
    level: 'should',
    status: 'not-shown',
    clauses: ['L308'],
    text: 'Rate limits, maximum payload sizes and paging limits are not shown.',
    binds: tokenEndpoints,
    remedy: 'Nothing to do.',
    untested: { reason: 'The text shows nothing to test; a 429 is waited out and never judged.' },
  },
] as const satisfies readonly Requirement[]
