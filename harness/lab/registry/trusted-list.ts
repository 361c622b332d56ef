import { createHash, X509Certificate } from 'node:crypto'
import type { JsonObject } from '../../contracts/json.js'
import { signedToken } from '../counterparty/signed-token.js'
import { answering } from '../http/answering.js'
import { type LabRequest, seen } from '../http/request.js'
import type { WorldState } from '../storage/state.js'
import { signingContext } from './parties-token.js'

/** Answers with the roots on the trusted list, signed, where the preset has that (the text leaves its form open, L229). */
export const answerTrustedList = async (state: WorldState, incoming: LabRequest, tokenField: string): Promise<void> => {
  const { bearer, party } = state.tokens.read(incoming.request.headers.authorization)
  const entry = state.ledger.add({
    ...seen(incoming),
    kind: 'other',
    bearer,
    ...(party === undefined ? {} : { caller: party }),
  })
  const answer = answering(incoming, entry)
  if (incoming.method !== 'GET') return answer(405, '{"error":"invalid_request"}', { allow: 'GET' })
  if (bearer === 'expired' || bearer === 'unknown')
    return answer(401, '{"error":"invalid_token"}', { 'www-authenticate': 'Bearer error="invalid_token"' })
  const members = { trusted_list: state.roots.map(listed) }
  const order = { members, audience: party ?? state.targetPartyId, mutation: undefined, guise: undefined }
  const token = await signedToken(signingContext(state, state.registry.partyId), order)
  answer(200, JSON.stringify({ [tokenField]: token }))
}

const listed = (der: Buffer): JsonObject => ({
  subject: new X509Certificate(der).subject.replaceAll('\n', ', '),
  certificate_fingerprint: createHash('sha256').update(der).digest('hex').toUpperCase(),
  validity: 'valid',
  status: 'granted',
})
