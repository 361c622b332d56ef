import { createPublicKey, createSecretKey, type KeyObject, sign } from 'node:crypto'
import type { CertificateKind } from '../../ca/index.js'
import type { CertifiedKey } from '../../ca/types.js'
import type { JsonObject } from '../contracts/json.js'
import { base64url, type Sign, signers, x5c } from '../wire/jws.js'
import { jwks, type KeyDocument, pemChain } from './key-documents.js'
import { nearMissNamed } from './near-misses.js'
import { publicKeySecrets } from './public-key-secrets.js'
import type { Header, Parts } from './types.js'

/** A party with the certificate that it signs with. */
export interface Speaker {
  readonly partyId: string
  readonly certified: CertifiedKey
}

/** What a mutation of a JWT that the lab signs may look at. */
export interface SignedTokenContext {
  /** Who ought to sign it. */
  readonly signer: Speaker
  /** Another trusted participant, who has no business with it. */
  readonly participant: Speaker
  /** The id and the names of the signer under a root that nobody trusts. */
  readonly untrusted: Speaker
  /** The signer with a further certificate of that kind (row of `ca/`). */
  readonly furtherCertificate: (kind: CertificateKind) => Promise<Speaker>
  /** URL at which a document is served from then on. */
  readonly host: (name: string, document: KeyDocument) => string
  /** The signer with a further certificate that its issuer has revoked. */
  readonly revokedCertificate: () => Promise<Speaker>
  /** The party that it is about or for, with a certificate of its own. */
  readonly client: () => Promise<Speaker>
  /** A party of that id that nobody knows, with a certificate of its own under a trusted root. */
  readonly stranger: (partyId: string) => Promise<Speaker>
}

/** One named mutation of a JWT that the lab signs: what it gives differs, everything else is sound. */
export interface SignedTokenMutation<C extends SignedTokenContext = SignedTokenContext> {
  /** Who signs, and whose id `iss` and `sub` are. */
  readonly speaker?: (context: C) => Speaker | Promise<Speaker>
  /** Other claims; text is written as it stands. */
  readonly claims?: (claims: JsonObject, context: C) => JsonObject | string
  /** Another protected header. */
  readonly header?: (header: Header, context: C) => Header
  /** Whose key signs; that of the speaker by default. */
  readonly key?: (context: C) => KeyObject
  /** Another `alg` with its signature. */
  readonly protection?: { readonly alg: string; readonly sign: (context: C) => Sign }
  readonly encode?: (parts: Parts) => string
}

/** Without a signature, under an `alg` that says so. */
export const unsigned = (alg: string) => ({ alg, sign: () => () => Buffer.alloc(0) })

/** HS256 with a secret that everybody knows. */
export const hs256 = <C extends SignedTokenContext>(secret: (context: C) => string | Buffer) => ({
  alg: 'HS256',
  sign:
    (context: C): Sign =>
    (input) =>
      signers.HS256(input, createSecretKey(Buffer.from(secret(context) as string))),
})

/** A key that is not the one of the first certificate of `x5c`. */
export const foreignKey = ({ participant }: SignedTokenContext): KeyObject => participant.certified.key

const certifiedAs = (kind: CertificateKind) => ({
  speaker: ({ furtherCertificate }: SignedTokenContext) => furtherCertificate(kind),
})

/** The signer with a certificate of another party, whose id is nearly its own. */
const certifiedNearly = (miss: string) => ({
  speaker: async ({ signer: { partyId }, stranger }: SignedTokenContext): Promise<Speaker> => ({
    partyId,
    certified: (await stranger(nearMissNamed(miss).of(partyId))).certified,
  }),
})

const hs256Of = (name: keyof typeof publicKeySecrets) =>
  hs256(({ signer }: SignedTokenContext) => publicKeySecrets[name](signer.certified))

const withAlg = (header: string, alg: string): string =>
  base64url(JSON.stringify({ ...JSON.parse(Buffer.from(header, 'base64url').toString()), alg }))

const flipped = (signature: string): string => {
  const bytes = Buffer.from(signature, 'base64url')
  const middle = bytes.length >> 1
  bytes[middle] = (bytes[middle] ?? 0) ^ 1
  return bytes.toString('base64url')
}

/** The claims without some of them. */
export const without = (claims: JsonObject, ...names: string[]): JsonObject =>
  Object.fromEntries(Object.entries(claims).filter(([name]) => !names.includes(name)))

/** The claims as they were so many seconds before: a fresh token has 28 s left. */
export const aged = (claims: JsonObject, seconds: number): JsonObject => ({
  ...claims,
  iat: Number(claims.iat) - seconds,
  exp: Number(claims.exp) - seconds,
})

