import { ruleAbout } from '../engine/rule.js'
import { TokenRequest } from '../token-endpoint/token-request.js'
import type { EvidenceRequest } from './request.js'

/** A JWT that was forwarded, while it is judged. */
export interface Forwarded {
  readonly request: EvidenceRequest
  readonly text: string
  /** Carries it through the rules of a client assertion. */
  readonly jwt: TokenRequest
}

/** A forwarded JWT, as a client assertion of its stated issuer. */
export function forwardedOf(request: EvidenceRequest, text: string): Forwarded {
  const jwt = new TokenRequest(request.received, request.participant, new Set())
  jwt.assertion = text
  return { request, text, jwt }
}

/** Makes rules about forwarded JWTs. */
export const rule = ruleAbout<Forwarded, 'forwarded'>()
