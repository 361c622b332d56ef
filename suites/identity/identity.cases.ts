import type { Json } from '../../harness/contracts/json.js'
import { form, identity } from '../../harness/mutations/mutation.js'
import { type NearMiss, nearMissesBy } from '../../harness/mutations/near-misses.js'
import type { Mutation } from '../../harness/mutations/types.js'
import { lookingUp } from '../support/roles.js'
import type { Row } from '../support/row.js'
import { row } from '../support/row.js'
import { nameAndChainOfAnother } from '../support/values/impersonation.js'
import { unknownParty } from '../support/values/records.js'

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
  member(which, 'as a query for itself', (own) => ({ $in: [own] })),
  member(which, 'as a query for anybody', () => ({ $gt: '' })),
  member(which, 'as a number', () => 5),
  member(which, 'as true', () => true),
  member(which, 'as null', () => null),
]

const otherCase = (letter: string): string =>
  letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()

/** An id without letters cannot be respelled and gets an invisible character, so that it differs all the same. */
const respelled = (id: string, letters: RegExp, as: (letter: string) => string): string =>
  letters.test(id) ? id.replace(letters, as) : `${id}\u200b`
const swapped = (id: string): string => respelled(id, /[a-z]+/gi, (run) => [...run].map(otherCase).join(''))

/** The claims of a sender that say its name nearly, each alone and both together. */
const nearIn = ({ name, of }: NearMiss): readonly Mutation[] => [
  member('sub', name, of),
  member('iss', name, of),
  identity(`iss and sub ${name}`, (names, { party }) => {
    Object.assign(names, { iss: of(party.partyId), sub: of(party.partyId) })
  }),
]

/** Identifiers of the same form that share most with a given one. */
const alike = nearMissesBy('compares a part')
const inQueries = nearMissesBy('puts it into a query')

/** What holds no iss of a party that the registry knows. */
const nearly = nearMissesBy('trims', 'cuts at a control character', 'folds Unicode', 'decodes', 'splits a list')

