import { createSecretKey, X509Certificate } from 'node:crypto'
import type { CertifiedKey } from '../../ca/types.js'
import type { Json, JsonObject } from '../json.js'
import { base64url, type Sign, signers } from '../wire/jws.js'
import type { Parts } from './types.js'

/** A party with the certificate that it signs with. */
export interface Speaker {
  readonly partyId: string
  readonly certified: CertifiedKey
}

/** What a mutation of `parties_token` may look at. */
export interface PartiesTokenContext {
  readonly registry: Speaker
  /** Another trusted participant, no registry. */
  readonly participant: Speaker
  /** The registry's id and names under a root that nobody trusts. */
  readonly untrusted: Speaker
  /** The party that is looked up, with a certificate of its own. */
  readonly client: () => Promise<Speaker>
  /** Members that the record was programmed with. */
  readonly record: Readonly<JsonObject>
  /** Names that the preset gives to members of answer and record. */
  readonly names: { readonly token: string; readonly status: string; readonly certificates: string }
}

/** One named defect of the registry's answer: what it gives differs, everything else is sound. */
export interface PartiesTokenMutation {
  /** Catalogue cases that it serves. */
  readonly cases: readonly string[]
  /** Who signs, and whose id `iss` and `sub` are. */
  readonly speaker?: (context: PartiesTokenContext) => Speaker | Promise<Speaker>
  /** Other claims; text is written as it stands. */
  readonly claims?: (claims: JsonObject, context: PartiesTokenContext) => JsonObject | string
  /** Another `alg` with its signature. */
  readonly protection?: { readonly alg: string; readonly sign: (context: PartiesTokenContext) => Sign }
  readonly encode?: (parts: Parts) => string
  /** Another JSON answer around the token. */
  readonly body?: (token: string, context: PartiesTokenContext) => Json
  /** Serves the token of the first look-up of the party again. */
  readonly repeated?: true
}

const unsigned = (alg: string) => ({ alg, sign: () => () => Buffer.alloc(0) })
const hs256 = (secret: (certificate: X509Certificate) => string | Buffer) => ({
  alg: 'HS256',
  sign:
    ({ registry }: PartiesTokenContext): Sign =>
    (input) =>
      signers.HS256(input, createSecretKey(Buffer.from(secret(leaf(registry.certified)) as string))),
})
const leaf = ({ chain }: CertifiedKey): X509Certificate => new X509Certificate(chain[0] ?? Buffer.alloc(0))

const withAlg = (header: string, alg: string): string =>
  base64url(JSON.stringify({ ...JSON.parse(Buffer.from(header, 'base64url').toString()), alg }))
const flipped = (signature: string): string => {
  const bytes = Buffer.from(signature, 'base64url')
  const middle = bytes.length >> 1
  bytes[middle] = (bytes[middle] ?? 0) ^ 1
  return bytes.toString('base64url')
}

type ClaimsChange = NonNullable<PartiesTokenMutation['claims']>

const without = (claims: JsonObject, ...names: string[]): JsonObject =>
  Object.fromEntries(Object.entries(claims).filter(([name]) => !names.includes(name)))
/** Seconds by which an expired token is older than a fresh one: 5 minutes past `exp`, which is 28 s ahead. */
const longExpired = 330
const aged = (claims: JsonObject): JsonObject => ({
  ...claims,
  iat: Number(claims.iat) - longExpired,
  exp: Number(claims.exp) - longExpired,
})
/** JSON is written by hand, since no object holds a member twice. */
const statusTwice =
  (first: string, second: string): ClaimsChange =>
  (claims, { names: { status } }) =>
    `{"${status}":"${first}","${status}":"${second}",${JSON.stringify(without(claims, status)).slice(1)}`
const listOf =
  (statuses: readonly string[], more: JsonObject = {}): ClaimsChange =>
  (claims, { record, names: { status } }) => ({
    ...without(claims, ...Object.keys(record)),
    ...more,
    parties: statuses.map((value) => ({ ...record, [status]: value })),
  })

/** The answer holds the given value where the token belongs. */
const inPlace =
  (value: Json) =>
  (_token: string, { names }: PartiesTokenContext) => ({ [names.token]: value })
const named = (name: string) => (token: string) => ({ [name]: token })

