import type { Counterparty } from '../counterparty/counterparty.js'
import { answerToken, breaking } from '../counterparty/token-endpoint.js'
import { type LabRequest, pathsBelow, seen, sendJson } from '../http/request.js'
import { lureOf } from '../misbehaviour/misbehaviour.js'
import { redirecting } from '../misbehaviour/odd-answers.js'
import type { WorldState } from '../storage/state.js'
import { answerDelegation, answerEvidenceElsewhere } from './delegation.js'

const elsewherePrefix = '/elsewhere/'

/** Answers a request at the lab's AuthorisationRegistry or EntitledParty; `prefix` is its path on the first listener. */
export const answerEvidenceRegistry = async (
  state: WorldState,
  incoming: LabRequest,
  asked: Counterparty,
  prefix: string,
): Promise<void> => {
  const { names, outage } = state
  const paths = pathsBelow(incoming.path, prefix)
  const isToken = paths.includes(names.delegation.tokenPath)
  const isDelegation = paths.includes(names.delegation.path)
  const counterparty = asked.partyId
  const out = outage.at === 'evidence' ? outage : {}
  if (out.reset) {
    const kind = isToken ? 'evidence-token' : isDelegation ? 'delegation' : 'other'
    state.ledger.add({ ...seen(incoming), kind, counterparty })
    return incoming.reset()
  }
  if (isToken)
    return answerToken(state, incoming, {
      kind: 'evidence-token',
      tokens: asked.tokens,
      counterparty,
      guise: out.tokenForm,
      ...(out.tokenStatus !== undefined && { failing: out.tokenStatus }),
      ...(out.tokenReset && { odd: breaking(lureOf(state, 'evidence-token')) }),
      ...(out.tokenRedirect !== undefined && {
        odd: { answer: redirecting(out.tokenRedirect), lure: lureOf(state, 'evidence-token'), first: true },
      }),
    })
  const elsewhere = paths.find((path) => path.startsWith(elsewherePrefix))
  if (elsewhere !== undefined)
    return answerEvidenceElsewhere(state, incoming, asked, elsewhere.slice(elsewherePrefix.length))
  if (isDelegation)
    return answerDelegation(
      state,
      incoming,
      asked,
      (subject, form) => `${asked.baseUrl}${elsewherePrefix}${form}/${encodeURIComponent(subject)}`,
    )
  state.ledger.add({ ...seen(incoming), kind: 'other', counterparty }).status = 404
  sendJson(incoming.response, 404, '{"error":"not_found"}')
}
