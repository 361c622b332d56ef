import { registryAnswers, registryClients } from '../bindings.js'
import type { Requirement } from '../types.js'

/** What the registry says of a party (L150). */
export const records = [
  {
    id: 'PARTY-RECORD',
    level: 'must',
    status: 'stated',
    clauses: ['L150', 'L136–137', 'L209'],
    text: "The decoded answer to a party lookup carries the party's status and its registered x5c and x5t#s256, the fingerprint being the SHA-256 of the certificate's DER.",
    binds: registryAnswers,
    remedy: 'Compute the fingerprint from the stored certificate when you answer, so that the two cannot differ.',
  },
  {
    id: 'REGISTRY-FINGERPRINT',
    level: 'should',
    status: 'ambiguous',
    clauses: ['L137', 'L277'],
    text: 'The SHA-256 fingerprint of a registered certificate is read as x5t#s256 or x5tS256, in hexadecimal, base64 or base64url.',
    binds: registryClients,
    remedy: 'Decode the fingerprint to 32 bytes whatever its spelling, and compare bytes.',
  },
  {
    id: 'REGISTRY-X5C-FORM',
    level: 'should',
    status: 'ambiguous',
    clauses: ['L136', 'L175', 'L277'],
    text: 'The registered x5c is read as one string or as an array, with or without PEM armour and line breaks.',
    binds: registryClients,
    remedy: 'Reduce both certificates to DER and compare the bytes.',
  },
  {
    id: 'REGISTRY-EXTRA-FIELDS',
    level: 'should',
    status: 'not-shown',
    clauses: ['L150', 'L210'],
    text: 'Fields of the party record that the text does not show are ignored.',
    binds: registryClients,
    remedy: 'Read the members that you need and leave the rest alone.',
  },
] as const satisfies readonly Requirement[]
