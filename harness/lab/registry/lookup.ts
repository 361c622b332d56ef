import type { LookUpForm } from '../../contracts/interface.js'
import { answering, oddly } from '../http/answering.js'
import { saidOf } from '../http/guised.js'
import { decoded, type LabRequest, seen, sendJson } from '../http/request.js'
import { issuedBy } from '../http/shown.js'
import { lureOf, misbehaviourNamed } from '../misbehaviour/misbehaviour.js'
import { changeCertificate, type ProgrammedParty, type WorldState } from '../storage/state.js'
import { withForms } from './listing.js'
import { partiesAnswer } from './parties-token.js'
import { recordOf, writtenRecord } from './record.js'

/** A party that a look-up may mean, and the form of the look-up. */
export interface Reading {
  readonly partyId: string
  readonly form: LookUpForm
}

/**
 * Which party a request may mean (L207–208): readings of its target, the plainest first; none when it is no look-up.
 * `path` is below the registry's base.
 */
export const lookedUp = ({ names }: WorldState, { query, rawQuery }: LabRequest, path: string): readonly Reading[] => {
  if (path === names.partiesPath || path === `${names.partiesPath}/`) {
    const values = query.getAll(names.partyIdParameter)
    // `+` is a space in a form, and itself in a URL; it means itself only where no such party is known otherwise.
    const literal = new URLSearchParams(rawQuery.replaceAll('+', '%2B')).getAll(names.partyIdParameter)
    const ids = values.length === 0 ? [''] : [...values, ...literal]
    return ids.map((partyId) => ({ partyId, form: 'byQuery' }))
  }
  const [before, after] = names.partyPath
  const isPartyPath = path.startsWith(before) && path.endsWith(after) && path.length > before.length + after.length
  const partyId = decoded(path.slice(before.length, path.length - after.length))
  return isPartyPath ? [{ partyId, form: 'byPath' }] : []
}

/** Answers a look-up as the party was programmed, in the names of its form. `elsewhere` gives the URL of the same answer for a redirect. */
export const answerLookup = async (
  state: WorldState,
  incoming: LabRequest,
  readings: readonly Reading[],
  elsewhere: (reading: Reading, how: 'signed' | 'plain') => string,
): Promise<void> => {
  const { request } = incoming
  await enterCounterparties(
    state,
    readings.map(({ partyId }) => partyId),
  )
  const reading = readings.find(({ partyId }) => state.parties.has(partyId)) ?? readings[0] ?? noReading
  const { partyId, form } = reading
  const party = state.parties.get(partyId)
  const { bearer, party: caller } = state.tokens.read(request.headers.authorization)
  const entry = state.ledger.add({
    ...seen(incoming),
    kind: 'party-lookup',
    subject: party?.program.partyId ?? partyId,
    bearer,
    ...(caller === undefined ? {} : { caller }),
    ...(bearer === 'unknown' && issuedBy(incoming)),
    ...saidOf(party?.program.answer?.guise, incoming),
    ...(party?.program.answer?.token !== undefined && { wrong: true }),
  })
  const answer = answering(incoming, entry)
  if (incoming.method !== 'GET') return answer(405, '{"error":"invalid_request"}', { allow: 'GET' })
  if (bearer === 'expired' || bearer === 'unknown') {
    changeCertificate(state, incoming, 'tlsCertificateAfterRefusal')
    return answer(401, '{"error":"invalid_token"}', { 'www-authenticate': 'Bearer error="invalid_token"' })
  }
  const record = party?.program.record
  if (party === undefined || record === undefined || record === null) return answer(404, '{"error":"unknown_party"}')
  changeCertificate(state, incoming, 'tlsCertificateAfterLookUp')
  party.lookups += 1
  const first = party.lookups === 1
  const sound = async (): Promise<string> => {
    const whole = await withForms(state, { partyId: party.program.partyId, record })
    return partiesAnswer(state, party, whole, caller ?? state.targetPartyId, state.names.answers[form])
  }
  const odd = misbehaviourNamed(party.program.answer?.transport)
  if (odd === undefined) return answer(200, await sound(), {}, party.program.answer?.guise)
  await odd.answer({
    ...oddly(incoming, entry),
    sound,
    elsewhere: (how) => elsewhere(reading, how),
    lure: lureOf(state, partyId),
    first,
  })
}

const noReading: Reading = { partyId: '', form: 'byQuery' }

/** Parties of the lab itself are entered when somebody first asks for them, since their certificates are made then. */
const enterCounterparties = async ({ counterparties, parties }: WorldState, readings: readonly string[]) => {
  for (const { partyId, identity, redirectUris } of Object.values(counterparties)) {
    if (!readings.includes(partyId) || parties.has(partyId)) continue
    const record = recordOf((await identity()).speaker, redirectUris && { redirect_uris: [...redirectUris] })
    parties.set(partyId, { program: { partyId, record }, lookups: 0 })
  }
}

/** Answers at the place that a redirect names: no bearer is asked for, and the status is Active. */
export const answerElsewhere = async (state: WorldState, incoming: LabRequest, rest: string): Promise<void> => {
  const [how, form, ...id] = rest.split('/')
  const partyId = decoded(id.join('/'))
  const party = state.parties.get(partyId)
  const entry = state.ledger.add({ ...seen(incoming), kind: 'other', subject: partyId })
  entry.status = party === undefined ? 404 : 200
  if (party === undefined) return sendJson(incoming.response, 404, '{"error":"unknown_party"}')
  const record = { ...party.program.record, status: 'Active' }
  const sound: ProgrammedParty = { program: { partyId, record }, lookups: 0 }
  const names = state.names.answers[form === 'byPath' ? form : 'byQuery']
  const body =
    how === 'plain'
      ? JSON.stringify(writtenRecord(record, names.recordFields))
      : await partiesAnswer(state, sound, record, state.targetPartyId, names)
  sendJson(incoming.response, 200, body)
}
