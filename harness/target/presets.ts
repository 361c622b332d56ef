import { usualSubject } from '../../ca/encoding/names.js'
import { type InterfaceOverrides, type InterfaceSettings, override } from '../contracts/interface.js'
import { usualPartyForm } from '../contracts/party-form.js'

/** A named form of the interface: data, and a sentence that says when to take it. */
export interface Preset {
  readonly title: string
  readonly settings: InterfaceSettings
}

/** The names of the interface text, and a choice where it is silent. */
const asStated: InterfaceSettings = {
  partyId: {
    form: usualPartyForm,
    subject: usualSubject,
  },
  token: {
    path: '/oauth2.0/token',
    encoding: 'form',
    parameterNames: { clientId: 'client_id', clientAssertion: 'client_assertion' },
    parameters: {
      grant_type: 'client_credentials',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    },
    claims: {},
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
      redirectUris: 'redirect_uris',
      subjectName: 'subjectName',
      certificateType: 'certificateType',
      x5c: 'x5c',
      fingerprint: 'x5t#s256',
    },
    byQuery: {},
    byPath: {},
  },
  delegation: {
    tokenPath: '/oauth2.0/token',
    path: '/delegation',
    memberCase: 'camel',
    requestField: 'delegationRequest',
    context: { place: 'context.serviceProvider', form: 'text' },
    members: { policySet: {}, target: {} },
    conditions: true,
    forwardedIn: 'body',
    forwardedField: 'previous_steps',
    answer: 'evidence',
    evidenceField: 'delegationEvidence',
    tokenField: 'delegation_token',
  },
  service: { path: '/service' },
  login: {
    authorizePath: '/identity_provider/authorize',
    tokenPath: '/identity_provider/token',
    userinfoPath: '/identity_provider/userinfo',
    scope: 'openid',
    request: 'query',
    issuer: 'party',
  },
}

/** Where the record of the party asked for stands in a list of the widespread older form. */
const inList = (list: string) => ({
  partyId: `${list}.{party_id}.party_id`,
  status: `${list}.{party_id}.adherence.status`,
  startDate: `${list}.{party_id}.adherence.start_date`,
  endDate: `${list}.{party_id}.adherence.end_date`,
  certificates: `${list}.{party_id}.certificates`,
  claims: `${list}.{party_id}.claims`,
  redirectUris: `${list}.{party_id}.redirect_uris`,
})

/** Differs from `asStated` in these leaves alone. */
const connect: InterfaceOverrides = {
  partyId: { form: 'EU.EORI.NL{digits:9}' },
  token: { path: '/connect/token', parameters: { scope: 'iSHARE' } },
  registry: {
    tokenPath: '/connect/token',
    partyIdParameter: 'eori',
    trustedList: { path: '/trusted_list', tokenField: 'trusted_list_token' },
    tokenField: 'party_token',
    recordFields: {
      partyId: 'party_info.party_id',
      status: 'party_info.adherence.status',
      startDate: 'party_info.adherence.start_date',
      endDate: 'party_info.adherence.end_date',
      certificates: 'party_info.certificates',
      claims: 'party_info.claims',
      redirectUris: 'party_info.redirect_uris',
      subjectName: 'subject_name',
      certificateType: 'certificate_type',
    },
    byQuery: {
      tokenField: 'parties_token',
      recordFields: { ...inList('parties_info.data'), count: 'parties_info.count' },
    },
  },
  delegation: { tokenPath: '/connect/token', answer: 'token' },
}

/** A register of participants of that family that answers queries alone, in pages. */
const connectList: InterfaceOverrides = {
  registry: { byPath: null, recordFields: { fingerprint: 'x5t#S256' } },
}

/** An authorisation register and identity provider of that family, at paths of its own. */
const oauth2: InterfaceOverrides = {
  token: { path: '/oauth2/token', parameters: { scope: null } },
  delegation: {
    path: '/ar/delegation',
    context: { place: 'environment.serviceProviders', form: 'list' },
  },
  login: {
    authorizePath: '/oauth2/authorize',
    tokenPath: '/oauth2/token',
    userinfoPath: '/oauth2/userinfo',
    scope: 'openid iSHARE',
    request: 'signed',
  },
}

/** Every preset by the name that `interface.preset` takes. */
export const presets = {
  default: { title: 'the interface text, as it stands', settings: asStated },
  connect: {
    title:
      'the widespread older form: identifiers such as `EU.EORI.NL123456789`, `/connect/token` with `grant_type` and `scope`, look-up by `eori` with a list in `parties_token` and by path with `party_info` in `party_token`, `adherence.status`, a trusted list, signed `delegation_token`',
    settings: override(asStated, connect),
  },
  'connect-list': {
    title:
      'a register of participants of that form that answers queries alone, with a list, and names fingerprints `x5t#S256`',
    settings: override(override(asStated, connect), connectList),
  },
  oauth2: {
    title:
      'an authorisation register and identity provider that asks registers of that form: `/oauth2/token` without `scope`, `/ar/delegation`, the ServiceProvider under `environment.serviceProviders`',
    settings: override(override(asStated, connect), oauth2),
  },
} satisfies Readonly<Record<string, Preset>>

/** The preset of that name; undefined where there is none. */
export const presetNamed = (name: string): Preset | undefined =>
  Object.hasOwn(presets, name) ? presets[name as keyof typeof presets] : undefined
