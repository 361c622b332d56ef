import { html } from '../../html.js'
import { type LabRequest, readBody, seen } from '../http/request.js'
import type { WorldState } from '../storage/state.js'
import { page, sendPage } from './page.js'

/** The redirect URI of every relying party of the lab: the answer is read from the address of the browser. */
export const answerCallback = async (state: WorldState, incoming: LabRequest): Promise<void> => {
  await readBody(incoming.request)
  const { partyId: counterparty } = state.counterparties.relyingParty
  state.ledger.add({ ...seen(incoming), kind: 'other', counterparty }).status = 200
  sendPage(incoming.response, 200, page('Relying party', html`<p>The answer of the identity provider has arrived.</p>`))
}