/** What can be wrong with every JWT that the lab signs, whatever it says. */
export const signedTokens = {
  'signature corrupted': { encode: ({ header, payload, signature }) => `${header}.${payload}.${flipped(signature)}` },
  'signature empty': { encode: ({ header, payload }) => `${header}.${payload}.` },
  'signature of other claims': {
    encode: ({ header, payload, signature }) => {
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as JsonObject
      return `${header}.${base64url(JSON.stringify({ ...claims, jti: `${claims.jti}-` }))}.${signature}`
    },
  },
  'alg none': { protection: unsigned('none') },
  'alg None': { protection: unsigned('None') },
  'alg none in two parts': { encode: ({ header, payload }) => `${withAlg(header, 'none')}.${payload}` },
  'two parts': { encode: ({ header, payload }) => `${header}.${payload}` },
  'HS256 with the public key as PEM': { protection: hs256Of('PEM SPKI') },
  'HS256 with the public key as DER': { protection: hs256Of('DER SPKI') },
  'HS256 with the certificate as PEM': { protection: hs256Of('PEM certificate') },
  'HS256 with the certificate as DER': { protection: hs256Of('DER certificate') },
  PS256: { protection: { alg: 'PS256', sign: () => signers.PS256 } },
  'RS256 signed with SHA-384': { protection: { alg: 'RS256', sign: () => signers.RS384 } },
  'RS256 signed with RSASSA-PSS': { protection: { alg: 'RS256', sign: () => signers.PS256 } },
  'PS256 signed with PKCS#1 v1.5': { protection: { alg: 'PS256', sign: () => signers.RS256 } },
  // What a verifier makes of it that goes by the key alone.
  'RS256 by an EC key': {
    ...certifiedAs('ec-key'),
    protection: { alg: 'RS256', sign: () => (input, key) => sign('sha256', input, key) },
  },
  'jwk in the header': {
    header: (header, { participant }) => ({
      ...header,
      jwk: createPublicKey(participant.certified.key).export({ format: 'jwk' }) as JsonObject,
    }),
    key: foreignKey,
  },
  'jku in the header': {
    header: (header, { host, participant }) => ({ ...header, jku: host('jku', jwks(participant.certified.key)) }),
    key: foreignKey,
  },
  'x5u in the header': {
    header: (header, { host, participant }) => ({ ...header, x5u: host('x5u', pemChain(participant.certified)) }),
    key: foreignKey,
  },
  'by another participant, whose certificate is the last': {
    header: (header, { signer, participant }) => ({
      ...header,
      x5c: x5c([...signer.certified.chain, ...participant.certified.chain.slice(0, 1)]),
    }),
    key: foreignKey,
  },
  // What a verifier makes of it that goes on without a certificate.
  'without x5c': { header: ({ x5c: _, ...header }) => header, key: foreignKey },
  'empty x5c': { header: (header) => ({ ...header, x5c: [] }), key: foreignKey },
  'x5c that cannot be read': { header: (header) => ({ ...header, x5c: ['AAAA'] }), key: foreignKey },
  'self-signed certificate alone': certifiedAs('self-signed-leaf'),
  'chain of the same names': certifiedAs('same-name-twin'),
  'untrusted chain before the trusted root': certifiedAs('untrusted-chain-with-real-root'),
  'untrusted chain and its root before the trusted root': certifiedAs('untrusted-chain-before-real-root'),
  'chain of the same names before the trusted root': certifiedAs('twin-chain-with-real-root'),
  'expired certificate': certifiedAs('expired-leaf'),
  'revoked certificate': { speaker: ({ revokedCertificate }) => revokedCertificate() },
  'certificate issued by a participant': certifiedAs('issued-by-leaf'),
  'certificate of an intermediate that is no CA': certifiedAs('intermediate-without-ca-flag'),
  'untrusted chain': { speaker: ({ untrusted }) => untrusted },
  'signed by another participant': {
    speaker: ({ signer, participant }) => ({ partyId: signer.partyId, certified: participant.certified }),
  },
  'certificate of an id with a character behind it': certifiedNearly('with a character behind it'),
  'certificate of an id with a character before it': certifiedNearly('with a character before it'),
  'named after another participant': {
    claims: (claims, { participant: { partyId } }) => ({ ...claims, iss: partyId, sub: partyId }),
  },
  'issued by another participant': { speaker: ({ participant }) => participant },
  'issued by the client': { speaker: ({ client }) => client() },
  'for another audience': { claims: (claims, { participant }) => ({ ...claims, aud: participant.partyId }) },
  'without aud': { claims: (claims) => without(claims, 'aud') },
  'without exp': { claims: (claims) => without(claims, 'exp') },
} satisfies Readonly<Record<string, SignedTokenMutation>>
