import type { Draft } from './certificate.js'
import type { SubjectNames } from './encoding/names.js'
import type { AuthorityKey } from './keys/key-files.js'
import type { SpecialKey } from './keys/special-keys.js'
import type { RevocationSource } from './types.js'

/** Names of the certification authorities that every PKI has. */
export type AuthorityName =
  | 'root-a'
  | 'root-b'
  | 'root-expired'
  | 'root-lasting'
  | 'intermediate-a1'
  | 'intermediate-a2'
  | 'intermediate-b1'
  | 'untrusted-root'
  | 'untrusted-intermediate'
  | 'twin-root-a'
  | 'twin-intermediate-a1'
  | 'tls-root'
  | 'untrusted-tls-root'

/** Changes a draft before it is signed. */
export type Turn = (draft: Draft, names?: SubjectNames) => Draft

/** Where a key comes from, when not from the pool. */
export type KeySource = SpecialKey | AuthorityKey | 'rsa4096'

/** A certificate made afresh for one leaf, between it and a certification authority of the PKI. */
export interface Link {
  /** What it is made as; `authority` by default. */
  readonly as?: 'authority' | 'participant'
  readonly turn?: Turn
  readonly key?: KeySource
  /** Names no CRL and no responder, and is not kept on disk. */
  readonly bare?: boolean
}

/** What `openssl verify -x509_strict -crl_check_all` with the trusted roots says of the chain, and what `openssl x509 -text` shows of the leaf. */
export interface OpensslSays {
  /** Its error; it accepts the chain when absent. */
  readonly refuses?: string
  /** A second error that follows from the same thing. */
  readonly alsoSays?: string
  /** Part of the text of the leaf, white space collapsed. */
  readonly shows?: string
  /** Part that the text of the leaf must not hold. */
  readonly lacks?: string
}

/** Certificates of the trusted CA, which anybody may present. */
export interface RealAuthorities {
  readonly intermediate: Buffer
  readonly root: Buffer
}

/** One way in which a participant's certificate and its chain can be. Everything not named is conforming. */
export interface Kind {
  readonly name: string
  /** Rows of the catalogue. */
  readonly cases: readonly string[]
  /** Completes "a participant …". */
  readonly title: string
  readonly openssl: OpensslSays
  /** Authority at the top of what is made; `intermediate-a1` by default. */
  readonly under?: AuthorityName | 'itself'
  /** Made between that authority and the leaf, uppermost first. */
  readonly through?: readonly Link[]
  readonly leaf?: Turn
  /** What its leaf says about sources, in place of what is usual. */
  readonly sources?: Partial<Pick<RevocationSource, 'crl' | 'ocsp' | 'caIssuers'>>
  /** Whose sources the uppermost certificate of what is made names, in place of those of its issuer. */
  readonly sourcesOf?: AuthorityName
  readonly key?: KeySource
  /** Nothing is made: the certificate and key of that authority are handed out. */
  readonly credential?: AuthorityName
  /** What goes into `x5c`; the whole chain by default. */
  readonly present?: (chain: readonly Buffer[], real: RealAuthorities) => readonly Buffer[]
  /**
   * What the lab must list as revoked: serial of `chain[0]` in the leaf's scope, or of `chain[1]` in its
   * `intermediateScope`.
   */
  readonly revokes?: 'leaf' | 'intermediate'
}
