import type { Json } from '../json.js'
import { memberOf } from '../wire/decode.js'

/** The paths and names by which a world's Participant Registry is called. */
export interface RegistryInterface {
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
  readonly record: {
    readonly partyId: string
    readonly status: string
    readonly certificates: string
    readonly subjectName: string
    readonly certificateType: string
    readonly x5c: string
    readonly fingerprint: string
  }
}

/** Reads the preset's settings; what it leaves out has the default of the interface text. */
export const readInterface = (settings: Json): RegistryInterface => {
  const text = (path: string, fallback: string): string => {
    const found = path.split('.').reduce<Json | undefined>((value, name) => memberOf(value, name), settings)
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
      subjectName: text('registry.recordFields.subjectName', 'subjectName'),
      certificateType: text('registry.recordFields.certificateType', 'certificateType'),
      x5c: text('registry.recordFields.x5c', 'x5c'),
      fingerprint: text('registry.recordFields.fingerprint', 'x5t#s256'),
    },
  }
}
