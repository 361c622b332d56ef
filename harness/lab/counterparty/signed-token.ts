import { randomUUID } from 'node:crypto'
import type { JsonObject } from '../../contracts/json.js'
import type { AnswerGuise } from '../../contracts/lab-protocol.js'
import type { SignedTokenContext, SignedTokenMutation, Speaker } from '../../mutations/signed-token.js'
import { base64url, encodeParts, signers, signingInput, x5c } from '../../wire/jws.js'

/** Seconds that a token has been issued before it is handed out, more than clocks may differ; and that it lives (L259). */
const usualAge = 6
const lifetime = 30

/** What a JWT of the lab is to be. */
export interface TokenOrder<C extends SignedTokenContext> {
  /** Claims beside those of every JWT. */
  readonly members: Readonly<JsonObject>
  /** Whom it is for. */
  readonly audience: string
  /** What is wrong with it. */
  readonly mutation: SignedTokenMutation<C> | undefined
  /** Another conforming form of it; what is wrong with it comes on top. */
  readonly guise: AnswerGuise | undefined
}

/** Signs a JWT of the lab. */
export const signedToken = async <C extends SignedTokenContext>(
  context: C,
  { members, audience, mutation, guise = {} }: TokenOrder<C>,
): Promise<string> => {
  const speaker: Speaker = (await mutation?.speaker?.(context)) ?? context.signer
  const iat = Math.floor(Date.now() / 1000) - (guise.ageSeconds ?? usualAge)
  const claims: JsonObject = {
    iss: speaker.partyId,
    sub: speaker.partyId,
    aud: audience,
    jti: randomUUID(),
    iat,
    exp: iat + lifetime,
    ...members,
    ...guise.claims,
  }
  const usual = guise.alg ?? 'RS256'
  const { alg, sign } = mutation?.protection ?? { alg: usual, sign: () => signers[usual] }
  const header = { alg, typ: 'JWT', x5c: x5c(speaker.certified.chain) }
  const [ownHeader, ownClaims] = guise.turnedRound ? [turnedRound(header), turnedRound(claims)] : [header, claims]
  const parts = encodeParts(
    mutation?.header?.(ownHeader, context) ?? ownHeader,
    mutation?.claims?.(ownClaims, context) ?? ownClaims,
  )
  const signature = base64url(sign(context)(signingInput(parts), mutation?.key?.(context) ?? speaker.certified.key))
  return mutation?.encode?.({ ...parts, signature }) ?? `${parts.header}.${parts.payload}.${signature}`
}

const turnedRound = (object: JsonObject): JsonObject => Object.fromEntries(Object.entries(object).reverse())
