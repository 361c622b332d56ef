import { createPublicKey } from 'node:crypto'
import type { JsonObject } from '../../contracts/json.js'
import type { Kit } from '../kit.js'
import { base64Chain } from '../registry/own-assertion.js'
import { paths } from './paths.js'

/** What a provider tells about itself (OpenID Connect Discovery §3). Its name is its Party Identifier, as in all that it signs (L254). */
export function discoveryOf({ partyId }: Kit, baseUrl: string, tokenPath: string): JsonObject {
  const at = (path: string): string => `${baseUrl.replace(/\/$/, '')}${path}`
  return {
    issuer: partyId,
    authorization_endpoint: at(paths.authorize),
    token_endpoint: at(tokenPath),
    userinfo_endpoint: at(paths.userinfo),
    jwks_uri: at(paths.jwks),
    scopes_supported: ['openid', 'profile', 'email'],
    response_types_supported: ['code'],
    response_modes_supported: ['query', 'form_post'],
    grant_types_supported: ['authorization_code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: ['private_key_jwt'],
    token_endpoint_auth_signing_alg_values_supported: ['RS256', 'RS384', 'RS512'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
  }
}

/** The key that signs id_tokens, with its certificates (RFC 7517 §5). */
export const keysOf = ({ key, chain }: Kit): JsonObject => ({
  keys: [
    {
      ...(createPublicKey(key).export({ format: 'jwk' }) as JsonObject),
      use: 'sig',
      alg: 'RS256',
      x5c: [...base64Chain(chain)],
    },
  ],
})
