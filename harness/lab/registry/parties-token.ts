import { randomUUID } from 'node:crypto'
import { reference } from '../../../ca/index.js'
import type { AnswerNames } from '../../contracts/interface.js'
import type { Json, JsonObject } from '../../contracts/json.js'
import { type PartiesTokenContext, type PartiesTokenMutation, partiesTokens } from '../../mutations/parties-token.js'
import { nearlyNamed } from '../../mutations/parties-token-names.js'
import type { SignedTokenContext, Speaker } from '../../mutations/signed-token.js'
import { type Otherwise, otherwiseIssuer } from '../counterparty/further.js'
import { signedToken } from '../counterparty/signed-token.js'
import { hosting } from '../storage/hosting.js'
import type { ProgrammedParty, WorldState } from '../storage/state.js'
import { writtenRecord } from './record.js'

/** The row of that name, or none for a sound answer. */
export const partiesTokenNamed = (name: string | undefined): PartiesTokenMutation | undefined =>
  name !== undefined && Object.hasOwn(partiesTokens, name)
    ? partiesTokens[name as keyof typeof partiesTokens]
    : nearlyNamed.get(name ?? '')

/**
 * JSON of the registry's answer about a party that it knows, signed now.
 * @param plain Its record, in the names of the interface text.
 * @param caller Becomes the audience.
 */
export const partiesAnswer = async (
  state: WorldState,
  party: ProgrammedParty,
  plain: JsonObject,
  caller: string,
  names: AnswerNames,
): Promise<string> => {
  const { token: name, guise } = party.program.answer ?? {}
  const mutation = partiesTokenNamed(name)
  const record = writtenRecord(plain, names.recordFields)
  const usual = contextOf(state, party, record, names)
  const other = guise?.otherCertificate
  const context = other ? { ...usual, signer: await otherwiseCertified(state, other) } : usual
  const order = { members: record, audience: caller, mutation, guise }
  const token = (mutation?.repeated && party.firstToken) || (await signedToken(context, order))
  if (mutation?.repeated) party.firstToken = token
  return JSON.stringify(mutation?.body?.(token, context) ?? ({ [names.tokenField]: token } satisfies Json))
}

const contextOf = (
  state: WorldState,
  { program }: ProgrammedParty,
  record: JsonObject,
  { recordFields, tokenField }: AnswerNames,
): PartiesTokenContext => ({
  ...signingContext(state, program.partyId),
  record,
  names: { ...recordFields, token: tokenField },
})

/** What the registry signs a JWT about a party with. */
export const signingContext = (state: WorldState, about: string): SignedTokenContext => ({
  signer: state.registry,
  participant: state.participant,
  untrusted: state.untrusted,
  furtherCertificate: (kind) => passingAs(state, state.registry.partyId, kind),
  host: hosting(state),
  revokedCertificate: () => revokedAs(state, state.registry.partyId),
  client: () => passingAs(state, about),
  stranger: (partyId) => passingAs(state, partyId),
})

/** A party with a certificate of its own that nobody has seen, of the kind given, whose revocation is programmed by `scope`. */
export const passingAs = async (
  { authority, httpUrl: base }: WorldState,
  partyId: string,
  kind = 'conforming',
  scope: string = randomUUID(),
): Promise<Speaker> => ({
  partyId,
  certified: await authority.issue({ partyId, kind, revocation: { base, scope } }),
})

/** The registry with another certificate, new each time. */
function otherwiseCertified(state: WorldState, form: Otherwise): Promise<Speaker> {
  const { authority, keys, httpUrl: http, registry } = state
  return otherwiseIssuer(registry.partyId, { authority, keys, http, owner: 'registry' })(form, randomUUID())
}

/** A party with a certificate that its issuer has revoked. */
export const revokedAs = async (state: WorldState, partyId: string): Promise<Speaker> => {
  const scope = randomUUID()
  const speaker = await passingAs(state, partyId, 'conforming', scope)
  const [leaf = Buffer.alloc(0)] = speaker.certified.chain
  state.revocations.set(scope, { scope, revoked: [reference(leaf).serial] })
  return speaker
}
