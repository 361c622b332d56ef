import type { AnswerGuise } from '../../contracts/lab-protocol.js'
import { answerToken, breaking } from '../counterparty/token-endpoint.js'
import { type LabRequest, pathsBelow, seen, sendJson } from '../http/request.js'
import { lureOf } from '../misbehaviour/misbehaviour.js'
import { redirecting } from '../misbehaviour/odd-answers.js'
import type { WorldState } from '../storage/state.js'
import { answerElsewhere, answerLookup, lookedUp, type Reading } from './lookup.js'
import { answerTrustedList } from './trusted-list.js'

/** Path prefix of the Participant Registry on the world's first listener. */
export const registryPrefix = '/participant-registry'

const elsewherePrefix = '/elsewhere/'

/** Answers a request at the Participant Registry. `baseUrl` is its base as the target reaches it. */
export const answerRegistry = async (state: WorldState, incoming: LabRequest, baseUrl: string): Promise<void> => {
  const paths = pathsBelow(incoming.path, registryPrefix)
  const elsewhere = paths.find((path) => path.startsWith(elsewherePrefix))
  const isToken = paths.includes(state.names.tokenPath)
  const readings = paths.flatMap((path) => lookedUp(state, incoming, path))
  const out = (state.outage.at ?? 'registry') === 'registry' ? state.outage : {}
  if (out.reset) {
    const kind = isToken ? 'registry-token' : readings.length > 0 ? 'party-lookup' : 'other'
    state.ledger.add({ ...seen(incoming), kind, ...(readings[0]?.partyId && { subject: readings[0].partyId }) })
    return incoming.reset()
  }
  if (isToken)
    return answerToken(state, incoming, {
      kind: 'registry-token',
      tokens: state.tokens,
      guise: out.tokenForm ?? nextForm(state.tokenAnswers),
      ...(out.tokenStatus !== undefined && { failing: out.tokenStatus }),
      ...(out.tokenReset && { odd: breaking(lureOf(state, 'registry-token')) }),
      ...(out.tokenRedirect !== undefined && {
        odd: { answer: redirecting(out.tokenRedirect), lure: lureOf(state, 'registry-token'), first: true },
      }),
    })
  if (elsewhere !== undefined) return answerElsewhere(state, incoming, elsewhere.slice(elsewherePrefix.length))
  if (readings.length > 0) {
    const place = ({ partyId, form }: Reading, how: string): string =>
      `${baseUrl}${elsewherePrefix}${how}/${form}/${encodeURIComponent(partyId)}`
    return answerLookup(state, incoming, readings, place)
  }
  const { trustedList } = state.names
  if (trustedList && paths.includes(trustedList.path)) return answerTrustedList(state, incoming, trustedList.tokenField)
  state.ledger.add({ ...seen(incoming), kind: 'other' }).status = 404
  sendJson(incoming.response, 404, '{"error":"not_found"}')
}

/** The usual form comes last. */
const nextForm = (answers: WorldState['tokenAnswers']): AnswerGuise | undefined => {
  answers.given += 1
  return answers.forms[(answers.given - 1) % (answers.forms.length + 1)]
}
