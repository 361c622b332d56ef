import type { DocumentKind } from '../contracts/document-kinds.js'
import { ConfigError } from '../contracts/errors.js'
import { validateClaims } from './claims.js'
import { together } from './collect.js'
import { validateCredential } from './credential.js'
import { openEnvelope } from './envelope.js'
import { validateJwt } from './jwt.js'
import type { DocumentProblem, Findings, ValidationOptions } from './types.js'

/**
 * Everything that can be said of one document: each broken rule with its place, and which of several readings was
 * seen. Throws a `ConfigError` of one sentence for a credential in an envelope that cannot be opened.
 * @param value Parsed JSON; the compact serialization of a `jwt`, or of a credential that is enveloped by one.
 */
export function validateDocument(
  kind: DocumentKind,
  value: unknown,
  options: ValidationOptions = { now: Date.now() },
): Findings {
  if (kind === 'claim') return validateClaims(value)
  if (kind === 'jwt') return validateJwt(typeof value === 'string' ? value : '')
  const { findings, payload, closed } = openEnvelope(value)
  if (closed !== undefined) throw new ConfigError(closed)
  return together([findings, validateCredential(payload, options)])
}

/** Whether a problem makes a document invalid: those of level `must`, with `strict` also strict ones. */
export const invalidates = ({ level }: DocumentProblem, strict: boolean): boolean =>
  level === 'must' || (strict && level === 'strict')
