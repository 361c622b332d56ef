import { z } from 'zod'
import { group, path, scalar, text, word } from './fields.js'

const name = (of: string, example: string) => text(`Name of ${of}`, example).optional()

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
    tokenField: name('the member of the answer that holds the signed token', 'parties_token'),
    recordFields: group(
      'Names of the members of the decoded token.',
      {
        partyId: name('the Party Identifier', 'party_id'),
        status: name('the status', 'status'),
        certificates: name('the list of certificates', 'certificates'),
        claims: name('the list of claims', 'claims'),
        subjectName: name('the subject of a certificate', 'subjectName'),
        certificateType: name('the kind of a certificate', 'certificateType'),
        x5c: name('the certificate itself', 'x5c'),
        fingerprint: name('the SHA-256 fingerprint of a certificate', 'x5t#s256'),
      },
      { fingerprint: 'x5t#s256' },
    ).optional(),
  },
  { partiesPath: '/parties' },
)

const later = (description: string) => z.record(z.string(), z.unknown()).meta({ description }).optional()

/** Single settings of a preset, as they stand in a target file or in a preset file. */
export const interfaceShape = {
  token: token.optional(),
  registry: registry.optional(),
  delegation: later('The delegation endpoint.'),
  service: later('The service of a ServiceProvider.'),
}

/** A preset file: settings that stand on the default preset. */
export const presetSchema = group('Interface settings that differ from the default preset.', interfaceShape)
