import { elementsOf, type Json, type JsonObject } from '../../contracts/json.js'
import { type DelegationTokenName, delegationTokens } from '../../mutations/delegation-token.js'
import type { PartiesTokenContext, PartiesTokenMutation } from '../../mutations/parties-token.js'
import { memberOf } from '../../wire/decode.js'
import { spelled } from '../../wire/member-case.js'
import { type Counterparty, signerOf } from '../counterparty/counterparty.js'
import { signedToken } from '../counterparty/signed-token.js'
import { answering, oddly } from '../http/answering.js'
import { decoded, type LabRequest, labelOf, readBody, seen, sendJson } from '../http/request.js'
import { issuedBy } from '../http/shown.js'
import { lureOf, misbehaviourNamed } from '../misbehaviour/misbehaviour.js'
import { passingAs, revokedAs } from '../registry/parties-token.js'
import { hosting } from '../storage/hosting.js'
import { changeCertificate, type ProgrammedEvidence, type WorldState } from '../storage/state.js'
import { readDelegation } from './forwarded.js'

/** The row of that name, or none for sound evidence. */
export const delegationTokenNamed = (name: string | undefined): PartiesTokenMutation | undefined =>
  name !== undefined && Object.hasOwn(delegationTokens, name)
    ? delegationTokens[name as DelegationTokenName]
    : undefined

/** Body of a request for evidence at most: what a target forwards stays far below. */
const bodyLimit = 8 * 1024 * 1024

/** Answers a request for evidence as the consumer that it is about was programmed. `elsewhere` gives the URL of the same answer for a redirect. */
export const answerDelegation = async (
  state: WorldState,
  incoming: LabRequest,
  asked: Counterparty,
  elsewhere: (subject: string, form: 'signed' | 'plain') => string,
): Promise<void> => {
  const { request } = incoming
  const text = (await readBody(request, bodyLimit)).toString('utf8')
  const read = readDelegation(text, state.names.delegation, state.roots)
  const { bearer, party: caller } = asked.tokens.read(request.headers.authorization)
  const entry = state.ledger.add({
    ...seen(incoming),
    ...labelOf(incoming),
    kind: 'delegation',
    counterparty: asked.partyId,
    bearer,
    body: read.body,
    forwarded: read.forwarded,
    ...(read.subject !== undefined && { subject: read.subject }),
    ...(caller !== undefined && { caller }),
    ...(bearer === 'unknown' && issuedBy(incoming)),
  })
  const answer = answering(incoming, entry)
  if (incoming.method !== 'POST') return answer(405, '{"error":"invalid_request"}', { allow: 'POST' })
  // Who brings no token at all is answered, as at the registry: that is for the ledger and the check that reads it.
  if (bearer === 'expired' || bearer === 'unknown') {
    changeCertificate(state, incoming, 'tlsCertificateAfterRefusal')
    return answer(401, '{"error":"invalid_token"}', { 'www-authenticate': 'Bearer error="invalid_token"' })
  }
  const found = state.evidence.get(read.subject ?? '')
  const programmed = found?.program.asAsked ? told(found, read.body) : found
  if (found === undefined || programmed === undefined) return answer(404, '{"error":"no_evidence"}')
  found.asked += 1
  const first = found.asked === 1
  const { program } = programmed
  if (program.token !== undefined || program.body !== undefined) entry.wrong = true
  const sound = (): Promise<string> => evidenceAnswer(state, asked, programmed, caller ?? state.targetPartyId)
  const odd = misbehaviourNamed(program.transport)
  if (odd === undefined)
    return program.evidence === null && program.body === undefined
      ? answer(404, '{"error":"no_evidence"}')
      : answer(200, await sound(), {}, program.guise)
  await odd.answer({
    ...oddly(incoming, entry),
    sound,
    elsewhere: (form) => elsewhere(program.subject, form),
    lure: lureOf(state, program.subject),
    first,
  })
}

/** The evidence about what a request names; none where it names nothing of it. */
function told(programmed: ProgrammedEvidence, body: Json): ProgrammedEvidence | undefined {
  const { program } = programmed
  const request = JSON.stringify(body)
  const sets = elementsOf(memberOf(program.evidence, 'policySets')).filter((set) =>
    elementsOf(memberOf(set, 'policies'))
      .flatMap((policy) => elementsOf(memberOf(memberOf(memberOf(policy, 'target'), 'resource'), 'identifiers')))
      .some((identifier) => request.includes(JSON.stringify(identifier))),
  )
  const evidence = { ...(program.evidence as JsonObject), policySets: sets }
  return sets.length === 0 ? undefined : { ...programmed, program: { ...program, evidence } }
}

/** Answers at the place that a redirect names, whatever the method: no bearer is asked for. */
export const answerEvidenceElsewhere = async (
  state: WorldState,
  incoming: LabRequest,
  asked: Counterparty,
  rest: string,
): Promise<void> => {
  const slash = rest.indexOf('/')
  const subject = decoded(rest.slice(slash + 1))
  const programmed = state.evidence.get(subject)
  const entry = state.ledger.add({ ...seen(incoming), kind: 'other', subject, counterparty: asked.partyId })
  entry.status = programmed === undefined ? 404 : 200
  if (programmed === undefined) return sendJson(incoming.response, 404, '{"error":"no_evidence"}')
  const body =
    rest.slice(0, slash) === 'plain'
      ? JSON.stringify(plain(state, programmed))
      : await evidenceAnswer(state, asked, programmed, state.targetPartyId)
  sendJson(incoming.response, 200, body)
}

const plain = ({ names: { delegation } }: WorldState, { program }: ProgrammedEvidence): JsonObject => ({
  [delegation.evidenceField]:
    delegation.memberCase === 'camel' ? program.evidence : spelled(program.evidence, delegation.memberCase),
})

/** JSON of the answer, signed now where the preset signs it. `caller` becomes the audience. */
const evidenceAnswer = async (
  state: WorldState,
  asked: Counterparty,
  programmed: ProgrammedEvidence,
  caller: string,
): Promise<string> => {
  const { program } = programmed
  if (program.body !== undefined) return program.body
  const { delegation, answers } = state.names
  const record = plain(state, programmed)
  if (delegation.answer === 'evidence') return JSON.stringify(record)
  const mutation = delegationTokenNamed(program.token)
  const { untrusted } = await asked.identity()
  const signer = await signerOf(asked, program.guise)
  const context: PartiesTokenContext = {
    signer,
    participant: state.participant,
    untrusted,
    furtherCertificate: (kind) => passingAs(state, asked.partyId, kind),
    host: hosting(state),
    revokedCertificate: () => revokedAs(state, asked.partyId),
    client: () => passingAs(state, program.subject),
    stranger: (partyId) => passingAs(state, partyId),
    record,
    names: { ...answers.byQuery.recordFields, token: delegation.tokenField },
  }
  const token = await signedToken(context, { members: record, audience: caller, mutation, guise: program.guise })
  return JSON.stringify(mutation?.body?.(token, context) ?? ({ [delegation.tokenField]: token } satisfies Json))
}
