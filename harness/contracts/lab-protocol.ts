import type { GivenStatus } from './given-status.js'
import type { Json, JsonObject } from './json.js'

/** Whom an IdentityProvider of the lab tells of at userinfo where that is about somebody else than the human who logs in. */
export const stranger = {
  name: 'Ulf Unlike',
  preferred_username: 'ulf-unlike',
  email: 'ulf-unlike@example.org',
} as const

/** What else it tells of them, which says less of who they are. */
export const moreOfStranger = { given_name: 'Ulf', family_name: 'Unlike', email_verified: true } as const

/** The `sub` of that somebody, made of that of the human who logs in. */
export const otherThan = (subject: string): string => `${subject}-other`

/**
 * Below an IdentityProvider: where a browser waits while its answer is kept back. The query is that answer with its
 * `redirect_uri`.
 */
export const keptBackPath = '/kept-back'

/** Where a browser gets the form that it carries an answer back with, below the base URL of a provider (OAuth 2.0 Form Post Response Mode). */
export const formPath = '/answer'

/** How a token of a login begins: whole where it is short, which nobody else's does. Long addresses are cut before they are seen. */
export const tokenBeginning = (token: string): string => token.slice(0, 256)

/** Another conforming form of what the lab answers. */
export interface AnswerGuise {
  /** Algorithm of a JWT in it. */
  readonly alg?: 'RS384' | 'RS512'
  /** Further claims of that. */
  readonly claims?: JsonObject
  /** Its members, and those of its header, stand in another order. */
  readonly turnedRound?: true
  /** Seconds for which it has been issued when it is handed out. */
  readonly ageSeconds?: number
  /** Who answers signs with another certificate of its own, issued by whom and for a key of how many bits; where neither is said, the Participant Registry with a new one each time. */
  readonly otherCertificate?: { readonly under?: 'intermediate-a2'; readonly bits?: 3072 }
  /** `compressed` with gzip, where the request takes that; `closed` with the connection, once it was sent. */
  readonly transfer?: 'chunked' | 'compressed' | 'closed'
  /** Names of headers in upper case. */
  readonly upperCase?: true
  /** Form of an access token in it. */
  readonly accessToken?: AccessTokenForm
  /** What scopes ask for of a human stands at userinfo alone, and not in the id_token (OpenID Connect Core §5.4). */
  readonly claimsElsewhere?: true
  /** What stands beside an access token. */
  readonly beside?: 'bearer in small letters' | 'no expires_in' | 'further members'
}

/** Forms of an access token other than 86 characters of base64url: OAuth leaves size and content to its issuer (RFC 6749 §1.4, §5.1). */
export const accessTokenForms = ['long with punctuation', 'JWT'] as const
export type AccessTokenForm = (typeof accessTokenForms)[number]

/** How the lab's Participant Registry answers look-ups of one party. */
export interface RegistryAnswer {
  /** Name of a row in `harness/mutations/parties-token.ts`; a sound `parties_token` when absent. */
  readonly token?: string
  /** Form of the answer that no defect concerns; the default one when absent. */
  readonly guise?: AnswerGuise
  /** Name of a row in `harness/lab/misbehaviour/misbehaviour.ts`; a complete answer when absent. */
  readonly transport?: string
  /** The party is also found under its id percent-encoded once more, which shows a target that encodes twice (CLI-09). */
  readonly twiceEncoded?: boolean
}

/** One party as the suite programmes it into the lab's registry. */
export interface PartyProgram {
  readonly partyId: string
  /** Members of `parties_token` beside the JWT claims, in the names of the interface text; the lab writes them in those of the preset. `null` = unknown party. */
  readonly record: JsonObject | null
  readonly answer?: RegistryAnswer
}

/** What the lab's AuthorisationRegistry and EntitledParty answer about one service consumer; `404` where nothing is programmed. */
export interface EvidenceProgram {
  /** Party Identifier of the consumer: `target.accessSubject` of the request for evidence, or the issuer of the JWT that it forwards. */
  readonly subject: string
  /** The evidence, in the member names of the interface text; the lab writes it in those of the preset. `null` = `404`. */
  readonly evidence: Json
  /** Each request is answered with those of its policy sets alone whose resources it names; `404` where it names none. */
  readonly asAsked?: true
  /** The complete body instead, verbatim. */
  readonly body?: string
  /** Name of a row in `harness/mutations/delegation-token.ts`; only where the preset signs evidence. */
  readonly token?: string
  /** Form of the answer that no defect concerns; the default one when absent. */
  readonly guise?: AnswerGuise
  /** Name of a row in `harness/lab/misbehaviour/misbehaviour.ts`; a complete answer when absent. */
  readonly transport?: string
}

