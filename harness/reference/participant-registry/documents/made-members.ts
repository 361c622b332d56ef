import { createHash, randomUUID } from 'node:crypto'
import type { Json, JsonObject } from '../../../contracts/json.js'
import { listIn } from './submission.js'

/** The body with the members that a registry makes itself in place of those that were handed in; none where it holds no claims. */
export function withMadeMembers(body: Json | undefined): Json | undefined {
  const claims = listIn(body)
  return claims && { claims: claims.map(withMade) }
}

const withMade = (claim: JsonObject): JsonObject => ({
  ...claim,
  id: randomUUID(),
  status: 'active',
  ...(claim.x5c !== undefined && { 'x5t#s256': fingerprintOf(Buffer.from(String(claim.x5c), 'base64')) }),
})

const fingerprintOf = (der: Buffer): string => createHash('sha256').update(der).digest('hex')
