import type { KeyObject } from 'node:crypto'
import type { CertifiedKey, LeafRequest } from '../../ca/types.js'
import type { Json, JsonObject } from '../contracts/json.js'
import type { RegistryAnswer } from '../contracts/lab-protocol.js'
import type { Algorithm } from '../wire/jws.js'
import type { HttpRequest } from '../wire/types.js'

/** A participant that the suite plays. */
export interface Party {
  readonly partyId: string
  /** Unique part of the id; the scope of its certificate's revocation URLs. */
  readonly scope: string
  readonly certified: CertifiedKey
}

/** What a mutation may look at while a message is minted. Times are seconds since epoch. */
export interface MintContext {
  /** Who sends the message. */
  readonly party: Party
  /** A key and chain that no trusted root stands behind, with the names of the party's own chain. */
  readonly untrusted: CertifiedKey
  /** A key that no certificate names. */
  readonly foreignKey: KeyObject
  readonly target: {
    readonly partyId: string
    readonly baseUrl: string
    readonly tokenUrl: string
    readonly publicKey: KeyObject
    /** `sub` of signed requests for authorization, where the target wants such ones. */
    readonly requestSubject?: string
  }
  /** Party Identifier of the AuthorisationRegistry that kits name. */
  readonly evidenceRegistryId: string
  /** Of the lab's IdentityProviders. */
  readonly identityProviderIds: readonly string[]
  /** The query parameter of look-ups at the registry that the target asks. */
  readonly partyIdParameter: string
  /** A URL at the lab that counts hits and answers with `content`, else 404; `name` tells several apart. */
  readonly canary: (name: string, content?: { readonly contentType: string; readonly body: string }) => string
  /** Seconds since epoch, by the clock of the target where that is behind ours. */
  readonly now: number
}

/** What not every message needs; a mutation that looks at it says so, and it is there before anything is minted. */
export interface Needed {
  /** Another active, registered participant: a victim, a bystander. */
  readonly other: Party
  /** Party Identifier of the registry that the target asks. */
  readonly registryId: string
}

/** What a mutation may ask for beside the usual. */
export type Need = keyof Needed

/** What a mutation with these needs may look at. */
export type ContextWith<N extends Need> = MintContext & Pick<Needed, N>

/** The protected header as it will be written (`x5c` included). */
export type Header = JsonObject
/** The claims as they will be written. */
export type Claims = JsonObject

/** How header and claims become text; `Buffer` where the text is not UTF-8. */
export interface Text {
  header: string | Buffer
  payload: string | Buffer
}

/** How the signing input is signed. */
export interface Signing {
  header: Header
  key: KeyObject
  /** From the signing input (`header.payload`, ASCII) to the raw signature. */
  sign: (input: Buffer, key: KeyObject) => Buffer
}

/** The three base64url parts after signing. */
export interface Parts {
  readonly header: string
  readonly payload: string
  readonly signature: string
}

/** The parameters of the token request, in order, not yet encoded. */
export type Form = [name: string, value: string][]

/** What the sender of an authorization request remembers of it. */
export interface AuthorizationSecrets {
  /** Its PKCE verifier (RFC 7636). */
  readonly verifier: string
  readonly nonce: string
}

/** What the registry holds about a party. `null` = the party is unknown to it. */
export type PartyRecord = JsonObject | null

/** How each entry is changed that comes about while a message is minted. */
export interface Changes<Context> {
  readonly identity: (identity: Identity, context: Context) => void
  readonly header: (header: Header, context: Context) => void
  readonly claims: (claims: Claims, context: Context) => void
  readonly text: (text: Text, context: Context) => void
  readonly signature: (signing: Signing, context: Context) => void
  readonly encoding: (parts: Parts, context: Context) => string | Promise<string>
  readonly form: (form: Form, context: Context) => void
  readonly request: (request: HttpRequest, context: Context) => HttpRequest
}

/** A mutation of one of those entries. */
type Changing = {
  [E in keyof Changes<MintContext>]: { readonly entry: E; readonly change: Changes<ContextWith<Need>>[E] }
}[keyof Changes<MintContext>]

/**
 * What the party of a message shares with that of its control, beside what is wrong with it. A target that remembers
 * something of the control under what is shared takes it for that.
 */
export interface Likeness {
  /** The party of the control itself, which holds a further certificate; otherwise another party. */
  readonly holder: 'itself' | 'another'
  /** What the certificates have in common; `revocation source`: the addresses of CRL and responder. */
  readonly shares: 'subject name' | 'serial number' | 'key' | 'certificate' | 'revocation source'
  /** The key of the control signs under the further certificate. */
  readonly signedByControl?: true
}

/**
 * One named mutation of a message, harmless or not. It changes exactly one entry of the recipe, since each kind gets
 * only that entry.
 */
export type Mutation = {
  readonly name: string
  readonly needs?: readonly Need[]
  /** Why a message of that party is the same with and without it, where that is so. */
  readonly unfit?: (party: Party) => string | undefined
  /** What its party has in common with that of the control; only of a certificate or a record. */
  readonly like?: Likeness
} & (
  | {
      readonly entry: 'certificate'
      readonly kind: string
      /** `false`: a further certificate of the party, which its record does not hold. */
      readonly registered?: false
      /** What it has in common with the one that the kit holds for a fixture party of a ParticipantRegistry; nothing by default. */
      readonly shares?: 'key' | 'serial number'
      /** Which fixture party of a ParticipantRegistry it names, where that is not any; it holds two certificates. */
      readonly of?: 'first certificate'
      /** How its key signs under an `alg` that rules it out; by default as that kind of key honestly does. */
      readonly misused?: { readonly alg: Algorithm; readonly sign: Signing['sign'] }
    }
  | { readonly entry: 'party id'; readonly form: (own: PartyNames) => string }
  | {
      readonly entry: 'record'
      readonly rewrite: (record: JsonObject, own: RecordContext) => PartyRecord | Promise<PartyRecord>
    }
  | { readonly entry: 'registry'; readonly answer: RegistryAnswer }
  | Changing
  /** What the relying party asks of the authorization endpoint before this message; `verifier: false`: a code without PKCE. */
  | {
      readonly entry: 'authorization'
      readonly change: (parameters: Form, context: ContextWith<Need>, own: AuthorizationSecrets) => void
      readonly verifier?: false
    }
)

/** What a party is called. */
export interface PartyNames {
  readonly partyId: string
  /** Base32, in every place but its Party Identifier: addresses of sources, names of humans and of canaries. */
  readonly unique: string
}

/** Who an assertion speaks for; all three are the party itself unless a mutation says otherwise. `undefined` leaves the member out. */
export interface Identity {
  iss: Json | undefined
  sub: Json | undefined
  client_id: string | undefined
  /** Whose key signs and whose chain is presented. */
  certified: CertifiedKey
}

/** What a mutation of the registry record may use. */
export interface RecordContext {
  readonly party: Party
  /** Issues a further certificate of the same trusted CA, for this or another party. */
  readonly issue: (request: Partial<Pick<LeafRequest, 'partyId' | 'kind' | 'key' | 'serial'>>) => Promise<CertifiedKey>
}
