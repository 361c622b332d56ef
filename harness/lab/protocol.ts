import type { Json, JsonObject } from '../json.js'

/** How the lab's Participant Registry answers look-ups of one party. */
export interface RegistryAnswer {
  /** Name of a row in `harness/mutations/parties-token.ts`; a sound `parties_token` when absent. */
  readonly token?: string
  /** Name of a row in `harness/lab/misbehaviour.ts`; a complete answer when absent. */
  readonly transport?: string
  /** The party is also found under its id percent-encoded once more, so that a target which encodes twice can be told (CLI-09). */
  readonly twiceEncoded?: boolean
}

/** One party as the suite programmes it into the lab's registry. */
export interface PartyProgram {
  readonly partyId: string
  /** Members of `parties_token` beside the JWT claims; `null` = unknown party. */
  readonly record: JsonObject | null
  readonly answer?: RegistryAnswer
}

/** How a revocation source of one scope answers; a scope is the part of the URL that is unique per certificate. Unprogrammed: nothing is revoked. */
export interface RevocationProgram {
  /** Last path segment of the CRL and OCSP URLs. */
  readonly scope: string
  /** Serial numbers (lower-case hex) that the CRL lists and the responder calls revoked. */
  readonly revoked: readonly string[]
  /** Name of a row in `ca/revocation.ts` (`stale`, `wrong-signer`, `unknown`, `try-later`, `silent` …); sound when absent. */
  readonly misbehaviour?: string
}

/** What cannot be told apart by party; needs the exclusive lease. */
export interface RegistryOutage {
  /** Status that the registry's token endpoint answers with. */
  readonly tokenStatus?: number
  /** The registry resets every connection. */
  readonly reset?: boolean
  /** The registry presents a TLS certificate of another root. */
  readonly wrongTlsCertificate?: boolean
  /** Registry access tokens issued before now are refused while the outage lasts. */
  readonly forgetTokens?: boolean
}

/** What `/canary/<name>` answers; 404 where nothing is programmed. Hits are counted either way. */
export interface CanaryProgram {
  /** One path segment. */
  readonly name: string
  readonly contentType: string
  readonly body: string
}

/** `shared`: beside other checks. `exclusive`: alone; waits for all leases and holds up new ones. */
export type LeaseMode = 'shared' | 'exclusive'

/** A lease as the lab grants it. Holding ends by release, or when its holder has been silent for the announced time. */
export interface LeaseGrant {
  readonly id: string
  /** Why the breaker was tripped: the target stopped answering. Null while it answers. */
  readonly breaker: string | null
}

/** One request that the lab saw. No secret: signatures and tokens appear as digests (`sha256:` and lower-case hex). */
export interface LedgerEntry {
  /** Milliseconds since epoch. */
  readonly at: number
  readonly kind: 'registry-token' | 'party-lookup' | 'crl' | 'ocsp' | 'canary' | 'other'
  readonly method: string
  /** Request target as it was on the wire, query included; only the signature of a JWT in it is replaced. */
  readonly target: string
  /** Party Identifier that the look-up names after decoding; scope for `crl` and `ocsp`; name for `canary`. */
  readonly subject?: string
  /** Party that the bearer token was issued to, or what is wrong with the token. */
  readonly caller?: string
  readonly bearer?: 'none' | 'valid' | 'expired' | 'unknown'
  /** A client assertion, decoded; `digest` is the SHA-256 of its signature part. `verified`: signature and chain hold. Only for `registry-token`. */
  readonly assertion?: {
    readonly header: Json
    readonly payload: Json
    readonly digest: string
    readonly verified: boolean
    readonly problem?: string
  }
  /** Form parameters without the assertion. Only for `registry-token`. */
  readonly form?: Readonly<Record<string, string>>
  /** Names of parameters that travelled in the URL. */
  readonly inUrl?: readonly string[]
  /** Status that was sent; 0 while or where none was. */
  readonly status: number
}

/** Which ledger entries a check asks for. `subjects` are compared exactly, `containing` against the raw request target. */
export interface LedgerQuery {
  readonly subjects?: readonly string[]
  readonly containing?: string
  readonly kinds?: readonly LedgerEntry['kind'][]
  /** Milliseconds since epoch. */
  readonly since?: number
}

/** What a started lab tells its owner on standard output, one line of JSON. */
export interface LabReady {
  readonly control: { readonly url: string; readonly token: string }
  readonly worlds: Readonly<Record<string, WorldAddresses>>
}

/** Where the counterparties of one target listen. */
export interface WorldAddresses {
  readonly https: string
  readonly http: string
  readonly registry: { readonly partyId: string; readonly baseUrl: string }
}

/** Input of the lab process, a JSON file named on its command line. */
export interface LabSettings {
  /** Folder in which the lab keeps the key pool (`keys/`) and one throwaway PKI per world (`<world>/`). Made when absent. */
  readonly folder: string
  /** RSA-2048 keys that the pool holds for participants. */
  readonly poolSize: number
  /** Makes the second trusted root RSA-4096, and 4096-bit keys for a chain of four in the background. */
  readonly largeKeys: boolean
  readonly worlds: readonly WorldSettings[]
}

/** One world: the listeners and counterparties around one target. */
export interface WorldSettings {
  readonly name: string
  readonly host: string
  readonly tls: boolean
  /** 0 = a free port. */
  readonly ports: { readonly https: number; readonly http: number }
  readonly publicUrls: { readonly https: string | null; readonly http: string | null }
  readonly target: { readonly partyId: string }
  /** Seconds that a registry access token lives. */
  readonly registryTokenSeconds: number
  /** The preset's paths and names of the registry (`harness/target/interface.ts`). */
  readonly interface: Json
}
