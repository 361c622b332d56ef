import { isObject, type Json, type JsonObject } from './json.js'

/** What the Party Identifiers are like that Assay makes. */
export interface PartyIdSettings {
  /** Template of their form (`harness/contracts/party-form.ts`). */
  readonly form: string
  /** Where they stand in the subject of a certificate: `{party_id}` and what is written around it; what is absent is not there. */
  readonly subject: {
    readonly serialNumber?: string
    readonly organizationIdentifier?: string
    readonly commonName?: string
  }
}

/** How a token is asked for at a token endpoint, and how the answer is read. */
export interface TokenSettings {
  /** Below the base URL. */
  readonly path: string
  readonly encoding: 'form' | 'json'
  readonly parameterNames: { readonly clientId: string; readonly clientAssertion: string }
  /** Further parameters with their values, sent on every conforming request. */
  readonly parameters: Readonly<Record<string, string>>
  /** Claims of client assertions that the text does not ask for (ruling 31); `{iat}` stands for the time of issue. */
  readonly claims: Readonly<Record<string, string | number | boolean>>
  /** Members of the JSON answer. */
  readonly fields: {
    readonly accessToken: string
    readonly refreshToken: string
    readonly tokenType: string
    readonly expiresIn: string
  }
}

/** How parties are looked up: at the lab's Participant Registry, and at a target in that role. */
export interface RegistrySettings {
  /** Below the registry's base URL. */
  readonly tokenPath: string
  readonly partiesPath: string
  readonly partyIdParameter: string
  /** `{party_id}` stands for the percent-encoded Party Identifier. */
  readonly partyPath: string
  /** Member of the answer that holds the signed token. */
  readonly tokenField: string
  /** Where a record stands in the decoded token. */
  readonly recordFields: RecordNames
  /** Where the lab gives the roots on its trusted list, signed; absent where it does not (L229). */
  readonly trustedList?: { readonly path: string; readonly tokenField: string }
  /** What is another in the answer to a look-up by query (L207); absent where the target file says that there is none. */
  readonly byQuery?: AnswerOverrides
  /** The same of a look-up by path (L208). */
  readonly byPath?: AnswerOverrides
}

/** Where the answer to a look-up holds what. */
export type AnswerNames = Pick<RegistrySettings, 'tokenField' | 'recordFields'>

/** What the answer to one form of the look-up has at another place than both forms share. */
export interface AnswerOverrides {
  readonly tokenField?: string
  readonly recordFields?: Partial<RecordNames>
}

/** The two forms of a look-up, by the settings that name them. */
export const lookUpForms = ['byQuery', 'byPath'] as const

/** One of them. */
export type LookUpForm = (typeof lookUpForms)[number]

/** Where the answer to a look-up of that form holds what. */
export const answerNames = (settings: RegistrySettings, form: LookUpForm): AnswerNames => ({
  tokenField: settings[form]?.tokenField ?? settings.tokenField,
  recordFields: { ...settings.recordFields, ...settings[form]?.recordFields },
})

/** How evidence is asked for at an AuthorisationRegistry or EntitledParty: of the lab, or the target in that role. */
export interface DelegationSettings {
  /** Token endpoint below the base URL of the lab's; a target in that role has `token.path`. */
  readonly tokenPath: string
  /** Below the base URL. */
  readonly path: string
  /** How the members of request and evidence are spelled: as in the interface text, or `policy_sets`. */
  readonly memberCase: 'camel' | 'snake'
  /** Member of the body that holds the request. */
  readonly requestField: string
  /**
   * Where the target of a policy names the ServiceProvider (L185), as a dotted path, and whether as a text or in a list;
   * absent where requests have no context.
   */
  readonly context?: { readonly place: string; readonly form: 'text' | 'list' }
  /** What each policy set, and the target of each policy, holds beside what the text shows of it (L188), as fixed JSON. */
  readonly members: { readonly policySet: JsonObject; readonly target: JsonObject }
  /** Whether the target holds policies with conditions (L188, ruling 32). */
  readonly conditions: boolean
  /** Where forwarded JWTs travel: beside the request in the body, or inside it. */
  readonly forwardedIn: 'body' | 'request'
  readonly forwardedField: string
  /** Whether the lab answers with plain evidence or with a signed token that holds it; from a target both are read. */
  readonly answer: 'evidence' | 'token'
  /** Member of the answer, and claim of the token, that holds the evidence. */
  readonly evidenceField: string
  /** Member of the answer that holds the signed token. */
  readonly tokenField: string
}

