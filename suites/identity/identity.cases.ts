import type { Json } from '../../harness/json.js'
import { identity } from '../../harness/mutations/mutation.js'
import type { Mutation } from '../../harness/mutations/types.js'
import { unknownParty } from '../support/records.js'
import { lookingUp, machinesLookingUp } from '../support/roles.js'
import type { Coverage, Row } from '../support/row.js'

/** All three names of the sender at once. */
export const everyName = (name: string, of: (own: string, other: string, parameter: string) => string): Mutation =>
  identity(
    name,
    (names, { party, other, partyIdParameter }) => {
      const changed = of(party.partyId, other.partyId, partyIdParameter)
      Object.assign(names, { iss: changed, sub: changed, client_id: changed })
    },
    'other',
  )

const clientId = (name: string, of: (own: string) => string): Mutation =>
  identity(name, (names, { party }) => {
    names.client_id = of(party.partyId)
  })

const member = (which: 'iss' | 'sub', name: string, of: (own: string) => Json | undefined): Mutation =>
  identity(`${which} ${name}`, (names, { party }) => {
    names[which] = of(party.partyId)
  })

const typed = (which: 'iss' | 'sub'): readonly Mutation[] => [
  member(which, 'as an array of one', (own) => [own]),
  member(which, 'as an object', (own) => ({ id: own })),
  member(which, 'as a number', () => 5),
  member(which, 'as true', () => true),
  member(which, 'as null', () => null),
]

const zeroWidthSpace = '\u200b'
const otherCase = (letter: string): string =>
  letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
const cyrillic: Readonly<Record<string, string>> = { a: '\u0430', e: '\u0435', i: '\u0456', o: '\u043e' }

/** An id without letters cannot be respelled and gets an invisible character, so that it differs all the same. */
const respelled = (id: string, letters: RegExp, as: (letter: string) => string): string =>
  letters.test(id) ? id.replace(letters, as) : `${id}${zeroWidthSpace}`
const swapped = (id: string): string => respelled(id, /[a-z]+/gi, (run) => [...run].map(otherCase).join(''))
const lookalike = (id: string): string => respelled(id, /[aeio]/, (letter) => cyrillic[letter] ?? letter)

