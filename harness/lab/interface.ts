import { usualSubject } from '../../ca/encoding/names.js'
import type { AnswerNames, LoginSettings, LookUpForm, PartyIdSettings, RecordNames } from '../contracts/interface.js'
import { isObject, type Json } from '../contracts/json.js'
import { usualPartyForm } from '../contracts/party-form.js'
import type { MemberCase } from '../wire/member-case.js'
import { namesOfEntry, recordMember } from '../wire/members.js'

/** The paths and names by which the counterparties of a world are called. */
export interface LabInterface {
  readonly partyId: PartyIdSettings
  readonly tokenPath: string
  readonly partiesPath: string
  readonly partyIdParameter: string
  /** Text before and after the encoded Party Identifier in the path form. */
  readonly partyPath: readonly [before: string, after: string]
  /** How a look-up of either form is answered. */
  readonly answers: Readonly<Record<LookUpForm, AnswerNames>>
  /** Where the trusted list is given, where it is. */
  readonly trustedList?: { readonly path: string; readonly tokenField: string }
  readonly clientId: string
  readonly clientAssertion: string
  readonly accessToken: string
  readonly tokenType: string
  readonly expiresIn: string
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
  readonly login: Omit<LoginSettings, 'request' | 'requestSubject'>
}

/** Reads the preset's settings; what it leaves out has the default of the interface text. */
export const readInterface = (settings: Json): LabInterface => {
  const text = (path: string, fallback: string): string => {
    const found = recordMember(settings, path)
    return typeof found === 'string' ? found : fallback
  }
  const answer = (form: LookUpForm): AnswerNames => {
    const own = (path: string, fallback: string): string =>
      text(`registry.${form}.${path}`, text(`registry.${path}`, fallback))
    return { tokenField: own('tokenField', 'parties_token'), recordFields: namesOfEntry(recordNames(own)) }
  }
  const partiesPath = text('registry.partiesPath', '/parties')
  const [before = '', after = ''] = text('registry.partyPath', `${partiesPath}/{party_id}`).split('{party_id}')
  const subject = recordMember(settings, 'partyId.subject')
  return {
    partyId: {
      form: text('partyId.form', usualPartyForm),
      subject: isObject(subject) ? (subject as PartyIdSettings['subject']) : usualSubject,
    },
    tokenPath: text('registry.tokenPath', '/oauth2.0/token'),
    partiesPath,
    partyIdParameter: text('registry.partyIdParameter', 'party_id'),
    partyPath: [before, after],
    answers: { byQuery: answer('byQuery'), byPath: answer('byPath') },
    ...(recordMember(settings, 'registry.trustedList') !== undefined && {
      trustedList: {
        path: text('registry.trustedList.path', '/trusted_list'),
        tokenField: text('registry.trustedList.tokenField', 'trusted_list_token'),
      },
    }),
    clientId: text('token.parameterNames.clientId', 'client_id'),
    clientAssertion: text('token.parameterNames.clientAssertion', 'client_assertion'),
    accessToken: text('token.fields.accessToken', 'access_token'),
    tokenType: text('token.fields.tokenType', 'token_type'),
    expiresIn: text('token.fields.expiresIn', 'expires_in'),
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

const recordNames = (own: (path: string, fallback: string) => string): RecordNames => ({
  partyId: own('recordFields.partyId', 'party_id'),
  status: own('recordFields.status', 'status'),
  certificates: own('recordFields.certificates', 'certificates'),
  claims: own('recordFields.claims', 'claims'),
  redirectUris: own('recordFields.redirectUris', 'redirect_uris'),
  subjectName: own('recordFields.subjectName', 'subjectName'),
  certificateType: own('recordFields.certificateType', 'certificateType'),
  x5c: own('recordFields.x5c', 'x5c'),
  fingerprint: own('recordFields.fingerprint', 'x5t#s256'),
  ...optional(own, 'count'),
  ...optional(own, 'startDate'),
  ...optional(own, 'endDate'),
})

/** A place that only some presets have. */
const optional = (own: (path: string, fallback: string) => string, name: 'count' | 'startDate' | 'endDate') => {
  const place = own(`recordFields.${name}`, '')
  return place === '' ? {} : { [name]: place }
}