/** One ServiceProvider of the lab, at `<https>/service-provider/<scope>`, for a ServiceConsumer under test. */
export interface ProviderProgram {
  /** One path segment. */
  readonly scope: string
  readonly partyId: string
  /** Name of a row in `harness/lab/provider/provider-behaviour.ts`; conforming when absent. */
  readonly behaviour?: string
  /** Form of the answers that no misbehaviour concerns; the default one when absent. */
  readonly guise?: AnswerGuise
}

/** A human who logs in at the lab's IdentityProviders; which check a flow belongs to is known by the user name alone. */
export interface HumanProgram {
  /** What is typed into the login page, which rejects unknown names. */
  readonly username: string
  /** `sub` of id_token and userinfo. */
  readonly subject: string
  /** Further members of the answer about the user. */
  readonly claims?: JsonObject
  /** Name of a row in `harness/lab/identity-provider/login-behaviour.ts` or `harness/mutations/id-token.ts`; conforming when absent. */
  readonly behaviour?: string
  /** Form of the answers to its token request that no defect concerns; the default one when absent. */
  readonly guise?: AnswerGuise
  /** State of a login that another human has begun; the latest one of the same relying party when absent. Only where the behaviour asks for it. */
  readonly otherState?: string
  /** The same with a nonce. */
  readonly otherNonce?: string
  /** Base URL of the relying party. Only where the behaviour asks for it. */
  readonly clientUrl?: string
  /** Party Identifier of the ServiceProvider that asked a broker for this login. Only where the behaviour asks for it. */
  readonly servedClient?: string
}

/**
 * How a revocation source of one scope answers; each certificate has its scope, a part of the URL. By default it
 * revokes nothing.
 */
export interface RevocationProgram {
  /** Last path segment of the CRL and OCSP URLs. */
  readonly scope: string
  /** Serial numbers (lower-case hex) that the CRL lists and the responder calls revoked. */
  readonly revoked: readonly string[]
  /** Why they are revoked (`ca/encoding/extensions.ts`); nothing is said of it when absent. */
  readonly reason?: string
  /** Name of a row in `ca/revocation/revocation.ts` (`stale`, `wrong-signer`, `unknown`, `try-later`, `silent` …); sound when absent. */
  readonly misbehaviour?: string
  /** How long the answer may be gone by, seconds; a day when absent. */
  readonly validSeconds?: number
  /** How many certificates of others the CRL lists before those; none when absent. */
  readonly others?: number
  /** The one source that says so; the other one calls everything good. Both when absent. */
  readonly saidBy?: 'crl' | 'ocsp'
  /** Scope to whose address everybody who asks is sent on. */
  readonly movedTo?: string
  /** How long the answer takes, seconds. */
  readonly afterSeconds?: number
}

/** Who of the lab is out of order: its Participant Registry, its AuthorisationRegistry and EntitledParty, its ServiceProviders. */
export type OutageAt = 'registry' | 'evidence' | 'providers'

/**
 * TLS certificates that must not be trusted: of a root that no kit names, of one that a kit names for signatures alone,
 * of the right one for another host or another time, and of no root at all.
 */
export const wrongTlsCertificates = [
  'of an untrusted root',
  'self-signed',
  'for another host',
  'expired',
  'not yet valid',
  "of a participants' root",
] as const
export type WrongTlsCertificate = (typeof wrongTlsCertificates)[number]

/** Seconds that an access token of the lab lives in a run. */
export const labTokenSeconds = 60

