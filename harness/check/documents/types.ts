import type { DocumentKind } from '../../contracts/document-kinds.js'
import type { Json, JsonObject } from '../../contracts/json.js'
import type { NamedDocument, TargetConfig } from '../../contracts/target.js'
import type { Findings } from '../../documents/types.js'
import type { Party } from '../../mutations/types.js'
import type { Message } from '../types.js'

/** A document of the target with everything that was found in it. */
export interface CheckedDocument extends Findings {
  /** Path below the base URL, or file. */
  readonly name: string
  /** Parsed, of an enveloped credential its payload; `undefined` where there is none. */
  readonly value: unknown
  /** Why it cannot be read as a document of its kind. */
  readonly unreadable?: string
  /** Why nothing can be said of what it holds, as a sentence: an envelope that cannot be opened, or another form. */
  readonly closed?: string
  /** The claims in it, and whether they are all of a party. */
  readonly claims: readonly JsonObject[]
  readonly isSet: boolean
}

/** An endpoint that takes claims, and what the claims name where it takes only what it knows. */
export type ClaimEndpoint = TargetConfig['write'][number]

/** What is wrong, or unusual, about claims that are handed in. */
export interface ClaimChange {
  readonly name: string
  /** Makes the member `claims` of the body out of the conforming claims of all nine kinds. */
  readonly change: (claims: readonly JsonObject[], around: ClaimSurroundings) => Json
}

/** What a change may use. */
export interface ClaimSurroundings {
  /** Entry of a certificate that names the same party and stands under no trusted root. */
  readonly untrusted: JsonObject
}

/** Documents that the target file names, and the endpoints that take claims. */
export interface Documents {
  /** What the target file names of a kind. */
  named(kind: DocumentKind): readonly NamedDocument[]
  /** A party of the kit. */
  party(): Promise<Party>
  /** Fetches a document that the target serves, with an access token of that party. */
  fetch(party: Party, document: NamedDocument): Message
  /** The same with an access token of that party, without one, or with a made-up one; granted: claims of a known kind came. */
  fetchClaims(party: Party, document: NamedDocument, token: 'its own' | 'none' | 'invented'): Message
  /** The text of a document that is given as a file. Throws a `ConfigError`. */
  textOf(document: NamedDocument): Promise<string>
  /** Validates what was fetched or read. */
  validated(document: NamedDocument, text: string): CheckedDocument
  readonly endpoints: readonly ClaimEndpoint[]
  /** Hands in the claims of a party, conforming or changed. */
  submission(party: Party, endpoint: ClaimEndpoint, change?: ClaimChange): Message
  /** Hands in the conforming claims of a party without an access token. */
  submissionOfNobody(party: Party, endpoint: ClaimEndpoint, token: 'none' | 'invented'): Message
}
