import { createHash, randomBytes } from 'node:crypto'
import type { AuthorizationSecrets, Form } from '../../mutations/types.js'
import type { World } from '../world.js'

/** An authorization request with what its sender has to remember. */
export interface AuthorizationRequest extends AuthorizationSecrets {
  readonly parameters: Form
  readonly state: string
}

/** A conforming authorization request of a relying party: code flow with PKCE, `state` and `nonce` (OpenID Connect Core §3.1.2.1, RFC 7636). */
export function authorizationRequest(
  { settings, redirectUri }: Pick<World, 'settings' | 'redirectUri'>,
  clientId: string,
): AuthorizationRequest {
  const verifier = random()
  const nonce = random()
  const state = random()
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  return {
    verifier,
    nonce,
    state,
    parameters: [
      ['response_type', 'code'],
      ['client_id', clientId],
      ['redirect_uri', redirectUri],
      ['scope', settings.login.scope],
      ['state', state],
      ['nonce', nonce],
      ['code_challenge', challenge],
      ['code_challenge_method', 'S256'],
    ],
  }
}

/** Its address at the authorization endpoint. */
export const addressOf = ({ target, settings }: Pick<World, 'target' | 'settings'>, parameters: Form): string =>
  // Not every server reads + as a space.
  `${target.baseUrl}${settings.login.authorizePath}?${new URLSearchParams(parameters).toString().replaceAll('+', '%20')}`

/** The code that a redirect carries, wherever in it. */
export const codeIn = (redirect: string | undefined): string | undefined => {
  const value = /[?&#]code=([^&#]+)/.exec(redirect ?? '')?.[1]
  return value === undefined ? undefined : decoded(value)
}

/** Parameters of an answer that are no tokens. */
const usual = new Set(['code', 'state', 'iss', 'session_state', 'client_id', 'error'])
/** What a token may look like; shorter values are none (RFC 6750 §2.1). */
const tokenLike = /^[\w.~+/=-]{16,}$/

/** What stands in a redirect beside the usual parameters and might be a token, in its query or its fragment. */
export function tokensIn(redirect = ''): readonly (readonly [name: string, value: string])[] {
  if (!URL.canParse(redirect)) return []
  const { searchParams, hash } = new URL(redirect)
  return [...searchParams, ...new URLSearchParams(hash.slice(1))].filter(
    ([name, value]) => !usual.has(name) && tokenLike.test(value),
  )
}

/** An address without query and fragment. */
export const bareAddress = (url: string): string => url.split(/[?#]/, 1)[0] ?? ''

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

const random = (): string => randomBytes(32).toString('base64url')
