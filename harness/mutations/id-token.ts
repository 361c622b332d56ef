import { sign } from 'node:crypto'
import type { Json } from '../contracts/json.js'
import { signers } from '../wire/jws.js'
import { nearMissNamed } from './near-misses.js'
import type { PartiesTokenName } from './parties-token.js'
import {
  aged,
  foreignKey,
  hs256,
  type SignedTokenContext,
  type SignedTokenMutation,
  type Speaker,
  signedTokens,
  unsigned,
  without,
} from './signed-token.js'

/** What a mutation of an id_token may look at. Its signer is the IdentityProvider, its client the relying party. */
export interface IdTokenContext extends SignedTokenContext {
  /** Its further certificate, where the registry holds it beside the usual one; only for a check that runs alone. */
  readonly listedCertificate: (kind: string) => Promise<Speaker>
  /** `iss` of the other IdentityProvider. */
  readonly otherIssuer: string
  /** A nonce that the relying party sent in another login; one that nobody sent where there is none. */
  readonly otherNonce: string
  /** The other IdentityProvider. */
  readonly otherProvider: () => Promise<Speaker>
  /** Whom the relying party is a broker for in this login; somebody else where nobody is known. */
  readonly servedClient: string
  /** Base URL of the relying party. */
  readonly clientUrl: string
  /** `client_id` of the relying party. */
  readonly clientId: string
}

/** What the registry says of a provider: such a status, anything with such a `parties_token`, or an answer of such a transport. */
export type ProviderReport =
  | { readonly status: string }
  | { readonly token: PartiesTokenName }
  | { readonly transport: string }

/** One named mutation of an id_token. */
export interface IdTokenMutation extends SignedTokenMutation<IdTokenContext> {
  /** Catalogue cases that it serves. */
  readonly cases: readonly string[]
  /** What the registry says of the IdentityProviders once a human is known who logs in so. Only for a check that runs alone. */
  readonly registry?: ProviderReport
}

/** Seconds by which an expired id_token is older than a fresh one: 670 s past `exp`, which is 28 s ahead. */
const longExpired = 698

const claims = ['OID-14', 'BRK-05']
const signature = ['OID-15', 'BRK-05']
const nonce = ['OID-16', 'BRK-05']

/** A text in the other letter case; one letter more where there is none in it. */
const inOtherCase = (text: Json | undefined): string => {
  const value = String(text)
  const upper = value.toUpperCase()
  if (upper !== value) return upper
  return value.toLowerCase() === value ? `${value}x` : value.toLowerCase()
}
/** One near miss for each slip by which a reader takes another name; a login for each is as much as a run can bear. */
export const nearNames = [
  'with another last character',
  'followed by NUL and more',
  'followed by a comma and another',
  'behind another and a comma',
] as const
/** The same for other spellings. */
export const respelledNames = [
  'with a space after it',
  'with Cyrillic letters',
  'percent-encoded throughout',
  'with a fragment behind it',
] as const

/** id_tokens in which a claim is nearly the right name. */
const nearly = <C extends string, N extends string>(claim: C, names: readonly N[]) =>
  Object.fromEntries(
    names.map((name): [string, IdTokenMutation] => {
      const { of } = nearMissNamed(name)
      return [`${claim} ${name}`, { cases: claims, claims: (all) => ({ ...all, [claim]: of(String(all[claim])) }) }]
    }),
  ) as Readonly<Record<`${C} ${N}`, IdTokenMutation>>

const shortened = (text: Json | undefined): string => String(text).slice(0, -1)

/** Sound in itself, of a provider about whom the registry says nothing that counts. */
const misreported = (token: PartiesTokenName): IdTokenMutation => ({
  cases: signature,
  registry: { token },
})
const standing = (status: string): IdTokenMutation => ({ cases: signature, registry: { status } })
/** The same where the registry says nothing at all (rows of `harness/lab/misbehaviour/misbehaviour.ts`). */
const unreported = (transport: string): IdTokenMutation => ({ cases: signature, registry: { transport } })

