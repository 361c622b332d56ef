import { servers } from '../bindings.js'
import type { Requirement } from '../types.js'

/** Clients and how they are named (L236–237). */
export const clients = [
  {
    id: 'CLIENT-NO-PREREGISTRATION',
    level: 'must',
    status: 'stated',
    clauses: ['L236', 'L7'],
    text: 'A server authenticates a client that it has never seen before; a lookup in the Participant Registry suffices.',
    binds: servers,
    remedy: "Create the client's entry at its first successful request instead of asking for registration.",
  },
  {
    id: 'CLIENT-ENTRY',
    level: 'should',
    status: 'stated',
    clauses: ['L236', 'L283'],
    text: 'A server may create an entry for a client at its first request.',
    binds: servers,
    remedy: 'Nothing to do; key such an entry on the Party Identifier.',
    untested: { reason: 'A permission, and what a server stores cannot be seen from outside.' },
  },
  {
    id: 'CLIENT-ID-VALID',
    level: 'must',
    status: 'stated',
    clauses: ['L237', 'L200', 'L236', 'L277'],
    text: 'client_id is a valid Party Identifier of a party that the registry knows; wildcards, empty and overlong values are none.',
    binds: servers,
    remedy: 'Refuse what the registry does not return as exactly this party.',
  },
  {
    id: 'CLIENT-ID-ISS',
    level: 'must',
    status: 'stated',
    clauses: ['L237', 'L200', 'L275'],
    text: 'client_id equals iss and sub of the assertion.',
    binds: servers,
    remedy: 'Compare client_id with the verified iss, byte by byte, and refuse when they differ.',
  },
  {
    id: 'CLIENT-ID-EXACT',
    level: 'strict',
    status: 'stated',
    clauses: ['L237', 'L200'],
    text: 'Party Identifiers that differ only in space, letter case or look-alike characters are different parties.',
    binds: servers,
    remedy: 'Compare identifiers without trimming, case folding or Unicode normalisation.',
  },
] as const satisfies readonly Requirement[]
