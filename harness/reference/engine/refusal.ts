/** Error codes of RFC 6749 §5.2 that a token endpoint uses here. */
export type OAuthError =
  | 'invalid_request'
  | 'invalid_client'
  | 'unsupported_grant_type'
  | 'temporarily_unavailable'
  | 'access_denied'
  | 'invalid_grant'
  | 'request_not_supported'
  | 'unsupported_response_type'

/** Ends a token request without a token; never carries anything of the input. */
export class Refusal extends Error {
  readonly status: number
  readonly error: OAuthError
  /** Topic of the rule that refused, filled in by the runner. */
  topic: string | undefined

  constructor(status: number, error: OAuthError, says: string) {
    super(says)
    this.status = status
    this.error = error
  }
}

/** Refuses the request; `says` is a fixed sentence of ours. */
export function refuse(status: number, error: OAuthError, says: string): never {
  throw new Refusal(status, error, says)
}