/** How the service of a ServiceProvider is called: of the lab, or the target in that role. */
export interface ServiceSettings {
  /** Below the base URL. */
  readonly path: string
}

/** Where an IdentityProvider describes itself, below its base URL (OpenID Connect Discovery §4). */
export const discoveryPath = '/.well-known/openid-configuration'

/** How a human is logged in at an IdentityProvider or IdentityBroker: of the lab, or the target in that role. */
export interface LoginSettings {
  /** Below the base URL, as the two that follow. */
  readonly authorizePath: string
  readonly tokenPath: string
  readonly userinfoPath: string
  /** Sent with every request for authorization. */
  readonly scope: string
  /** How a target is asked: by parameters in the query, or by a JWT of the relying party that it posts (RFC 9101). */
  readonly request: 'query' | 'signed'
  /** `sub` of that JWT; `urn:TBD` where absent. */
  readonly requestSubject?: string
  /** Whether `iss` of the lab's id_tokens and answers is the Party Identifier (L254) or the base URL; from a target both are read. */
  readonly issuer: 'party' | 'url'
}

/** Every path, parameter and field name of the conversation with one target, fully resolved. */
export interface InterfaceSettings {
  readonly partyId: PartyIdSettings
  readonly token: TokenSettings
  readonly registry: RegistrySettings
  readonly delegation: DelegationSettings
  readonly service: ServiceSettings
  readonly login: LoginSettings
}

/** Some settings of an interface, as a target file or a preset file gives them; `null` as a parameter's value leaves it out. */
export type InterfaceOverrides = { readonly [name: string]: Json }

/** `settings` with every given leaf replaced; a `null` removes the member. */
export const override = (settings: InterfaceSettings, changes: InterfaceOverrides): InterfaceSettings =>
  merge(settings as unknown as JsonObject, changes) as unknown as InterfaceSettings

const merge = (base: { readonly [name: string]: Json }, changes: InterfaceOverrides): JsonObject => {
  const merged: JsonObject = { ...base }
  for (const [name, value] of Object.entries(changes)) {
    const before = base[name]
    if (value === null) delete merged[name]
    else merged[name] = isObject(value) && isObject(before) ? merge(before, value) : value
  }
  return merged
}

/** Leaves of a group by dotted path: `token.fields.accessToken`. */
export const leaves = (group: InterfaceOverrides, prefix = ''): (readonly [path: string, value: Json])[] =>
  Object.entries(group).flatMap(([name, value]) =>
    isObject(value) ? leaves(value, `${prefix}${name}.`) : [[`${prefix}${name}`, value] as const],
  )

/** Names of the members of a registry's record; `interface.registry.recordFields` of the target file. */
export interface RecordNames {
  /**
   * Dotted paths below the decoded token, such as `party_info.adherence.status`; `data.0.status` where there is a list of
   * records, `data.{party_id}.status` where the record in the list is the one whose id is asked for.
   */
  readonly partyId: string
  readonly status: string
  readonly certificates: string
  readonly claims: string
  /** Where the period of adherence stands, as UTC timestamps; the lab alone writes it. */
  readonly startDate?: string
  readonly endDate?: string
  /** Where the number of records stands beside a list of them. */
  readonly count?: string
  /** Where a relying party receives answers; only in records of such parties. */
  readonly redirectUris: string
  /** Members of one entry of `certificates`. */
  readonly subjectName: string
  readonly certificateType: string
  readonly x5c: string
  readonly fingerprint: string
}
