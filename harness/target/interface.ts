import type { Json, JsonObject } from '../json.js'

/** How a token is asked for at a token endpoint, and how the answer is read. */
export interface TokenSettings {
  /** Below the base URL. */
  readonly path: string
  readonly encoding: 'form' | 'json'
  readonly parameterNames: { readonly clientId: string; readonly clientAssertion: string }
  /** Further parameters with their values, sent on every conforming request. */
  readonly parameters: Readonly<Record<string, string>>
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
  /** Members of the decoded token. */
  readonly recordFields: {
    readonly partyId: string
    readonly status: string
    readonly certificates: string
    readonly claims: string
    /** Members of one entry of `certificates`. */
    readonly subjectName: string
    readonly certificateType: string
    readonly x5c: string
    readonly fingerprint: string
  }
}

/** Every path, parameter and field name of the conversation with one target, fully resolved. */
export interface InterfaceSettings {
  readonly token: TokenSettings
  readonly registry: RegistrySettings
  readonly delegation: JsonObject
  readonly service: JsonObject
}

/** Some settings of an interface, as a target file or a preset file gives them; `null` as a parameter's value leaves it out. */
export type InterfaceOverrides = { readonly [name: string]: Json }

/** Settings by the name that `interface.preset` takes. */
export const presets: Readonly<Record<string, InterfaceSettings>> = {
  default: {
    token: {
      path: '/oauth2.0/token',
      encoding: 'form',
      parameterNames: { clientId: 'client_id', clientAssertion: 'client_assertion' },
      parameters: {
        grant_type: 'client_credentials',
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      },
      fields: {
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        tokenType: 'token_type',
        expiresIn: 'expires_in',
      },
    },
    registry: {
      tokenPath: '/oauth2.0/token',
      partiesPath: '/parties',
      partyIdParameter: 'party_id',
      partyPath: '/parties/{party_id}',
      tokenField: 'parties_token',
      recordFields: {
        partyId: 'party_id',
        status: 'status',
        certificates: 'certificates',
        claims: 'claims',
        subjectName: 'subjectName',
        certificateType: 'certificateType',
        x5c: 'x5c',
        fingerprint: 'x5t#s256',
      },
    },
    delegation: {},
    service: {},
  },
}

/** `settings` with every given leaf replaced; a `null` removes the member. */
export const override = (settings: InterfaceSettings, changes: InterfaceOverrides): InterfaceSettings =>
  merge(settings as unknown as JsonObject, changes) as unknown as InterfaceSettings

const merge = (base: { readonly [name: string]: Json }, changes: InterfaceOverrides): JsonObject => {
  const merged: JsonObject = { ...base }
  for (const [name, value] of Object.entries(changes)) {
    const before = base[name]
    if (value === null) delete merged[name]
    else merged[name] = isGroup(value) && isGroup(before) ? merge(before, value) : value
  }
  return merged
}

const isGroup = (value: Json | undefined): value is { readonly [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Leaves of a group by dotted path: `token.fields.accessToken`. */
export const leaves = (group: InterfaceOverrides, prefix = ''): (readonly [path: string, value: Json])[] =>
  Object.entries(group).flatMap(([name, value]) =>
    isGroup(value) ? leaves(value, `${prefix}${name}.`) : [[`${prefix}${name}`, value] as const],
  )
