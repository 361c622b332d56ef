import type { RecordNames } from '../contracts/interface.js'
import type { Json, JsonObject } from '../contracts/json.js'
import { listOf, recordMember, withRecordMember } from '../wire/members.js'
import { aged, type SignedTokenContext, type SignedTokenMutation, signedTokens, without } from './signed-token.js'

/** What a mutation of `parties_token` may look at. Its signer is the registry, its client the party that is looked up. */
export interface PartiesTokenContext extends SignedTokenContext {
  /** Members that the record was programmed with. */
  readonly record: Readonly<JsonObject>
  /** Names that the preset gives to the member of the answer and, as dotted paths, to those of the record. */
  readonly names: Pick<RecordNames, 'status' | 'certificates' | 'fingerprint' | 'count'> & { readonly token: string }
}

/** One named mutation of the registry's answer: what it gives differs, everything else is sound. */
export interface PartiesTokenMutation extends SignedTokenMutation<PartiesTokenContext> {
  /** Catalogue cases that it serves. */
  readonly cases: readonly string[]
  /** Another JSON answer around the token. */
  readonly body?: (token: string, context: PartiesTokenContext) => Json
  /** Serves the token of the first look-up of the party again. */
  readonly repeated?: true
}

type ClaimsChange = NonNullable<PartiesTokenMutation['claims']>

/** Seconds by which an expired token is older than a fresh one: 5 minutes past `exp`, which is 28 s ahead. */
const longExpired = 330
const doubled = 'said twice'
/** JSON is written by hand, since no object holds a member twice. */
const statusTwice =
  (first: string, second: string): ClaimsChange =>
  (claims, { names: { status } }) => {
    const name = JSON.stringify(status.split('.').at(-1))
    return JSON.stringify(withRecordMember(claims, status, doubled)).replace(
      `${name}:${JSON.stringify(doubled)}`,
      () => `${name}:"${first}",${name}:"${second}"`,
    )
  }
const recordsOf =
  (statuses: readonly string[], more: JsonObject = {}): ClaimsChange =>
  (claims, { record, names: { status, count } }) => {
    const [list, own] = listOf(status) ?? []
    if (list === undefined || own === undefined)
      return {
        ...without(claims, ...Object.keys(record)),
        ...more,
        parties: statuses.map((value) => withRecordMember(record, status, value)),
      }
    const [first] = recordMember(record, list) as readonly Json[]
    const records = statuses.map((value) => withRecordMember(first, own, value))
    const listed = withRecordMember(claims, list, records)
    return count === undefined ? { ...listed, ...more } : withRecordMember(listed, count, statuses.length)
  }

/** The answer holds the given value where the token belongs. */
const inPlace =
  (value: Json) =>
  (_token: string, { names }: PartiesTokenContext) => ({ [names.token]: value })
const named = (name: string) => (token: string) => ({ [name]: token })