export const refused: readonly Row[] = [
  {
    id: 'identity.client-id-of-another',
    title: 'a client assertion under the client_id of another party',
    requirements: ['CLIENT-ID-ISS'],
    cases: ['IDN-01'],
    detects: ['ignores-client-id'],
    mutate: identity(
      'client_id of another party',
      (names, { other }) => {
        names.client_id = other.partyId
      },
      'other',
    ),
  },
  {
    id: 'identity.client-id-part',
    title: 'a client assertion under a client_id that is a part of its iss, or a pattern that fits it',
    requirements: ['CLIENT-ID-ISS'],
    cases: ['IDN-01'],
    detects: ['ignores-client-id', 'finds-client-id-in-iss', 'takes-client-id-for-pattern'],
    mutate: [
      clientId('client_id without its last character', (own) => own.slice(0, -1)),
      clientId('client_id without its first character', (own) => own.slice(1)),
      clientId('the first half of client_id', (own) => own.slice(0, Math.ceil(own.length / 2))),
      clientId('the pattern .* for client_id', () => '.*'),
      clientId('the pattern % for client_id', () => '%'),
    ],
  },
  {
    id: 'identity.sub-of-another',
    title: 'a client assertion whose sub is another party than its iss',
    requirements: ['ASSERTION-ISS-SUB'],
    cases: ['IDN-02'],
    detects: ['ignores-sub'],
    mutate: identity(
      'sub of another party',
      (names, { other }) => {
        names.sub = other.partyId
      },
      'other',
    ),
  },
  {
    id: 'identity.iss-of-another',
    title: 'a client assertion whose iss is another party than its sub and client_id',
    requirements: ['ASSERTION-ISS-SUB'],
    cases: ['IDN-03'],
    detects: ['trusts-sub'],
    mutate: identity(
      'iss of another party',
      (names, { other }) => {
        names.iss = other.partyId
      },
      'other',
    ),
  },
  {
    id: 'identity.impersonation',
    title: "an assertion in another party's name, signed with the sender's own registered certificate",
    requirements: ['REGISTRY-CERT-MATCH'],
    cases: ['IDN-04'],
    atLogin: 'LOGIN-CLIENT-ID',
    detects: ['accepts-unregistered-certificate'],
    mutate: everyName("another party's name, own certificate", (_, other) => other),
  },
  {
    id: 'identity.impersonation-with-chain',
    title: "an assertion in another party's name with that party's chain, signed with the sender's key",
    requirements: ['JWT-SIGNED'],
    cases: ['IDN-05'],
    detects: ['skips-signature'],
    mutate: identity(
      "another party's name and chain, own key",
      (names, { party, other }) => {
        const { partyId, certified } = other
        Object.assign(names, { iss: partyId, sub: partyId, client_id: partyId })
        names.certified = { key: party.certified.key, chain: certified.chain }
      },
      'other',
    ),
  },
  {
    id: 'identity.missing',
    title: 'a client assertion without iss or without sub',
    requirements: ['JWT-ISS'],
    cases: ['IDN-06'],
    detects: ['accepts-missing-iss'],
    mutate: [member('iss', 'missing', () => undefined), member('sub', 'missing', () => undefined)],
  },
  {
    id: 'identity.type',
    title: 'a client assertion whose iss or sub is no string',
    requirements: ['JWT-ISS-TYPE'],
    cases: ['IDN-07'],
    detects: ['coerces-iss'],
    mutate: [...typed('iss'), ...typed('sub')],
  },
  {
    id: 'identity.unknown-party',
    title: 'a party that the registry does not know',
    requirements: ['CLIENT-ID-VALID'],
    cases: ['IDN-08'],
    atLogin: 'LOGIN-ADHERENCE',
    detects: ['accepts-unknown-party'],
    mutate: unknownParty,
  },
  {
    id: 'identity.near-miss',
    title: 'a client_id that differs from a registered one in space or in a look-alike character',
    requirements: ['CLIENT-ID-EXACT'],
    cases: ['IDN-09'],
    detects: ['normalises-client-id'],
    mutate: [
      clientId('client_id with a trailing space', (own) => `${own} `),
      clientId('client_id with a leading tab', (own) => `\t${own}`),
      clientId('client_id with a zero-width space', (own) => `${own}${zeroWidthSpace}`),
      clientId('client_id with a Cyrillic letter', lookalike),
      everyName('every name with a trailing space', (own) => `${own} `),
      everyName('every name with a Cyrillic letter', lookalike),
    ],
  },
  {
    id: 'identity.letter-case',
    title: 'a client_id that differs from a registered one in letter case',
    requirements: ['CLIENT-ID-EXACT'],
    cases: ['IDN-09'],
    level: 'should',
    detects: ['normalises-client-id'],
    mutate: [
      clientId('client_id in the other letter case', swapped),
      everyName('every name in the other letter case', swapped),
    ],
  },
  {
    id: 'identity.wildcard',
    title: 'a wildcard in place of a Party Identifier',
    requirements: ['CLIENT-ID-VALID'],
    cases: ['IDN-12'],
    mutate: [everyName('*', () => '*'), everyName('own id ending in *', (own) => `${own.slice(0, -4)}*`)],
  },
  {
    id: 'identity.reflection',
    title: 'a client assertion in the name of the target itself',
    requirements: ['JWT-ISS'],
    cases: ['IDN-13'],
    mutate: identity("the target's own name", (names, { target }) => {
      Object.assign(names, { iss: target.partyId, sub: target.partyId, client_id: target.partyId })
    }),
  },
  {
    id: 'identity.registry-name',
    title: 'a client assertion in the name of the registry with a certificate of another party',
    requirements: ['JWT-ISS'],
    cases: ['IDN-14'],
    mutate: identity(
      "the registry's name",
      (names, { registryId }) => {
        Object.assign(names, { iss: registryId, sub: registryId, client_id: registryId })
      },
      'registryId',
    ),
  },
  {
    id: 'identity.empty-or-huge',
    title: 'a client_id that is empty or 10 KB long',
    requirements: ['CLIENT-ID-VALID'],
    cases: ['IDN-15'],
    mutate: [everyName('empty', () => ''), everyName('of 10 KB', (own) => own.padEnd(10_240, 'x'))],
  },
]

/** A client that was let in once is not known by its name. */
export const impersonatesKnown: Coverage = {
  id: 'identity.impersonation-of-known',
  requirements: ['REGISTRY-CERT-MATCH'],
  cases: ['IDN-04'],
  roles: lookingUp,
  atLogin: 'LOGIN-CLIENT-ID',
  detects: ['trusts-known-party', 'accepts-unregistered-certificate'],
}

export const unicodeForms: Coverage = {
  id: 'identity.unicode-forms',
  requirements: ['TOKEN-BOUND-PARTY'],
  cases: ['IDN-16'],
  roles: machinesLookingUp,
  level: 'should',
}
