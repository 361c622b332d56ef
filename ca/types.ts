import type { KeyObject } from 'node:crypto'
import type { LongKey } from './keys/key-files.js'
import type { AuthorityName } from './kind.js'

/** A private key with the certificate chain that speaks for it. */
export interface CertifiedKey {
  readonly key: KeyObject
  /** DER, leaf first, root last: the order of `x5c` (L247). */
  readonly chain: readonly Buffer[]
}

/** Where an answer is said to lie: at the lab, or where nobody gives one. */
export type SourceAddress = 'lab' | 'unreachable' | 'https' | 'ldap'

/** Points at each of which a source has one or several addresses. */
export type DistributionPoints = readonly (readonly SourceAddress[])[]

/** Where a certificate says that its revocation status is found; the issuer's id is part of each URL. */
export interface RevocationSource {
  /** For example `http://127.0.0.1:4001`: CRLs below `/crl/<issuer id>/<scope>.crl`, OCSP at `/ocsp/<issuer id>/<scope>`. */
  readonly base: string
  /** Unique per certificate, so that an answer cached for one does not speak for another. */
  readonly scope: string
  /** What to write of each source; one address at the lab by default. */
  readonly crl?: boolean | DistributionPoints
  readonly ocsp?: boolean | DistributionPoints
  /** Says where the certificate of its issuer lies: below `/issuers/<issuer id>/<scope>.cer`; not by default. */
  readonly caIssuers?: boolean
}

/** What a participant's certificate is to look like. Everything else is conforming. */
export interface LeafRequest {
  readonly partyId: string
  /** Name of a row in `ca/profiles.ts` or `ca/defects/`; conforming eSeal leaf, intermediate, first root by default. */
  readonly kind?: string
  /** Who issues it, where its kind leaves all above the leaf as it is; `intermediate-a1` by default. */
  readonly under?: AuthorityName
  /** Key usage bits, X.509 names; exactly `['nonRepudiation']` by default (L272). */
  readonly keyUsage?: readonly string[]
  /** Key to certify; the next one of the pool by default. */
  readonly key?: KeyObject
  /** The long key of the pool to certify, where its kind and `key` leave it open. */
  readonly long?: { readonly bits: LongKey; readonly place: number }
  /** Who has a key that nobody else has, where `key` and `long` leave it open: a name of letters and hyphens. */
  readonly ownKeyOf?: string
  /** Keys of the pool that are not taken, since the certificate is to have another one. */
  readonly otherKeyThan?: readonly KeyObject[]
  /** Serial number, big-endian; a random one by default. */
  readonly serial?: Buffer
  readonly revocation: RevocationSource
}

/** Serial number (lower-case hex without separators or leading zero bytes) and issuer id (SHA-256 of the issuer's DER, lower-case hex). */
export interface IssuedReference {
  readonly serial: string
  readonly issuer: string
}