/** Every wrong or odd answer to a look-up, by the name that `RegistryAnswer.token` takes. What the record says is programmed apart from it. */
export const partiesTokens = {
  'signature corrupted': { cases: ['PTK-01'], ...signedTokens['signature corrupted'] },
  'signature empty': { cases: ['PTK-01'], ...signedTokens['signature empty'] },
  'signature of other claims': { cases: ['PTK-01'], ...signedTokens['signature of other claims'] },
  'jwk in the header': { cases: ['PTK-01'], ...signedTokens['jwk in the header'] },
  'jku in the header': { cases: ['PTK-01'], ...signedTokens['jku in the header'] },
  'x5u in the header': { cases: ['PTK-01'], ...signedTokens['x5u in the header'] },
  'by another participant, whose certificate is the last': {
    cases: ['PTK-01'],
    ...signedTokens['by another participant, whose certificate is the last'],
  },
  'without x5c': { cases: ['PTK-01'], ...signedTokens['without x5c'] },
  'empty x5c': { cases: ['PTK-01'], ...signedTokens['empty x5c'] },
  'x5c that cannot be read': { cases: ['PTK-01'], ...signedTokens['x5c that cannot be read'] },
  'alg none': { cases: ['PTK-02'], ...signedTokens['alg none'] },
  'alg None': { cases: ['PTK-02'], ...signedTokens['alg None'] },
  'alg none in two parts': { cases: ['PTK-02'], ...signedTokens['alg none in two parts'] },
  'two parts': { cases: ['PTK-02'], ...signedTokens['two parts'] },
  'HS256 with the public key as PEM': { cases: ['PTK-03'], ...signedTokens['HS256 with the public key as PEM'] },
  'HS256 with the public key as DER': { cases: ['PTK-03'], ...signedTokens['HS256 with the public key as DER'] },
  'HS256 with the certificate as PEM': { cases: ['PTK-03'], ...signedTokens['HS256 with the certificate as PEM'] },
  'HS256 with the certificate as DER': { cases: ['PTK-03'], ...signedTokens['HS256 with the certificate as DER'] },
  'untrusted chain': { cases: ['PTK-04'], ...signedTokens['untrusted chain'] },
  'chain of the same names': { cases: ['PTK-04'], ...signedTokens['chain of the same names'] },
  'untrusted chain before the trusted root': {
    cases: ['PTK-04'],
    ...signedTokens['untrusted chain before the trusted root'],
  },
  'untrusted chain and its root before the trusted root': {
    cases: ['PTK-04'],
    ...signedTokens['untrusted chain and its root before the trusted root'],
  },
  'chain of the same names before the trusted root': {
    cases: ['PTK-04'],
    ...signedTokens['chain of the same names before the trusted root'],
  },
  'self-signed certificate alone': { cases: ['PTK-04'], ...signedTokens['self-signed certificate alone'] },
  PS256: { cases: ['ALG-06'], ...signedTokens.PS256 },
  'RS256 signed with SHA-384': { cases: ['ALG-13'], ...signedTokens['RS256 signed with SHA-384'] },
  'RS256 signed with RSASSA-PSS': { cases: ['ALG-13'], ...signedTokens['RS256 signed with RSASSA-PSS'] },
  'PS256 signed with PKCS#1 v1.5': { cases: ['ALG-13'], ...signedTokens['PS256 signed with PKCS#1 v1.5'] },
  'RS256 by an EC key': { cases: ['ALG-12'], ...signedTokens['RS256 by an EC key'] },
  'expired certificate': { cases: ['CRT-01'], ...signedTokens['expired certificate'] },
  'revoked certificate': { cases: ['CRT-21'], ...signedTokens['revoked certificate'] },
  'certificate issued by a participant': {
    cases: ['CRT-05'],
    ...signedTokens['certificate issued by a participant'],
  },
  'certificate of an intermediate that is no CA': {
    cases: ['CRT-05'],
    ...signedTokens['certificate of an intermediate that is no CA'],
  },
  // First, since it shows whether iss is looked at.
  'named after another participant': { cases: ['PTK-05'], ...signedTokens['named after another participant'] },
  'signed by another participant': { cases: ['PTK-05'], ...signedTokens['signed by another participant'] },
  // The near misses have a row of their own.
  'certificate of an id with a character behind it': {
    cases: [],
    ...signedTokens['certificate of an id with a character behind it'],
  },
  'certificate of an id with a character before it': {
    cases: [],
    ...signedTokens['certificate of an id with a character before it'],
  },
  'issued by another participant': { cases: ['PTK-05'], ...signedTokens['issued by another participant'] },
  'issued by the client': { cases: ['PTK-06'], ...signedTokens['issued by the client'] },
  'for another audience': { cases: ['PTK-07'], ...signedTokens['for another audience'] },
  'without aud': { cases: ['PTK-08'], ...signedTokens['without aud'] },
  'without exp': { cases: ['TIM-02'], ...signedTokens['without exp'] },
  'expired 5 minutes ago': { cases: ['PTK-09'], claims: (claims) => aged(claims, longExpired) },
  'lifetime of 1000 seconds': {
    cases: ['PTK-10'],
    claims: (claims) => ({ ...claims, exp: Number(claims.iat) + 1000 }),
  },
  'the same token again': { cases: ['PTK-11'], repeated: true },
  'Active from before a suspension, expired 5 minutes ago': {
    cases: ['PTK-12'],
    claims: (claims, { names }) => withRecordMember(aged(claims, longExpired), names.status, 'Active'),
  },
  'Suspended beside a plain Active record': {
    cases: ['PTK-13'],
    claims: (claims, { names }) => withRecordMember(claims, names.status, 'Suspended'),
    body: (token, { record, names }) => ({ ...withRecordMember(record, names.status, 'Active'), [names.token]: token }),
  },
  'plain record only': { cases: ['PTK-14'], body: (_token, { record }) => record },
  'plain record in its place': { cases: ['PTK-14'], body: (_token, { record, names }) => ({ [names.token]: record }) },
  'no member': { cases: ['PTK-15'], body: () => ({}) },
  'empty text': { cases: ['PTK-15'], body: inPlace('') },
  null: { cases: ['PTK-15'], body: inPlace(null) },
  'a number': { cases: ['PTK-15'], body: inPlace(1) },
  'an array': { cases: ['PTK-15'], body: (token, { names }) => ({ [names.token]: [token] }) },
  'no JWT': { cases: ['PTK-15'], body: inPlace('Active') },
  'member named partiesToken': { cases: ['PTK-16'], body: named('partiesToken') },
  'member named party_token': { cases: ['PTK-16'], body: named('party_token') },
  '10 MB': { cases: ['PTK-17'], claims: (claims) => ({ ...claims, note: 'x'.repeat(7_800_000) }) },
  '10,000 certificates': {
    cases: ['PTK-17'],
    claims: (claims, { names }) => {
      const entries = recordMember(claims, names.certificates)
      const own = Array.isArray(entries) ? (entries as readonly Json[]) : []
      const others = Array<Json>(9_999).fill({ [names.fingerprint]: '0'.repeat(64) })
      return withRecordMember(claims, names.certificates, [...others, ...own])
    },
  },
  'two status members, Revoked last': { cases: ['REG-08'], claims: statusTwice('Active', 'Revoked') },
  'two status members, Active last': { cases: ['REG-08'], claims: statusTwice('Revoked', 'Active') },
  'empty list of parties': { cases: ['REG-10'], claims: recordsOf([]) },
  'count 0': { cases: ['REG-10'], claims: recordsOf([], { count: 0 }) },
  'two records, Revoked last': { cases: ['REG-12'], claims: recordsOf(['Active', 'Revoked']) },
  'two records, Active last': { cases: ['REG-12'], claims: recordsOf(['Revoked', 'Active']) },
} satisfies Readonly<Record<string, PartiesTokenMutation>>

/** A name that `RegistryAnswer.token` takes. */
export type PartiesTokenName = keyof typeof partiesTokens
