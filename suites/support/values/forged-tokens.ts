import { createPublicKey, createSecretKey, type KeyObject, randomUUID } from 'node:crypto'
import type { CertifiedKey } from '../../../ca/types.js'
import type { JsonObject } from '../../../harness/contracts/json.js'
import type { FaultName } from '../../../harness/faults/faults.js'
import type { Forging } from '../../../harness/mutations/evidence.js'
import { publicKeySecrets } from '../../../harness/mutations/public-key-secrets.js'
import { compact, x5c } from '../../../harness/wire/jws.js'
import { saidBy } from './unissued-tokens.js'

/** An access token under a signature that holds, by a key that is not the target's. */
export interface ForgedToken {
  readonly name: string
  /**
   * @param own An access token that was issued to the victim.
   * @param victim Party Identifier of whom it is issued to.
   */
  readonly of: (own: string, victim: string, forging: Forging) => string
}

/** Header and key of a JWT, made from the header of the one that it resembles. */
type Signed = (header: JsonObject, forging: Forging) => readonly [header: JsonObject, key: KeyObject]

/** What the target would have to say in its own name, where its tokens are no JWTs: it has every claim of those (L252-261). */
function claimsFor(victim: string, { issuer: { partyId } }: Forging): JsonObject {
  const iat = Math.floor(Date.now() / 1000) - 2
  return { iss: partyId, sub: victim, client_id: victim, aud: partyId, jti: randomUUID(), iat, exp: iat + 30 }
}

const forged = (name: string, signed: Signed): ForgedToken => ({
  name: `a JWT in the name of the target, ${name}`,
  of: (own, victim, forging) => {
    const { header, payload } = saidBy(own, claimsFor(victim, forging))
    const [protectedBy, key] = signed(header, forging)
    return compact(protectedBy, payload, key)
  },
})

const underSecret = (name: string, secret: (forging: Forging) => string | Buffer): ForgedToken =>
  forged(`under HS256 with ${name}`, (header, forging) => [
    { ...header, alg: 'HS256' },
    createSecretKey(Buffer.from(secret(forging) as string)),
  ])

/** By a key that is named nowhere but in the header; a `kid` would lead to that of the target. */
const byKeyIn = (name: string, members: (forger: CertifiedKey) => JsonObject): ForgedToken =>
  forged(name, ({ kid: _, ...header }, { forger }) => [{ ...header, alg: 'RS256', ...members(forger) }, forger.key])

/** What stands in examples. */
const everyday = ['secret', 'changeme', 'your-256-bit-secret']

/** What every service has to refuse that reads JWTs as access tokens: anybody can make each of them. */
export const forgedTokens: readonly ForgedToken[] = [
  byKeyIn('under the chain of another participant', ({ chain }) => ({ x5c: x5c(chain) })),
  byKeyIn('under a key that its header holds', ({ key }) => ({
    jwk: createPublicKey(key).export({ format: 'jwk' }) as JsonObject,
  })),
  ...Object.entries(publicKeySecrets).map(([name, secret]) =>
    underSecret(`its public key as ${name}`, ({ issuer: { publicKey, chain } }) => secret({ key: publicKey, chain })),
  ),
  ...everyday.map((secret) => underSecret(`the secret ${secret}`, () => secret)),
]

/** Faults that take one of them. */
export const takingForged: readonly FaultName[] = [
  'takes-jwt-of-participant-for-token',
  'takes-jwt-by-own-key-for-token',
  'takes-jwt-under-public-key-for-token',
  'takes-jwt-under-everyday-secret-for-token',
]
