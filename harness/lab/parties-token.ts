import { randomUUID } from 'node:crypto'
import type { Json, JsonObject } from '../json.js'
import {
  type PartiesTokenContext,
  type PartiesTokenMutation,
  partiesTokens,
  type Speaker,
} from '../mutations/parties-token.js'
import { base64url, encodeParts, signers, signingInput, x5c } from '../wire/jws.js'
import type { ProgrammedParty, WorldState } from './state.js'

/** Seconds that a `parties_token` has been issued before it is handed out, and that it lives (L259). */
const age = 2
const lifetime = 30

/** The row of that name, or none for a sound answer. */
export const partiesTokenNamed = (name: string | undefined): PartiesTokenMutation | undefined =>
  name !== undefined && Object.hasOwn(partiesTokens, name)
    ? partiesTokens[name as keyof typeof partiesTokens]
    : undefined

/** JSON of the registry's answer about a party that it knows, signed now. `caller` becomes the audience. */
export const partiesAnswer = async (
  state: WorldState,
  party: ProgrammedParty,
  record: JsonObject,
  caller: string,
): Promise<string> => {
  const mutation = partiesTokenNamed(party.program.answer?.token)
  const context = contextOf(state, party, record)
  const token = (mutation?.repeated && party.firstToken) || (await tokenFor(context, mutation, caller))
  if (mutation?.repeated) party.firstToken = token
  return JSON.stringify(mutation?.body?.(token, context) ?? ({ [state.names.tokenField]: token } satisfies Json))
}

const contextOf = (state: WorldState, { program }: ProgrammedParty, record: JsonObject): PartiesTokenContext => ({
  registry: state.registry,
  participant: state.participant,
  untrusted: state.untrusted,
  client: async () => ({
    partyId: program.partyId,
    certified: await state.authority.issue({
      partyId: program.partyId,
      revocation: { base: state.httpUrl, scope: randomUUID() },
    }),
  }),
  record,
  names: {
    token: state.names.tokenField,
    status: state.names.record.status,
    certificates: state.names.record.certificates,
  },
})

const tokenFor = async (
  context: PartiesTokenContext,
  mutation: PartiesTokenMutation | undefined,
  caller: string,
): Promise<string> => {
  const speaker: Speaker = (await mutation?.speaker?.(context)) ?? context.registry
  const iat = Math.floor(Date.now() / 1000) - age
  const claims: JsonObject = {
    iss: speaker.partyId,
    sub: speaker.partyId,
    aud: caller,
    jti: randomUUID(),
    iat,
    exp: iat + lifetime,
    ...context.record,
  }
  const { alg, sign } = mutation?.protection ?? { alg: 'RS256', sign: () => signers.RS256 }
  const parts = encodeParts(
    { alg, typ: 'JWT', x5c: x5c(speaker.certified.chain) },
    mutation?.claims?.(claims, context) ?? claims,
  )
  const signature = base64url(sign(context)(signingInput(parts), speaker.certified.key))
  return mutation?.encode?.({ ...parts, signature }) ?? `${parts.header}.${parts.payload}.${signature}`
}
