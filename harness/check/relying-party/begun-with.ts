import { decodeJwt, memberOf } from '../../wire/decode.js'
import type { Exchange, HttpRequest } from '../../wire/types.js'
import { parametersOf } from '../meeting.js'
import type { World } from '../world.js'
import { isAtLab } from './window.js'

/** What a request for authorization says under a name, in a request object or beside it. */
function said(request: HttpRequest, name: string): unknown {
  const parameters = parametersOf(request)
  const { payload } = decodeJwt(parameters.get('request') ?? '')
  return memberOf(payload, name) ?? parameters.get(name) ?? undefined
}

/** `state` of each request for authorization that a window brought to the lab, oldest first; one that came twice counts once. */
export function statesIn(world: World, exchanges: readonly Exchange[]): readonly unknown[] {
  const requests = exchanges
    .map(({ request }) => request)
    .filter((request) => isAtLab(world, request.url) && said(request, 'response_type') !== undefined)
  const values = ['state', 'nonce', 'code_challenge']
  const begun = new Map(requests.map((one) => [JSON.stringify(values.map((name) => said(one, name))), one]))
  return [...begun.values()].map((request) => said(request, 'state'))
}
