import { z } from 'zod'
import { problemOfForm, readPartyForm, usualPartyForm } from '../party-form.js'
import { flag, group, path, scalar, text, word } from './fields.js'

const name = (of: string, example: string) => text(`Name of ${of}`, example).optional()

const dotted = (description: string, example: string) =>
  z
    .string()
    .regex(/^[^.]+(\.[^.]+)*$/, 'must be names with dots between them')
    .meta({ description, examples: [example] })
    .optional()

const member = (of: string, example: string) =>
  dotted(
    `Place of ${of} in the decoded token, as a dotted path; a number leads into a list, {party_id} to the entry whose id is asked for`,
    example,
  )

const fixed = (description: string, example: object) =>
  z
    .record(z.string(), z.unknown())
    .meta({ description, examples: [example] })
    .optional()

const inSubject = (attribute: string, example: string) =>
  z
    .string()
    .min(1)
    .nullable()
    .meta({
      description: `The ${attribute} of a certificate, where {party_id} stands for the Party Identifier; null leaves it out`,
      examples: [example],
    })
    .optional()

/** A PrintableString of 64 characters at most (X.520 §6.2.9). */
const canBeSerialNumber = (text: string): boolean => /^[A-Za-z0-9 '()+,./:=?-]{1,64}$/.test(text)

const partyId = group(
  'The Party Identifiers that Assay makes: of its participants, its counterparties, and of the target unless target.partyId is given.',
  {
    form: z
      .string()
      .superRefine((template, context) => {
        const problem = problemOfForm(template)
        if (problem !== undefined) context.addIssue({ code: 'custom', message: problem })
      })
      .meta({
        description:
          'Their form, with {digits:N}, {base32:N}, {alnum:N}, {hex:N} and {upper:N} for N drawn characters of that kind.',
        examples: ['EU.EORI.NL{digits:9}'],
      })
      .optional(),
    subject: group(
      'Where they stand in the subject of a certificate.',
      {
        serialNumber: inSubject('serialNumber', '{party_id}'),
        organizationIdentifier: inSubject('organizationIdentifier', 'NTRNL-{party_id}'),
        commonName: inSubject('commonName', '{party_id}'),
      },
      { serialNumber: '{party_id}', organizationIdentifier: null },
    ).optional(),
  },
  { form: 'EU.EORI.NL{digits:9}' },
).superRefine(({ form = usualPartyForm, subject }, context) => {
  const { serialNumber } = subject ?? {}
  if (typeof serialNumber !== 'string' || problemOfForm(form) !== undefined) return
  const bytes = Buffer.alloc(64)
  const sample = serialNumber.replaceAll('{party_id}', readPartyForm(form).write(0, bytes, bytes))
  if (canBeSerialNumber(sample)) return
  const message = `cannot hold identifiers such as ${sample}: it takes 64 letters, digits, spaces and '()+,-./:=? at most`
  context.addIssue({ code: 'custom', path: ['subject', 'serialNumber'], message })
})

const token = group(
  'The token endpoint of the target.',
  {
    path: path('Below the base URL.', '/oauth2.0/token').optional(),
    encoding: word('How the parameters travel.', ['form', 'json'], 'form').optional(),
    parameterNames: group(
      'Names of the two parameters of a client assertion.',
      {
        clientId: name('the parameter that holds the Party Identifier of the client', 'client_id'),
        clientAssertion: name('the parameter that holds the signed JWT', 'client_assertion'),
      },
      { clientId: 'client_id' },
    ).optional(),
    parameters: z
      .record(z.string(), scalar.nullable())
      .meta({
        description: 'Further parameters with their values; null leaves a parameter of the preset out.',
        examples: [{ scope: 'trust' }],
      })
      .optional(),
    claims: z
      .record(z.string(), scalar.nullable())
      .meta({
        description:
          'Claims that client assertions need beside those of the text; {iat} stands for the time of issue. A finding.',
        examples: [{ nbf: '{iat}' }],
      })
      .optional(),
    fields: group(
      'Names of the members of the answer.',
      {
        accessToken: name('the member that holds the access token', 'access_token'),
        refreshToken: name('the member that would hold a refresh token', 'refresh_token'),
        tokenType: name('the member that holds the kind of token', 'token_type'),
        expiresIn: name('the member that holds the lifetime in seconds', 'expires_in'),
      },
      { accessToken: 'access_token' },
    ).optional(),
  },
  { path: '/oauth2.0/token' },
)

const recordFields = group(
  'Where the members of a record stand in the decoded token.',
  {
    partyId: member('the Party Identifier', 'party_id'),
    status: member('the status', 'party_info.adherence.status'),
    startDate: member('the beginning of adherence, which the lab writes', 'party_info.adherence.start_date'),
    endDate: member('the end of adherence, which the lab writes', 'party_info.adherence.end_date'),
    certificates: member('the list of certificates', 'certificates'),
    claims: member('the list of claims', 'claims'),
    count: member('the number of records beside a list of them', 'count'),
    redirectUris: member('the list of redirect URIs of a relying party', 'redirect_uris'),
    subjectName: name('the subject of a certificate', 'subjectName'),
    certificateType: name('the kind of a certificate', 'certificateType'),
    x5c: name('the certificate itself', 'x5c'),
    fingerprint: name('the SHA-256 fingerprint of a certificate', 'x5t#s256'),
  },
  { status: 'party_info.adherence.status' },
)

const tokenField = name('the member of the answer that holds the signed token', 'parties_token')

const answer = (form: string) =>
  group(
    `What is another in the answer to a look-up ${form}; null where that form does not exist.`,
    { tokenField, recordFields: recordFields.optional() },
    { tokenField: 'party_token' },
  ).nullable()

const registry = group(
  'The Participant Registry: the one of the lab, or the target in that role.',
  {
    tokenPath: path('Its token endpoint.', '/oauth2.0/token').optional(),
    partiesPath: path('Look-up by query parameter.', '/parties').optional(),
    partyIdParameter: name('the query parameter', 'party_id'),
    partyPath: z
      .string()
      .regex(/^\/.*\{party_id\}/, 'must begin with / and hold {party_id}')
      .meta({ description: 'Look-up by path.', examples: ['/parties/{party_id}'] })
      .optional(),
    tokenField,
    recordFields: recordFields.optional(),
    trustedList: group(
      'Where the lab gives the roots on the trusted list, signed; null where it does not.',
      {
        path: path('Below the base URL of the registry.', '/trusted_list').optional(),
        tokenField: name('the member of the answer that holds the signed list', 'trusted_list_token'),
      },
      { path: '/trusted_list' },
    )
      .nullable()
      .optional(),
    byQuery: answer('by query').optional(),
    byPath: answer('by path').optional(),
  },
  { partiesPath: '/parties' },
)

const delegation = group(
  'How evidence is asked for: at the lab, or at the target in that role.',
  {
    tokenPath: path("The token endpoint of the lab's registry.", '/oauth2.0/token').optional(),
    path: path('Where evidence is asked for.', '/delegation').optional(),
    memberCase: word('How members of request and evidence are spelled.', ['camel', 'snake'], 'camel').optional(),
    requestField: name('the member that holds the request', 'delegationRequest'),
    context: group(
      'Where the target of a policy names the ServiceProvider; null where requests have no context.',
      {
        place: dotted('Place below the target of a policy, as a dotted path.', 'environment.serviceProviders'),
        form: word('Whether it stands there as a text or in a list.', ['text', 'list'], 'list').optional(),
      },
      { place: 'environment.serviceProviders', form: 'list' },
    )
      .nullable()
      .optional(),
    members: group(
      'What schemas of the target want in requests and evidence beside what the text shows, as fixed JSON.',
      {
        policySet: fixed('In each policy set.', { maxDelegationDepth: 0 }),
        target: fixed('In the target of each policy.', { environment: { licenses: ['0001'] } }),
      },
      { policySet: { maxDelegationDepth: 0 } },
    ).optional(),
    conditions: flag('Whether the target holds policies with conditions.', false).optional(),
    forwardedIn: word(
      'Whether forwarded JWTs travel beside the request or inside it.',
      ['body', 'request'],
      'body',
    ).optional(),
    forwardedField: name('the member that holds forwarded JWTs', 'previous_steps'),
    answer: word(
      'Whether the lab answers with plain or with signed evidence.',
      ['evidence', 'token'],
      'evidence',
    ).optional(),
    evidenceField: name('the member that holds the evidence', 'delegationEvidence'),
    tokenField: name('the member that holds signed evidence', 'delegation_token'),
  },
  { path: '/delegation' },
)

const service = group(
  "The lab's ServiceProvider, which a ServiceConsumer calls.",
  { path: path('Where the service is called.', '/service').optional() },
  { path: '/service' },
)

const login = group(
  'How a human is logged in: at the lab, or at the target as IdentityProvider or IdentityBroker.',
  {
    authorizePath: path('Where a browser is sent to.', '/identity_provider/authorize').optional(),
    tokenPath: path('Where a code is redeemed.', '/identity_provider/token').optional(),
    userinfoPath: path('Where claims about the human are read.', '/identity_provider/userinfo').optional(),
    scope: text('Sent with every request for authorization.', 'openid').optional(),
    request: word(
      'Whether a target is asked by parameters in the query, or by a signed JWT that the relying party posts.',
      ['query', 'signed'],
      'query',
    ).optional(),
    requestSubject: text('`sub` of that JWT.', 'urn:TBD').optional(),
    issuer: word(
      "Whether `iss` of the lab's id_tokens is the Party Identifier or the base URL.",
      ['party', 'url'],
      'party',
    ).optional(),
  },
  { tokenPath: '/identity_provider/token' },
)

/** Single settings of a preset, as they stand in a target file or in a preset file. */
export const interfaceShape = {
  partyId: partyId.optional(),
  token: token.optional(),
  registry: registry.optional(),
  delegation: delegation.optional(),
  service: service.optional(),
  login: login.optional(),
}

/** A preset file: settings that stand on the default preset. */
export const presetSchema = group('Interface settings that differ from the default preset.', interfaceShape)
