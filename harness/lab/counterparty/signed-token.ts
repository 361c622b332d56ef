import { randomUUID } from 'node:crypto'
import type { JsonObject } from '../../contracts/json.js'
import type { SignedTokenContext, SignedTokenMutation, Speaker } from '../../mutations/signed-token.js'
import { base64url, encodeParts, signers, signingInput, x5c } from '../../wire/jws.js'

/** Seconds that a token has been issued before it is handed out, more than clocks may differ; and that it lives (L259). */
const age = 6
const lifetime = 30

/** A JWT of the lab that carries `members` beside the claims of every JWT, with the mutation given. `audience` is whom it is for. */
export const signedToken = async <C extends SignedTokenContext>(
  context: C,
  members: Readonly<JsonObject>,
  mutation: SignedTokenMutation<C> | undefined,
  audience: string,
): Promise<string> => {
  const speaker: Speaker = (await mutation?.speaker?.(context)) ?? context.signer
  const iat = Math.floor(Date.now() / 1000) - age
  const claims: JsonObject = {
    iss: speaker.partyId,
    sub: speaker.partyId,
    aud: audience,
    jti: randomUUID(),
    iat,
    exp: iat + lifetime,
    ...members,
  }
  const { alg, sign } = mutation?.protection ?? { alg: 'RS256', sign: () => signers.RS256 }
  const header = { alg, typ: 'JWT', x5c: x5c(speaker.certified.chain) }
  const parts = encodeParts(
    mutation?.header?.(header, context) ?? header,
    mutation?.claims?.(claims, context) ?? claims,
  )
  const signature = base64url(sign(context)(signingInput(parts), speaker.certified.key))
  return mutation?.encode?.({ ...parts, signature }) ?? `${parts.header}.${parts.payload}.${signature}`
}
