import { byPath, byQuery, queryTarget } from '../../harness/check/lookup/forms.js'
import type { Credential, LookupForm } from '../../harness/check/lookup/types.js'
import type { Forging } from '../../harness/mutations/evidence.js'
import { type NearMiss, nearMissesBy, nearMissesOfName } from '../../harness/mutations/near-misses.js'
import { decodeJwt, memberOf } from '../../harness/wire/decode.js'
import { type Coverage, check } from '../support/row.js'
import { forgedTokens, takingForged } from '../support/values/forged-tokens.js'
import { otherCase } from '../support/values/letter-case.js'
import { claimsAbout, madeOfRequest, unissuedTokens } from '../support/values/unissued-tokens.js'

export const roles = ['ParticipantRegistry'] as const

/** Percent-encodes a text but for the colons, which may stand in paths and queries as they are (RFC 3986 §3.3, §3.4). */
const literal = (partyId: string): string => encodeURIComponent(partyId).replaceAll('%3A', ':')
const everyByte = (partyId: string): string =>
  [...Buffer.from(partyId)].map((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`).join('')
const lowerCase = (partyId: string): string => encodeURIComponent(partyId).replace(/%../g, (code) => code.toLowerCase())

const inPath = (name: string, write: (partyId: string) => string): LookupForm => ({
  name,
  answer: 'byPath',
  target: (partyId, { partyPath }) => partyPath.replace('{party_id}', () => write(partyId)),
})
const inQuery = (name: string, write: (partyId: string) => string): LookupForm => ({
  name,
  answer: 'byQuery',
  target: (partyId, { partiesPath, partyIdParameter }) => queryTarget(partiesPath, partyIdParameter, write(partyId)),
})

/** Another spelling of the look-up of one and the same party. */
export interface FormRow extends Coverage {
  /** Completes "finds a party …". */
  readonly title: string
  readonly form: LookupForm
  /** Whether it is the form itself, which is a duty even where the target file says that it does not exist. */
  readonly duty?: true
}

export const forms: readonly FormRow[] = [
  {
    id: 'lookup.by-query',
    title: 'by query, percent-encoded',
    requirements: ['PARTY-LOOKUP-PATH'],
    cases: [],
    level: 'must',
    roles,
    detects: ['answers-path-only'],
    form: byQuery,
    duty: true,
  },
  {
    id: 'lookup.by-path',
    title: 'by path, percent-encoded',
    requirements: ['PARTY-LOOKUP-PATH'],
    cases: ['PRG-03'],
    roles,
    detects: ['answers-query-only', 'reads-path-undecoded'],
    form: byPath,
    duty: true,
  },
  {
    id: 'lookup.by-path-literal',
    title: 'by path, with literal colons',
    requirements: ['PARTY-LOOKUP-PATH'],
    cases: ['PRG-03'],
    roles,
    detects: ['answers-query-only', 'requires-encoded-path'],
    form: inPath('by path, with literal colons', literal),
  },
  {
    id: 'lookup.by-query-literal',
    title: 'by query, with literal colons',
    requirements: ['PARTY-LOOKUP-PATH'],
    cases: ['PRG-03'],
    roles,
    form: inQuery('by query, with literal colons', literal),
    level: 'should',
  },
  {
    id: 'lookup.by-path-lower-case-hex',
    title: 'by path, percent-encoded in lower-case hex',
    requirements: ['PARTY-LOOKUP-PATH'],
    cases: ['PRG-03'],
    level: 'should',
    roles,
    form: inPath('by path, percent-encoded in lower-case hex', lowerCase),
  },
  {
    id: 'lookup.by-path-every-byte',
    title: 'by path, with every character percent-encoded',
    requirements: ['PARTY-LOOKUP-PATH'],
    cases: ['PRG-03'],
    level: 'should',
    roles,
    form: inPath('by path, with every character percent-encoded', everyByte),
  },
]

/** A look-up that names no party, or none exactly. `known` is the id of a party in good standing. */
export interface InexactRow extends Coverage {
  /** Completes "reports no party for …". */
  readonly title: string
  readonly asked: readonly { readonly name: string; readonly id: (known: string) => string }[]
  /** One of the two, or another with the name of one; the first form that there is where absent. */
  readonly form?: LookupForm
}

const exact = { requirements: ['PARTY-LOOKUP-EXACT'], roles } as const

/** What stands between the punctuation of an id, or its halves where it has none. */
const partsOf = (known: string): readonly string[] => {
  const parts = known.split(/[^A-Za-z0-9]+/).filter((part) => part !== '')
  const half = Math.ceil(known.length / 2)
  return parts.length > 1 ? parts : [known.slice(0, half), known.slice(half)]
}

/** Another text that is read as the id by whom it is decoded, whether or not the id holds what has to be encoded. */
const encodedAgain = (known: string): string => `${encodeURIComponent(known.slice(0, -1))}${everyByte(known.slice(-1))}`
const asked = ({ name, of }: NearMiss): InexactRow['asked'][number] => ({ name: `its id ${name}`, id: of })

/** Part of an id in its place. */
const partial = {
  title: 'a part of a party_id, or one with more',
  cases: ['PRG-07'],
  detects: ['matches-prefixes', 'takes-party-id-for-list', 'takes-party-id-into-query'],
  asked: [
    { name: 'the last part of its id', id: (known) => partsOf(known).at(-1) ?? '' },
    { name: 'the first part of its id', id: (known) => partsOf(known)[0] ?? '' },
    ...nearMissesOfName.map(asked),
    ...nearMissesBy('compares a part', 'cuts at a control character', 'splits a list', 'puts it into a query').map(
      asked,
    ),
  ],
} as const satisfies Partial<InexactRow>

/** An id in other letters. */
const folded = {
  title: 'a party_id in other letters, with space around it or with more that a URL may have',
  cases: ['PRG-07'],
  detects: ['folds-party-id', 'spells-party-ids-alike'],
  asked: [
    { name: 'its id in other letters', id: otherCase },
    ...nearMissesBy('trims', 'folds Unicode', 'reads it as a URL').map(asked),
  ],
} as const satisfies Partial<InexactRow>

/** A registry that decodes again what its router has decoded finds a party of another id; the first encoding is that of the look-up (L208). */
const encodedTwice = {
  title: 'a party_id that is encoded twice',
  cases: ['PRG-07'],
  detects: ['decodes-party-id-twice', 'spells-party-ids-alike'],
  asked: [{ name: 'its id percent-encoded once more', id: encodedAgain }, ...nearMissesBy('decodes').map(asked)],
} as const satisfies Partial<InexactRow>

export const inexact: readonly InexactRow[] = [
  {
    ...exact,
    id: 'lookup.empty-id',
    title: 'an empty party_id',
    cases: ['PRG-07'],
    detects: ['lists-first-on-empty'],
    asked: [{ name: 'empty', id: () => '' }],
  },
  {
    ...exact,
    id: 'lookup.missing-id',
    title: 'a look-up without party_id',
    cases: ['PRG-07'],
    detects: ['lists-first-on-empty'],
    asked: [{ name: 'missing', id: () => '' }],
    form: { ...byQuery, target: (_partyId, { partiesPath }) => partiesPath },
  },
  {
    ...exact,
    id: 'lookup.wildcard',
    title: 'a party_id with a wildcard',
    cases: ['PRG-07'],
    detects: ['matches-wildcards'],
    asked: [
      { name: '*', id: () => '*' },
      { name: 'its id with * for the end', id: (known) => `${known.slice(0, -4)}*` },
      { name: 'its id with % for the end', id: (known) => `${known.slice(0, -4)}%` },
      ...nearMissesBy('takes it for a pattern').map(asked),
    ],
  },
  {
    // Some parsers of queries make an object of it, which a database reads as a question of its own.
    ...exact,
    id: 'lookup.operator',
    title: 'an operator in the place of a party_id',
    cases: ['PRG-07'],
    detects: ['takes-operators-for-party-id'],
    asked: [
      { name: 'any other than x', id: () => '[$ne]=x' },
      { name: 'any that fits a pattern', id: () => '[$regex]=.*' },
      { name: 'any greater than the empty text', id: () => '[$gt]=' },
    ],
    form: {
      ...byQuery,
      target: (asked, { partiesPath, partyIdParameter }) => {
        const [operator = '', value = ''] = asked.split('=')
        return queryTarget(partiesPath, `${partyIdParameter}${operator}`, encodeURIComponent(value))
      },
    },
  },
  { ...exact, ...partial, id: 'lookup.partial-id' },
  { ...exact, ...partial, id: 'lookup.partial-id-by-path', title: `${partial.title} in a path`, form: byPath },
  { ...exact, ...folded, id: 'lookup.letter-case' },
  {
    ...exact,
    ...folded,
    id: 'lookup.letter-case-by-path',
    title: `${folded.title}, in a path`,
    detects: [...folded.detects, 'folds-party-id-of-path'],
    form: byPath,
  },
  {
    ...exact,
    id: 'lookup.traversal',
    title: 'a party_id with .. in it',
    cases: ['PRG-07'],
    detects: ['resolves-traversal'],
    asked: [
      { name: 'nobody/../ before its id', id: (known) => `nobody/../${known}` },
      { name: '../parties/ before its id', id: (known) => `../parties/${known}` },
    ],
  },
  {
    ...exact,
    id: 'lookup.encoded-slash',
    title: 'a party_id with an encoded slash in the path',
    cases: ['PRG-07'],
    detects: ['cuts-party-id', 'resolves-traversal'],
    form: byPath,
    asked: [
      { name: 'its id with /nobody behind it', id: (known) => `${known}/nobody` },
      { name: 'nobody/../ before its id', id: (known) => `nobody/../${known}` },
    ],
  },
  { ...exact, ...encodedTwice, id: 'lookup.encoded-twice' },
  {
    ...exact,
    ...encodedTwice,
    id: 'lookup.encoded-twice-by-path',
    title: `${encodedTwice.title}, in a path`,
    detects: [...encodedTwice.detects, 'decodes-party-id-of-path-twice'],
    form: byPath,
  },
]

/** What is presented in the place of an access token. */
export interface CredentialRow extends Coverage {
  /** Completes "answers no look-up …". */
  readonly title: string
  readonly credentials: readonly Credential[]
}

const bearer = (name: string, change: (accessToken: string, assertion: string) => string): Credential => ({
  name,
  headers: (accessToken, assertion) => [['authorization', `Bearer ${change(accessToken, assertion)}`]],
})

/** Access tokens that another participant can make in the name of the target. */
export const credentialsForgedBy = (forging: Forging): readonly Credential[] =>
  forgedTokens.map(({ name, of }) => bearer(name, (own, assertion) => of(own, issuerOf(assertion), forging)))

export const forgedToken: Coverage = check(
  'lookup.forged-token',
  ['PARTY-LOOKUP-AUTHENTICATED', 'PRG-06'],
  [...takingForged, 'takes-any-registry-token'],
  { roles },
)

const issuerOf = (assertion: string): string => String(memberOf(decodeJwt(assertion).payload, 'iss') ?? '')

export const credentials: readonly CredentialRow[] = [
  {
    id: 'lookup.wrong-token',
    title: 'with an access token that it did not issue',
    requirements: ['PARTY-LOOKUP-AUTHENTICATED'],
    cases: ['PRG-06'],
    roles,
    detects: ['takes-any-registry-token', 'takes-pattern-for-registry-token', ...madeOfRequest],
    credentials: [
      bearer('its own without the last 8 characters', (token) => token.slice(0, -8)),
      ...unissuedTokens.map(({ name, of }) =>
        bearer(name, (own, assertion) => of(own, claimsAbout(issuerOf(assertion)), assertion)),
      ),
    ],
  },
]