export const refused: readonly Row[] = [
  row('identity.client-id-of-another', 'IDN-01', 'ignores-client-id').sends(
    'a client assertion under the client_id of another party',
    identity(
      'client_id of another party',
      (names, { other }) => {
        names.client_id = other.partyId
      },
      'other',
    ),
  ),
  row('identity.client-id-with-more', 'IDN-01', ['ignores-client-id', 'obeys-test-parameters']).sends(
    'a client assertion under the client_id of another party, beside parameters that ask for less care',
    ['debug', 'test', 'trusted', 'skip_verification'].map((name) =>
      form(
        `client_id of another party, ${name}=true`,
        (own, { party, other }) => {
          for (const parameter of own) if (parameter[1] === party.partyId) parameter[1] = other.partyId
          own.push([name, 'true'])
        },
        'other',
      ),
    ),
  ),
  row('identity.client-id-part', 'IDN-01', [
    'ignores-client-id',
    'finds-client-id-in-iss',
    'takes-client-id-for-pattern',
    'ignores-last-character-of-client-id',
    'takes-client-id-into-query',
  ]).sends('a client assertion under a client_id that has a part of its iss, or a pattern or a query that fits it', [
    clientId('client_id without its last character', (own) => own.slice(0, -1)),
    clientId('client_id without its first character', (own) => own.slice(1)),
    clientId('the first half of client_id', (own) => own.slice(0, Math.ceil(own.length / 2))),
    clientId('the pattern .* for client_id', () => '.*'),
    clientId('the pattern % for client_id', () => '%'),
    ...[...alike, ...inQueries].map(({ name, of }) => clientId(`client_id ${name}`, of)),
  ]),
  row('identity.sub-of-another', 'IDN-02', 'ignores-sub').sends(
    'a client assertion whose sub is another party than its iss',
    identity(
      'sub of another party',
      (names, { other }) => {
        names.sub = other.partyId
      },
      'other',
    ),
  ),
  row('identity.iss-of-another', 'IDN-03', 'trusts-sub').sends(
    'a client assertion whose iss is another party than its sub and client_id',
    identity(
      'iss of another party',
      (names, { other }) => {
        names.iss = other.partyId
      },
      'other',
    ),
  ),
  row('identity.impersonation', 'IDN-04', 'accepts-unregistered-certificate', { atLogin: 'LOGIN-CLIENT-ID' }).sends(
    "an assertion in another party's name, signed with the sender's own registered certificate",
    everyName("another party's name, own certificate", (_, other) => other),
  ),
  row('identity.impersonation-with-chain', 'IDN-05', 'skips-signature').sends(
    "an assertion in another party's name with that party's chain, signed with the sender's key",
    nameAndChainOfAnother,
  ),
  row('identity.missing', 'IDN-06', 'accepts-missing-iss').sends('a client assertion without iss or without sub', [
    member('iss', 'missing', () => undefined),
    member('sub', 'missing', () => undefined),
  ]),
  row('identity.type', 'IDN-07', 'coerces-iss').sends('a client assertion whose iss or sub is no string', [
    ...typed('iss'),
    ...typed('sub'),
  ]),
  row('identity.unknown-party', 'IDN-08', 'accepts-unknown-party', { atLogin: 'LOGIN-ADHERENCE' }).sends(
    'a party that the registry does not know',
    [unknownParty, ...[...alike, ...inQueries].map(({ name, of }) => everyName(`every name ${name}`, of))],
  ),
  row('identity.near-miss', 'IDN-09', 'normalises-client-id', { slow: 300 }).sends(
    'a client_id that differs from a registered one in space, encoding or look-alike characters',
    [
      ...nearly.map(({ name, of }) => clientId(`client_id ${name}`, of)),
      ...nearMissesBy('trims', 'folds Unicode').map(({ name, of }) => everyName(`every name ${name}`, of)),
    ],
  ),
  row('identity.names-near', 'ASSERTION-ISS-SUB', ['normalises-sub', 'normalises-iss', 'reads-sub-as-url'], {
    level: 'strict',
    slow: 300,
  }).sends(
    'a client assertion whose iss or sub differs from its client_id in space, look-alike characters or as a URL does',
    nearMissesBy('trims', 'folds Unicode', 'reads it as a URL').flatMap(nearIn),
  ),
  row('identity.names-in-letter-case', 'ASSERTION-ISS-SUB', ['normalises-sub', 'normalises-iss'], {
    level: 'should',
  }).sends(
    'a client assertion whose iss or sub differs from its client_id in letter case',
    nearIn({ name: 'in the other letter case', of: swapped }),
  ),
  row('identity.letter-case', 'IDN-09', 'normalises-client-id', { level: 'should' }).sends(
    'a client_id that differs from a registered one in letter case',
    [
      clientId('client_id in the other letter case', swapped),
      everyName('every name in the other letter case', swapped),
    ],
  ),
  row('identity.wildcard', 'IDN-12').sends('a wildcard in place of a Party Identifier', [
    everyName('*', () => '*'),
    everyName('own id ending in *', (own) => `${own.slice(0, -4)}*`),
  ]),
  // Impersonation as any other: the certificate that signed is registered for neither (L277).
  row('identity.reflection', ['IDN-04', 'IDN-13'], 'trusts-own-name', { atLogin: 'LOGIN-CLIENT-ID' }).sends(
    'a client assertion in the name of the target itself',
    identity("the target's own name", (names, { target }) => {
      Object.assign(names, { iss: target.partyId, sub: target.partyId, client_id: target.partyId })
    }),
  ),
  row('identity.registry-name', ['IDN-04', 'IDN-14'], 'trusts-own-name', {
    // A ParticipantRegistry asks none.
    roles: lookingUp,
    atLogin: 'LOGIN-CLIENT-ID',
  }).sends(
    'a client assertion in the name of the registry with a certificate of another party',
    identity(
      "the registry's name",
      (names, { registryId }) => {
        Object.assign(names, { iss: registryId, sub: registryId, client_id: registryId })
      },
      'registryId',
    ),
  ),
  row('identity.empty-or-huge', 'IDN-15').sends('a client_id that is empty or 10 KB long', [
    everyName('empty', () => ''),
    everyName('of 10 KB', (own) => own.padEnd(10_240, 'x')),
  ]),
]

/** Two of the names of the sender that may differ from its `iss`. */
export const otherThanIss = (other: string): readonly Mutation[] => [
  identity('client_id of the party whose id begins alike', (names) => void Object.assign(names, { client_id: other })),
  identity('sub of the party whose id begins alike', (names) => void Object.assign(names, { sub: other })),
]

/** One name of the sender is that of a party, and the others its own. */
export const namedOnceAs = (known: string): readonly Mutation[] =>
  (['client_id', 'sub', 'iss'] as const).map((which) =>
    identity(`${which} of a known party`, (names) => void Object.assign(names, { [which]: known })),
  )