/** Every wrong or odd answer to a look-up, by the name that `RegistryAnswer.token` takes. What the record says is programmed apart from it. */
export const partiesTokens = {
  'signature corrupted': {
    cases: ['PTK-01'],
    encode: ({ header, payload, signature }) => `${header}.${payload}.${flipped(signature)}`,
  },
  'signature empty': { cases: ['PTK-01'], encode: ({ header, payload }) => `${header}.${payload}.` },
  'signature of other claims': {
    cases: ['PTK-01'],
    encode: ({ header, payload, signature }) => {
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as JsonObject
      return `${header}.${base64url(JSON.stringify({ ...claims, jti: `${claims.jti}-` }))}.${signature}`
    },
  },
  'alg none': { cases: ['PTK-02'], protection: unsigned('none') },
  'alg None': { cases: ['PTK-02'], protection: unsigned('None') },
  'alg none in two parts': {
    cases: ['PTK-02'],
    encode: ({ header, payload }) => `${withAlg(header, 'none')}.${payload}`,
  },
  'two parts': { cases: ['PTK-02'], encode: ({ header, payload }) => `${header}.${payload}` },
  'HS256 with the public key as PEM': {
    cases: ['PTK-03'],
    protection: hs256(({ publicKey }) => publicKey.export({ type: 'spki', format: 'pem' })),
  },
  'HS256 with the public key as DER': {
    cases: ['PTK-03'],
    protection: hs256(({ publicKey }) => publicKey.export({ type: 'spki', format: 'der' })),
  },
  'HS256 with the certificate as PEM': {
    cases: ['PTK-03'],
    protection: hs256((certificate) => certificate.toString()),
  },
  'HS256 with the certificate as DER': { cases: ['PTK-03'], protection: hs256(({ raw }) => raw) },
  'untrusted chain': { cases: ['PTK-04'], speaker: ({ untrusted }) => untrusted },
  'signed by another participant': {
    cases: ['PTK-05'],
    speaker: ({ registry, participant }) => ({ partyId: registry.partyId, certified: participant.certified }),
  },
  'issued by another participant': { cases: ['PTK-05'], speaker: ({ participant }) => participant },
  'issued by the client': { cases: ['PTK-06'], speaker: ({ client }) => client() },
  'for another audience': {
    cases: ['PTK-07'],
    claims: (claims, { participant }) => ({ ...claims, aud: participant.partyId }),
  },
  'without aud': { cases: ['PTK-08'], claims: (claims) => without(claims, 'aud') },
  'expired 5 minutes ago': { cases: ['PTK-09'], claims: aged },
  'lifetime of 1000 seconds': {
    cases: ['PTK-10'],
    claims: (claims) => ({ ...claims, exp: Number(claims.iat) + 1000 }),
  },
  'the same token again': { cases: ['PTK-11'], repeated: true },
  'Active from before a suspension, expired 5 minutes ago': {
    cases: ['PTK-12'],
    claims: (claims, { names }) => ({ ...aged(claims), [names.status]: 'Active' }),
  },
  'Suspended beside a plain Active record': {
    cases: ['PTK-13'],
    claims: (claims, { names }) => ({ ...claims, [names.status]: 'Suspended' }),
    body: (token, { record, names }) => ({ ...record, [names.status]: 'Active', [names.token]: token }),
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
      const entries = claims[names.certificates]
      const own = Array.isArray(entries) ? (entries as readonly Json[]) : []
      return { ...claims, [names.certificates]: [...Array<Json>(9_999).fill({ 'x5t#s256': '0'.repeat(64) }), ...own] }
    },
  },
  'two status members, Revoked last': { cases: ['REG-08'], claims: statusTwice('Active', 'Revoked') },
  'two status members, Active last': { cases: ['REG-08'], claims: statusTwice('Revoked', 'Active') },
  'empty list of parties': { cases: ['REG-10'], claims: listOf([]) },
  'count 0': { cases: ['REG-10'], claims: listOf([], { count: 0 }) },
  'two records, Revoked last': { cases: ['REG-12'], claims: listOf(['Active', 'Revoked']) },
  'two records, Active last': { cases: ['REG-12'], claims: listOf(['Revoked', 'Active']) },
} satisfies Readonly<Record<string, PartiesTokenMutation>>

/** A name that `RegistryAnswer.token` takes. */
export type PartiesTokenName = keyof typeof partiesTokens