/** Every wrong id_token of the lab's IdentityProviders, by the name that `HumanProgram.behaviour` takes. */
export const idTokens = {
  'iss of the other provider': { cases: claims, claims: (all, { otherIssuer }) => ({ ...all, iss: otherIssuer }) },
  'iss with more behind it': { cases: claims, claims: (all) => ({ ...all, iss: `${all.iss}-` }) },
  'iss without its last character': { cases: claims, claims: (all) => ({ ...all, iss: shortened(all.iss) }) },
  'iss in other letter case': { cases: claims, claims: (all) => ({ ...all, iss: inOtherCase(all.iss) }) },
  ...nearly('iss', nearNames),
  ...nearly('iss', respelledNames),
  'iss of the relying party': { cases: claims, claims: (all, { clientId }) => ({ ...all, iss: clientId }) },
  'iss that is empty': { cases: claims, claims: (all) => ({ ...all, iss: '' }) },
  'without iss': { cases: claims, claims: (all) => without(all, 'iss') },
  'for another audience': { cases: claims, ...signedTokens['for another audience'] },
  'for the provider itself': { cases: claims, claims: (all, { signer }) => ({ ...all, aud: signer.partyId }) },
  'for the address of the relying party': {
    cases: claims,
    // Its Party Identifier may be that address itself.
    claims: (all, { clientId, clientUrl }) => ({ ...all, aud: clientUrl === clientId ? `${clientUrl}/` : clientUrl }),
  },
  'for whom the broker was asked by': {
    cases: claims,
    claims: (all, { servedClient }) => ({ ...all, aud: servedClient }),
  },
  'for an audience with more behind it': { cases: claims, claims: (all) => ({ ...all, aud: `${all.aud}-` }) },
  'for two audiences': {
    cases: claims,
    claims: (all, { clientId, participant }) => ({ ...all, aud: [clientId, participant.partyId] }),
  },
  'for two audiences, the right one last': {
    cases: claims,
    claims: (all, { clientId, participant }) => ({ ...all, aud: [participant.partyId, clientId] }),
  },
  'aud without its last character': { cases: claims, claims: (all) => ({ ...all, aud: shortened(all.aud) }) },
  'aud in other letter case': { cases: claims, claims: (all) => ({ ...all, aud: inOtherCase(all.aud) }) },
  ...nearly('aud', nearNames),
  ...nearly('aud', respelledNames),
  'aud that is true': { cases: claims, claims: (all) => ({ ...all, aud: true }) },
  'iss that is true': { cases: claims, claims: (all) => ({ ...all, iss: true }) },
  'aud that is empty': { cases: claims, claims: (all) => ({ ...all, aud: '' }) },
  'without aud': { cases: claims, ...signedTokens['without aud'] },
  'without sub': { cases: claims, claims: (all) => without(all, 'sub') },
  'sub that is empty': { cases: claims, claims: (all) => ({ ...all, sub: '' }) },
  'sub that is null': { cases: claims, claims: (all) => ({ ...all, sub: null }) },
  'azp of another participant': {
    cases: claims,
    claims: (all, { participant }) => ({ ...all, azp: participant.partyId }),
  },
  'without iat': { cases: claims, claims: (all) => without(all, 'iat') },
  'without exp': { cases: claims, ...signedTokens['without exp'] },
  'exp an hour after iat': { cases: claims, claims: (all) => ({ ...all, exp: Number(all.iat) + 3600 }) },
  'iat ten minutes ahead': { cases: claims, claims: (all) => aged(all, -600) },
  'without jti': { cases: claims, claims: (all) => without(all, 'jti') },
  'expired 670 seconds ago': { cases: claims, claims: (all) => aged(all, longExpired) },

  'signature corrupted': { cases: signature, ...signedTokens['signature corrupted'] },
  'signature empty': { cases: signature, ...signedTokens['signature empty'] },
  'signature of other claims': { cases: signature, ...signedTokens['signature of other claims'] },
  'signed with another key': { cases: signature, key: foreignKey },
  'alg none': { cases: signature, ...signedTokens['alg none'] },
  'alg None': { cases: signature, ...signedTokens['alg None'] },
  'alg NONE': { cases: signature, protection: unsigned('NONE') },
  'alg nOnE': { cases: signature, protection: unsigned('nOnE') },
  'alg none in two parts': { cases: signature, ...signedTokens['alg none in two parts'] },
  'two parts': { cases: signature, ...signedTokens['two parts'] },
  'HS256 with the public key as PEM': { cases: signature, ...signedTokens['HS256 with the public key as PEM'] },
  'HS256 with the public key as DER': { cases: signature, ...signedTokens['HS256 with the public key as DER'] },
  'HS256 with the certificate as PEM': { cases: signature, ...signedTokens['HS256 with the certificate as PEM'] },
  'HS256 with the certificate as DER': { cases: signature, ...signedTokens['HS256 with the certificate as DER'] },
  'HS256 with the client_id': { cases: signature, protection: hs256(({ clientId }: IdTokenContext) => clientId) },
  'HS256 with an empty key': { cases: signature, protection: hs256(() => '') },
  "HS256 with the text 'undefined'": { cases: signature, protection: hs256(() => 'undefined') },
  "HS256 with the text 'null'": { cases: signature, protection: hs256(() => 'null') },
  "HS256 with the text 'secret'": { cases: signature, protection: hs256(() => 'secret') },
  PS256: { cases: signature, ...signedTokens.PS256 },
  RS1: { cases: signature, protection: { alg: 'RS1', sign: () => (input, key) => sign('sha1', input, key) } },
  RSA256: { cases: signature, protection: { alg: 'RSA256', sign: () => signers.RS256 } },
  'RS256 signed with RSASSA-PSS': { cases: signature, ...signedTokens['RS256 signed with RSASSA-PSS'] },
  'PS256 signed with PKCS#1 v1.5': { cases: signature, ...signedTokens['PS256 signed with PKCS#1 v1.5'] },
  'jwk in the header': { cases: signature, ...signedTokens['jwk in the header'] },
  'jku in the header': { cases: signature, ...signedTokens['jku in the header'] },
  'x5u in the header': { cases: signature, ...signedTokens['x5u in the header'] },
  'crit that nobody knows': {
    cases: signature,
    header: (header) => ({ ...header, crit: ['x-assay'], 'x-assay': true }),
  },
  'untrusted chain': { cases: signature, ...signedTokens['untrusted chain'] },
  'chain of the same names': { cases: signature, ...signedTokens['chain of the same names'] },
  'by another participant, whose certificate is the last': {
    cases: signature,
    ...signedTokens['by another participant, whose certificate is the last'],
  },
  'without x5c': { cases: signature, ...signedTokens['without x5c'] },
  'empty x5c': { cases: signature, ...signedTokens['empty x5c'] },
  'x5c that cannot be read': { cases: signature, ...signedTokens['x5c that cannot be read'] },
  'self-signed certificate alone': { cases: signature, ...signedTokens['self-signed certificate alone'] },
  'untrusted chain before the trusted root': {
    cases: signature,
    ...signedTokens['untrusted chain before the trusted root'],
  },
  'untrusted chain and its root before the trusted root': {
    cases: signature,
    ...signedTokens['untrusted chain and its root before the trusted root'],
  },
  'chain of the same names before the trusted root': {
    cases: signature,
    ...signedTokens['chain of the same names before the trusted root'],
  },
  'certificate issued by a participant': { cases: signature, ...signedTokens['certificate issued by a participant'] },
  'certificate of an intermediate that is no CA': {
    cases: signature,
    ...signedTokens['certificate of an intermediate that is no CA'],
  },
  'unregistered certificate': {
    cases: signature,
    speaker: ({ furtherCertificate }) => furtherCertificate('conforming'),
  },
  'registered certificate that has expired': {
    cases: signature,
    speaker: ({ listedCertificate }) => listedCertificate('expired-leaf'),
  },
  'RS256 by the EC key of a registered certificate': {
    ...signedTokens['RS256 by an EC key'],
    cases: signature,
    speaker: ({ listedCertificate }) => listedCertificate('ec-key'),
  },
  'registered certificate that is revoked': { cases: signature, ...signedTokens['revoked certificate'] },
  'of a provider that is suspended': standing('Suspended'),
  'of a provider that is inactive': standing('Inactive'),
  'of a provider that was active once': standing('Active until 2020'),
  'of a provider about whom the registry answers with status 500': unreported('status 500'),
  'of a provider about whom the registry answers with status 404': unreported('status 404'),
  'of a provider about whom the registry breaks off': unreported('reset before the answer'),
  'of a provider about whom the registry answers nonsense': unreported('HTML'),
  'of a provider about whom the registry answers in part': unreported('truncated JSON'),
  'of a provider whose parties_token has a wrong signature': misreported('signature corrupted'),
  'of a provider whose parties_token is not signed': misreported('alg none'),
  'of a provider whose parties_token is of an untrusted chain': misreported('untrusted chain'),
  'of a provider whose parties_token another participant signed': misreported('signed by another participant'),
  'signed by another participant': { cases: signature, ...signedTokens['signed by another participant'] },
  'signed by the other provider': {
    cases: signature,
    speaker: async ({ signer, otherProvider }) => ({ ...(await otherProvider()), partyId: signer.partyId }),
  },
  'issued by another participant': { cases: signature, ...signedTokens['issued by another participant'] },
  'issued by the client': { cases: signature, ...signedTokens['issued by the client'] },

  'without nonce': { cases: nonce, claims: (all) => without(all, 'nonce') },
  'nonce of another login': { cases: nonce, claims: (all, { otherNonce }) => ({ ...all, nonce: otherNonce }) },
  'nonce without its last character': { cases: nonce, claims: (all) => ({ ...all, nonce: shortened(all.nonce) }) },
  'nonce in other letter case': { cases: nonce, claims: (all) => ({ ...all, nonce: inOtherCase(all.nonce) }) },
  'nonce that is empty': { cases: nonce, claims: (all) => ({ ...all, nonce: '' }) },
  'nonce that is true': { cases: nonce, claims: (all) => ({ ...all, nonce: true }) },
  'nonce that is null': { cases: nonce, claims: (all) => ({ ...all, nonce: null }) },
  'another nonce': { cases: nonce, claims: (all) => ({ ...all, nonce: `${all.nonce}-` }) },
} satisfies Readonly<Record<string, IdTokenMutation>>

/** A name of a mutation of an id_token. */
export type IdTokenName = keyof typeof idTokens
