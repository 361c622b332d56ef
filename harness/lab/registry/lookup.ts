import { withRecordMember } from '../../wire/members.js'
import { answering, oddly } from '../http/answering.js'
import { decoded, type LabRequest, seen, sendJson } from '../http/request.js'
import { lureOf, misbehaviourNamed } from '../misbehaviour/misbehaviour.js'
import type { ProgrammedParty, WorldState } from '../storage/state.js'
import { partiesAnswer } from './parties-token.js'
import { recordOf } from './record.js'

/**
 * Which party a request may mean (L207–208): readings of its target, the plainest first; none when it is no look-up.
 * `path` is below the registry's base.
 */
export const lookedUp = ({ names }: WorldState, { query, rawQuery }: LabRequest, path: string): readonly string[] => {
  if (path === names.partiesPath || path === `${names.partiesPath}/`) {
    const values = query.getAll(names.partyIdParameter)
    // `+` is a space in a form, and itself in a URL; it means itself only where no such party is known otherwise.
    const literal = new URLSearchParams(rawQuery.replaceAll('+', '%2B')).getAll(names.partyIdParameter)
    return values.length === 0 ? [''] : [...values, ...literal]
  }
  const [before, after] = names.partyPath
  const isPartyPath = path.startsWith(before) && path.endsWith(after) && path.length > before.length + after.length
  return isPartyPath ? [decoded(path.slice(before.length, path.length - after.length))] : []
}

/** Answers a look-up as the party was programmed. `elsewhere` gives the URL of the same answer for a redirect. */
export const answerLookup = async (
  state: WorldState,
  incoming: LabRequest,
  readings: readonly string[],
  elsewhere: (partyId: string, form: 'signed' | 'plain') => string,
): Promise<void> => {
  const { request } = incoming
  await enterCounterparties(state, readings)
  const partyId = readings.find((reading) => state.parties.has(reading)) ?? readings[0] ?? ''
  const party = state.parties.get(partyId)
  const { bearer, party: caller } = state.tokens.read(request.headers.authorization)
  const entry = state.ledger.add({
    ...seen(incoming),
    kind: 'party-lookup',
    subject: party?.program.partyId ?? partyId,
    bearer,
    ...(caller === undefined ? {} : { caller }),
  })
  const answer = answering(incoming, entry)
  if (incoming.method !== 'GET') return answer(405, '{"error":"invalid_request"}', { allow: 'GET' })
  if (bearer === 'expired' || bearer === 'unknown') {
    return answer(401, '{"error":"invalid_token"}', { 'www-authenticate': 'Bearer error="invalid_token"' })
  }
  const record = party?.program.record
  if (party === undefined || record === undefined || record === null) return answer(404, '{"error":"unknown_party"}')
  party.lookups += 1
  const first = party.lookups === 1
  const sound = (): Promise<string> => partiesAnswer(state, party, record, caller ?? state.targetPartyId)
  const odd = misbehaviourNamed(party.program.answer?.transport)
  if (odd === undefined) return answer(200, await sound())
  await odd.answer({
    ...oddly(incoming, entry),
    sound,
    elsewhere: (form) => elsewhere(partyId, form),
    lure: lureOf(state, partyId),
    first,
  })
}

/** Parties of the lab itself are entered when somebody first asks for them, since their certificates are made then. */
const enterCounterparties = async ({ counterparties, names, parties }: WorldState, readings: readonly string[]) => {
  for (const { partyId, identity, redirectUris } of Object.values(counterparties)) {
    if (!readings.includes(partyId) || parties.has(partyId)) continue
    const record = recordOf(
      (await identity()).speaker,
      names.record,
      redirectUris && { redirect_uris: [...redirectUris] },
    )
    parties.set(partyId, { program: { partyId, record }, lookups: 0 })
  }
}

/** Answers at the place that a redirect names: no bearer is asked for, and the status is Active. */
export const answerElsewhere = async (state: WorldState, incoming: LabRequest, rest: string): Promise<void> => {
  const slash = rest.indexOf('/')
  const form = rest.slice(0, slash)
  const partyId = decoded(rest.slice(slash + 1))
  const party = state.parties.get(partyId)
  const entry = state.ledger.add({ ...seen(incoming), kind: 'other', subject: partyId })
  entry.status = party === undefined ? 404 : 200
  if (party === undefined) return sendJson(incoming.response, 404, '{"error":"unknown_party"}')
  const record = withRecordMember(party.program.record ?? {}, state.names.record.status, 'Active')
  const plain: ProgrammedParty = { program: { partyId, record }, lookups: 0 }
  const body =
    form === 'plain' ? JSON.stringify(record) : await partiesAnswer(state, plain, record, state.targetPartyId)
  sendJson(incoming.response, 200, body)
}
