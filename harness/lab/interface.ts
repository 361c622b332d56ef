import type { LoginSettings, RecordNames } from '../contracts/interface.js'
import type { Json } from '../contracts/json.js'
import type { MemberCase } from '../wire/member-case.js'
import { recordMember } from '../wire/members.js'

/** The paths and names by which the counterparties of a world are called. */
export interface LabInterface {
  readonly tokenPath: string
  readonly partiesPath: string
  readonly partyIdParameter: string
  /** Text before and after the encoded Party Identifier in the path form. */
  readonly partyPath: readonly [before: string, after: string]
  readonly tokenField: string
  readonly clientId: string
  readonly clientAssertion: string
  readonly accessToken: string
  readonly tokenType: string
  readonly expiresIn: string
  readonly record: RecordNames
  readonly delegation: {
    readonly tokenPath: string
    readonly path: string
    readonly memberCase: MemberCase
    readonly requestField: string
    readonly forwardedIn: 'body' | 'request'
    readonly forwardedField: string
    readonly answer: 'evidence' | 'token'
    readonly evidenceField: string
    readonly tokenField: string
  }
  readonly provider: { readonly tokenPath: string; readonly servicePath: string }
  readonly login: LoginSettings
}

/** Reads the preset's settings; what it leaves out has the default of the interface text. */
export const readInterface = (settings: Json): LabInterface => {
  const text = (path: string, fallback: string): string => {
    const found = recordMember(settings, path)
    return typeof found === 'string' ? found : fallback
  }
  const partiesPath = text('registry.partiesPath', '/parties')
  const [before = '', after = ''] = text('registry.partyPath', `${partiesPath}/{party_id}`).split('{party_id}')
  return {
    tokenPath: text('registry.tokenPath', '/oauth2.0/token'),
    partiesPath,
    partyIdParameter: text('registry.partyIdParameter', 'party_id'),
    partyPath: [before, after],
    tokenField: text('registry.tokenField', 'parties_token'),
    clientId: text('token.parameterNames.clientId', 'client_id'),
    clientAssertion: text('token.parameterNames.clientAssertion', 'client_assertion'),
    accessToken: text('token.fields.accessToken', 'access_token'),
    tokenType: text('token.fields.tokenType', 'token_type'),
    expiresIn: text('token.fields.expiresIn', 'expires_in'),
    record: {
      partyId: text('registry.recordFields.partyId', 'party_id'),
      status: text('registry.recordFields.status', 'status'),
      certificates: text('registry.recordFields.certificates', 'certificates'),
      claims: text('registry.recordFields.claims', 'claims'),
      redirectUris: text('registry.recordFields.redirectUris', 'redirect_uris'),
      subjectName: text('registry.recordFields.subjectName', 'subjectName'),
      certificateType: text('registry.recordFields.certificateType', 'certificateType'),
      x5c: text('registry.recordFields.x5c', 'x5c'),
      fingerprint: text('registry.recordFields.fingerprint', 'x5t#s256'),
    },
    delegation: {
      tokenPath: text('delegation.tokenPath', '/oauth2.0/token'),
      path: text('delegation.path', '/delegation'),
      memberCase: text('delegation.memberCase', 'camel') === 'snake' ? 'snake' : 'camel',
      requestField: text('delegation.requestField', 'delegationRequest'),
      forwardedIn: text('delegation.forwardedIn', 'body') === 'request' ? 'request' : 'body',
      forwardedField: text('delegation.forwardedField', 'previous_steps'),
      answer: text('delegation.answer', 'evidence') === 'token' ? 'token' : 'evidence',
      evidenceField: text('delegation.evidenceField', 'delegationEvidence'),
      tokenField: text('delegation.tokenField', 'delegation_token'),
    },
    provider: {
      tokenPath: text('token.path', '/oauth2.0/token'),
      servicePath: text('service.path', '/service'),
    },
    login: {
      authorizePath: text('login.authorizePath', '/identity_provider/authorize'),
      tokenPath: text('login.tokenPath', '/identity_provider/token'),
      userinfoPath: text('login.userinfoPath', '/identity_provider/userinfo'),
      scope: text('login.scope', 'openid'),
      issuer: text('login.issuer', 'party') === 'url' ? 'url' : 'party',
    },
  }
}