/** What concerns all parties at once; needs the exclusive lease. */
export interface RegistryOutage {
  /** Whom it concerns; the Participant Registry by default. */
  readonly at?: OutageAt
  /** Status that the token endpoint answers with. */
  readonly tokenStatus?: number
  /** Status with which the token endpoint sends everybody on to a place that counts what it is sent (`lure-registry-token`, `lure-evidence-token`). Not at `providers`. */
  readonly tokenRedirect?: number
  /** The token endpoint reads each request and breaks its connection. Not at `providers`. */
  readonly tokenReset?: boolean
  /** Form of the answers that give an access token. Not at `providers`. */
  readonly tokenForm?: AnswerGuise
  /** Every connection is reset. */
  readonly reset?: boolean
  /** The listener of all counterparties presents a wrong TLS certificate, whatever `at` says. */
  readonly tlsCertificate?: WrongTlsCertificate
  /** It does so from the next access token of a ServiceProvider on. Only at `providers`. */
  readonly tlsCertificateAfterToken?: WrongTlsCertificate
  /** It does so from the next look-up of a party on. */
  readonly tlsCertificateAfterLookUp?: WrongTlsCertificate
  /** It does so from the next look-up or request for evidence on that is refused for its access token. */
  readonly tlsCertificateAfterRefusal?: WrongTlsCertificate
  /** Access tokens issued before now are refused while the outage lasts. */
  readonly forgetTokens?: boolean
  /** The same of all that these issued, too. */
  readonly forgetTokensOf?: readonly OutageAt[]
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

/** What a lease is asked for. With `party` it is a turn with that client alone, which holds up nothing else. */
export interface LeaseRequest {
  readonly mode: LeaseMode
  /** Milliseconds. */
  readonly boundMs: number
  readonly party?: string
}

/** A lease as the lab grants it. Holding ends by release, or when its holder has been silent for the announced time. */
export interface LeaseGrant {
  readonly id: string
  /** Why the breaker was tripped: the target stopped answering. Null while it answers. */
  readonly breaker: string | null
  /** For how long the target is not to be asked anything, milliseconds. */
  readonly heldMs: number
}

/** For how long all wait, as a target asked; `first` for the one who said so first. */
export interface Hold {
  readonly ms: number
  readonly first: boolean
}

/** One request that the lab saw. No secret: signatures and tokens appear as digests (`sha256:` and lower-case hex). */
export interface LedgerEntry {
  /** Milliseconds since epoch. */
  readonly at: number
  readonly kind:
    | 'registry-token'
    | 'party-lookup'
    /** Token endpoint of the lab's AuthorisationRegistry or EntitledParty. */
    | 'evidence-token'
    | 'delegation'
    /** Token endpoint of a ServiceProvider of the lab. */
    | 'provider-token'
    | 'service'
    /** Request for authorization at an IdentityProvider of the lab, and the user name that was typed there. */
    | 'authorize'
    /** Token endpoint of an IdentityProvider of the lab. */
    | 'login-token'
    | 'userinfo'
    | 'crl'
    | 'ocsp'
    /** The certificate of an issuer, where a certificate says that it lies. */
    | 'ca-issuers'
    | 'canary'
    | 'other'
  readonly method: string
  /** Request target as it was on the wire, query included; only signatures of JWTs, codes, states and tokens in it are replaced. */
  readonly target: string
  /**
   * - For a look-up or a request for evidence: the Party Identifier that it names, decoded; for an assertion: its
   * issuer.
   * - For `crl`, `ocsp`, `ca-issuers`, `provider-token` and `service`: the scope; for `canary`: the name.
   * - For `authorize`, `login-token` and `userinfo`: the user name, where it is known; for an `authorize` until then:
   * `client_id`.
   */
  readonly subject?: string
  /** Party that the bearer token was issued to, or what is wrong with the token. */
  readonly caller?: string
  readonly bearer?: 'none' | 'valid' | 'expired' | 'unknown'
  /** Who of the lab issued a bearer token that is unknown there: a Party Identifier. Only for `service`, `party-lookup` and `delegation`. */
  readonly issuer?: string
  /** Which counterparty was asked: its Party Identifier. Absent for the Participant Registry and for sources. */
  readonly counterparty?: string
  /** A client assertion. Only for token endpoints, and for a `canary` that it was sent to. */
  readonly assertion?: LedgerJwt
  /** A request for evidence, decoded; each JWT in it as `sha256:` and its `whole`. Text where it is no JSON. Only for `delegation`. */
  readonly body?: Json
  /** JWTs that were forwarded with it: whatever stands where the preset puts them, then every other JWT of the body. Only for `delegation`. */
  readonly forwarded?: readonly LedgerJwt[]
  /** Form parameters without the assertion; code and verifier as `sha256:` and digest. Only for token endpoints. */
  readonly form?: Readonly<Record<string, string>>
  /** Parameters of the request, wherever they travelled; state as `sha256:` and digest. Only for `authorize`. */
  readonly query?: Readonly<Record<string, string>>
  /**
   * `state` and `nonce` of a request for authorization, `code_verifier` of a token request, as they came. Only for a
   * query that asks for them, and never written to a file.
   */
  readonly drawn?: Readonly<Record<string, string>>
  /** SHA-256 of how the tokens begin that it was answered with (`tokenBeginning`). Only for token endpoints. */
  readonly issued?: readonly string[]
  /** What of a request for authorization, or of code, redirect URI and verifier, is not as it has to be. */
  readonly problem?: string
  /** Media type of the body in small letters, without its parameters; none where the request names none. Only for token endpoints and `delegation`. */
  readonly contentType?: string
  /** Names of parameters that stand more than once in the address, in a form, or in both. Only for token endpoints. */
  readonly repeated?: readonly string[]
  /** Names of parameters that travelled in the URL; of a `service` those that hold an access token. */
  readonly inUrl?: readonly string[]
  /** Access tokens of the lab that stand elsewhere than in `Authorization`. */
  readonly shows?: readonly ShownToken[]
  /** In which guise it was answered; the usual one when absent. Only for look-ups and token endpoints. */
  readonly guise?: string
  /** What the target was given at that address. Only for `crl` and `ocsp`, where something was said about a certificate. */
  readonly given?: GivenStatus
  /** The lab answered it otherwise than usual, mostly wrongly, as the check asked for. */
  readonly wrong?: true
  /** Status that was sent; 0 while or where none was. */
  readonly status: number
}

/** An access token of the lab where none belongs. */
export interface ShownToken {
  /** Party Identifier of who gave it. */
  readonly issuer: string
  /** In words. */
  readonly where: string
}

/** A JWT that the target sent, decoded. */
export interface LedgerJwt {
  readonly header: Json
  readonly payload: Json
  /** SHA-256 of its signature part. */
  readonly digest: string
  /** SHA-256 of the compact serialization as it arrived. */
  readonly whole: string
  /** Signature and chain hold. */
  readonly verified: boolean
  readonly problem?: string
  /** Why its signature is not one of the first certificate of `x5c`, whatever stands behind that. */
  readonly signatureProblem?: string
}

/** Which ledger entries a check asks for. `subjects` are compared exactly; of `mentioning` one stands in the request target, however it is encoded. */
export interface LedgerQuery {
  readonly subjects?: readonly string[]
  readonly mentioning?: readonly string[]
  readonly kinds?: readonly LedgerEntry['kind'][]
  /** Milliseconds since epoch. */
  readonly since?: number
  /** Whether entries tell what nobody is to guess (`LedgerEntry.drawn`). */
  readonly drawn?: boolean
}

/** What a started lab tells its owner on standard output, one line of JSON. */
export interface LabReady {
  readonly control: { readonly url: string; readonly token: string }
  readonly worlds: Readonly<Record<string, WorldAddresses>>
}

/** A counterparty as it is reached. */
export interface CounterpartyAddress {
  readonly partyId: string
  readonly baseUrl: string
}

/** The counterparties of one target beside its Participant Registry. */
export interface Counterparties {
  readonly authorisationRegistry: CounterpartyAddress
  readonly entitledParty: CounterpartyAddress
  /** The one that the kit names to consumers; checks programme others. */
  readonly serviceProvider: CounterpartyAddress
  /** Two of them, so that answers can be mixed up. */
  readonly identityProviders: readonly [CounterpartyAddress, CounterpartyAddress]
  /** Somebody for whom a human is logged in. */
  readonly relyingParty: CounterpartyAddress
}

/** Where the counterparties of one target listen. */
export interface WorldAddresses extends Counterparties {
  readonly https: string
  readonly http: string
  readonly registry: CounterpartyAddress
  /** Base64 of the DER of its certificates, leaf first. */
  readonly registryChain: readonly string[]
  /** Where every relying party of the lab receives answers. */
  readonly redirectUri: string
}

/** Input of the lab process, a JSON file named on its command line. */
export interface LabSettings {
  /** Folder in which the lab keeps the key pool (`keys/`) and one throwaway PKI per world (`<world>/`). Made when absent. */
  readonly folder: string
  /** RSA-2048 keys that the pool holds for participants. */
  readonly poolSize: number
  /** Makes the second trusted root RSA-4096; a chain of four has such keys then. */
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
  /** Whether each counterparty lives at the root of a loopback address of its own: it has to, or it may where that can be had. */
  readonly ownOrigins?: 'must' | 'may' | undefined
  readonly target: { readonly partyId: string }
  /** PEM files of further roots on which the chains of the target's own JWTs may end (`trust.roots`). */
  readonly trustRoots?: readonly string[]
  /** Seconds that an access token of its counterparties lives. */
  readonly registryTokenSeconds: number
  /** The preset's paths and names of the registry (`harness/contracts/interface.ts`). */
  readonly interface: Json
}
