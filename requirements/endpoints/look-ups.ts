import { registryAnswers, registryCallers, registryClients, registryReceives } from '../bindings.js'
import type { Requirement } from '../types.js'

/** The look-up of a party, and what its record is made of (L207–214). */
export const lookUps = [
  {
    id: 'REGISTRY-LOOKUP',
    level: 'must',
    status: 'stated',
    clauses: ['L207', 'L275', 'L13', 'L240'],
    text: 'A participant looks every new client up at the Participant Registry, with party_id equal to the client_id, before it issues a token.',
    binds: registryCallers,
    remedy: 'Make the lookup part of authentication, not of registration, and pass client_id unchanged.',
  },
  {
    id: 'PARTY-LOOKUP-PATH',
    level: 'must',
    status: 'stated',
    clauses: ['L207–208'],
    text: 'The registry answers the lookup by query and by path, and reads a percent-encoded Party Identifier as the same party as the literal one.',
    binds: registryReceives,
    remedy: 'Decode the path segment once after routing and compare the whole identifier.',
  },
  {
    id: 'PARTY-LOOKUP-EXACT',
    level: 'should',
    status: 'stated',
    clauses: ['L207–208', 'L210'],
    text: 'A lookup for a missing, repeated, wild or unknown party_id never returns another party, nor an Active one.',
    binds: registryReceives,
    remedy: 'Treat party_id as one exact value and answer 404 or an empty list when no party has it.',
  },
  {
    id: 'REGISTRY-LOOKUP-ENCODED',
    level: 'strict',
    status: 'stated',
    clauses: ['L207–208'],
    text: 'The Party Identifier is percent-encoded exactly once in the lookup, so that no client_id can change which party is asked for.',
    binds: registryCallers,
    remedy: 'Build the lookup URL with URLSearchParams or encodeURIComponent, never by joining strings.',
  },
  {
    id: 'PARTIES-TOKEN-REQUIRED',
    level: 'must',
    status: 'stated',
    clauses: ['L209', 'L276'],
    text: 'Only the content of a signed parties_token counts; without one, or beside one, plain data is not evidence.',
    binds: registryClients,
    remedy:
      'Read status and certificates from the verified token and from nothing else; refuse when it is missing or no string.',
  },
  {
    id: 'PARTIES-TOKEN-NAME',
    level: 'should',
    status: 'stated',
    clauses: ['L209'],
    text: 'The signed answer is named parties_token; what happens under another name is recorded.',
    binds: registryClients,
    remedy: 'Read the member parties_token only.',
  },
  {
    id: 'PARTIES-TOKEN-ISSUED',
    level: 'must',
    status: 'stated',
    clauses: ['L209', 'L245–248', 'L254', 'L256–259'],
    text: 'A Participant Registry answers with a signed JWT that obeys all signed-JWT rules, with iss the registry, aud the requesting party and a new jti each time.',
    binds: registryAnswers,
    remedy: 'Mint a new parties_token for each answer, with the same code that signs your client assertions.',
  },
  {
    id: 'CLAIM-STRUCTURED',
    level: 'must',
    status: 'stated',
    clauses: ['L214', 'L15'],
    text: 'The party endpoints with GET, PATCH or POST structure party information as claims.',
    binds: registryReceives,
    remedy: 'Validate bodies against the claim schemas on the way in and out.',
  },
] as const satisfies readonly Requirement[]
