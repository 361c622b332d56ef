import { createHash } from 'node:crypto'
import type { JsonObject } from '../../harness/contracts/json.js'
import { conforming } from '../../harness/guises/values.js'
import { further, partyId, record } from '../../harness/mutations/mutation.js'
import type { Mutation, RecordContext } from '../../harness/mutations/types.js'
import { lookingUp } from '../support/roles.js'
import type { Row } from '../support/row.js'
import { row } from '../support/row.js'
import { certificatesOf, entryFor } from '../support/values/records.js'

/** The party's own certificate among two further ones of it. */
const among = (
  name: string,
  order: (own: JsonObject, others: readonly JsonObject[]) => readonly JsonObject[],
): Mutation =>
  record(name, async (own, { issue }: RecordContext) => {
    const [first = {}] = certificatesOf(own)
    const others = await Promise.all([issue({}), issue({})])
    return {
      ...own,
      certificates: order(
        first,
        others.map((one) => ({ ...first, ...entryFor(one) })),
      ),
    }
  })

export const accepted: readonly Row[] = [
  row('positive.one-certificate-of-several', 'POS-12b', 'reads-first-certificate', { roles: lookingUp }).sends(
    'a party with several registered certificates of which one matches',
    [
      among('own certificate last', (own, others) => [...others, own]),
      among('own certificate second', (own, [first = {}, ...rest]) => [first, own, ...rest]),
      ...conforming('record=several certificates'),
    ],
  ),
  row(
    'positive.renewed-certificate',
    'POS-12b',
    ['keeps-to-first-certificate', 'keeps-to-first-certificate-of-anybody'],
    { roles: lookingUp },
  ).sends(
    'a party with a further one of its registered certificates, after it took the first',
    // A renewed one may keep the key.
    [further('subject name'), further('key')],
  ),
  row('positive.extra-fields', 'POS-32', [], { roles: lookingUp }).sends(
    'a party whose record carries many unknown fields',
    record('with 60 unknown fields', (own) => ({
      ...Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`x-field-${index}`, { note: 'unknown', index }])),
      ...own,
      certificates: certificatesOf(own).map((entry) => ({ 'x-note': ['unknown'], ...entry })),
    })),
  ),
]

export const recorded: readonly Row[] = [
  row('positive.certificate-only', 'POS-12', [], { roles: lookingUp }).sends(
    'whether it matches by x5c alone',
    conforming('record=x5c alone'),
  ),
  row('positive.fingerprint-only', 'POS-13', [], { roles: lookingUp }).sends(
    'whether it matches by fingerprint alone',
    conforming('record=fingerprint alone'),
  ),
]

/** As many digits as such identifiers have, since some read them as numbers of a register. */
const digits = (unique: string, count: number): string =>
  BigInt(`0x${createHash('sha256').update(unique).digest('hex')}`)
    .toString()
    .slice(-count)

/** Forms of Party Identifier (L25: the format is not shown). */
export const plainIds: Row = row('positive.party-ids', 'POS-14', 'requires-did', { roles: lookingUp }).sends(
  'Party Identifiers of other forms',
  [
    partyId('EU.EORI id', ({ unique }) => `EU.EORI.NL${digits(unique, 9)}`),
    partyId('did:ishare id', ({ unique }) => `did:ishare:EU.NL.NTRNL-${digits(unique, 8)}`),
    ...conforming('party-id=a URN'),
  ],
)

/** A character that no client_id of OAuth may hold (RFC 6749 App. A.1), which OpenID Connect follows. */
export const beyondOAuth = '\u00e9'

export const specialIds: Row = row(
  'positive.special-party-ids',
  ['REGISTRY-LOOKUP-ENCODED', 'PARTY-ID-OPAQUE', 'POS-15'],
  [],
  { roles: lookingUp },
).sends(
  'Party Identifiers with characters that are encoded, and looks up nobody else',
  ['/', '+', '%', ' ', '#', '&', '=', '_', beyondOAuth].map((character) =>
    partyId(`id with "${character}"`, ({ unique }) => `party${character}x:${unique}`),
  ),
)
