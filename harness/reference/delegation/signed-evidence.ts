import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import type { JsonObject } from '../../contracts/json.js'
import type { Change } from '../engine/rule.js'
import type { EvidenceRequest } from './request.js'

/** What is wrong about a signed token; all of it is sound otherwise. */
export interface Unsound {
  readonly alg?: 'PS256'
  /** Further members of the header. */
  readonly header?: Readonly<Record<string, string>>
  /** Certificates that the header holds, from the leaf; all by default. */
  readonly certificates?: number
  /** Seconds; 30 by default. */
  readonly lifetime?: number
  readonly withoutAud?: true
  /** Where the signature does not hold. */
  readonly corrupted?: (request: EvidenceRequest) => boolean
}

/** Answers with the evidence as a claim of a JWT for the caller, which obeys the rules of signed JWTs (L245–259). */
export const signing =
  ({ alg, header = {}, certificates, lifetime = 30, withoutAud, corrupted }: Unsound = {}): Change<EvidenceRequest> =>
  () =>
  async (request) => {
    const { evidence, caller, now, participant } = request
    const { partyId, key, chain } = participant.kit
    const x5c = chain.slice(0, certificates).map((der) => der.toString('base64'))
    const claims: JsonObject = {
      iss: partyId,
      sub: partyId,
      ...(!withoutAud && { aud: caller }),
      jti: randomUUID(),
      iat: now,
      exp: now + lifetime,
      delegationEvidence: evidence,
    }
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: alg ?? 'RS256', typ: 'JWT', x5c, ...header })
      .sign(key)
    request.answer = { delegation_token: corrupted?.(request) ? corrupt(token) : token }
    return true
  }

/** Another first character of the signature. */
const corrupt = (token: string): string => {
  const at = token.lastIndexOf('.') + 1
  return `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`
}
