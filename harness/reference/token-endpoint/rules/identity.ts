import type { Json } from '../../../json.js'
import { unless } from '../../engine/rule.js'
import { rule, type TokenRequest } from '../token-request.js'
import { folded } from './audience.js'

const iss = (request: TokenRequest): Json | undefined => request.claim('iss')
const sub = (request: TokenRequest): Json | undefined => request.claim('sub')
const isText = (value: Json | undefined): value is string => typeof value === 'string' && value !== ''

/** Gives a claim another value where it is of a certain kind, before the rule sees it. */
const filling =
  (odd: (value: Json | undefined) => boolean) =>
  (right: (request: TokenRequest) => boolean | Promise<boolean>) =>
  (request: TokenRequest): boolean | Promise<boolean> => {
    for (const name of ['iss', 'sub'])
      if (odd(request.claim(name))) request.claims = request.claims.with(name, request.clientId)
    return right(request)
  }

/** Trims, and folds case and look-alikes. */
const normalised = (id: string): string => folded(id).trim().toLowerCase()

function authenticate(request: TokenRequest, party: Json | undefined): boolean {
  request.issuer = String(party)
  request.lookedUp ||= request.issuer
  return true
}

/** Takes a JWT that somebody sent to the client as if it had come from there to this server. */
function takeForwarded(request: TokenRequest): boolean {
  const { claims, clientId, participant } = request
  if (claims.get('aud') !== clientId) return false
  request.claims = claims.with('aud', participant.kit.partyId)
  return true
}

/** Who the assertion speaks for: `iss`, `sub` and `client_id` are one and the same (L200, L254, L255, L263). */
export const identityRules = [
  rule('issuer', 'iss and sub are there', (request) => iss(request) !== undefined && sub(request) !== undefined, {
    'accepts-missing-iss': filling((value) => value === undefined),
  }),
  rule('issuer', 'iss and sub are texts', (request) => isText(iss(request)) && isText(sub(request)), {
    'coerces-iss': filling((value) => value !== undefined && typeof value !== 'string'),
  }),
  rule('issuer', 'sub equals iss', (request) => sub(request) === iss(request), {
    'ignores-sub': unless((request) => iss(request) === request.clientId),
    'trusts-sub': unless((request) => {
      if (sub(request) !== request.clientId) return false
      request.claims = request.claims.with('iss', sub(request))
      return true
    }),
  }),
  rule('issuer', 'client_id equals iss', (request) => request.clientId === iss(request), {
    'ignores-client-id': unless((request) => normalised(request.clientId) !== normalised(String(iss(request)))),
    'finds-client-id-in-iss': unless(
      (request) => request.clientId !== '' && String(iss(request)).includes(request.clientId),
    ),
    'takes-client-id-for-pattern': unless((request) => ['.*', '%'].includes(request.clientId)),
    'normalises-client-id': unless((request) => normalised(request.clientId) === normalised(String(iss(request)))),
    'forward-as-assertion': unless(takeForwarded),
  }),
  rule(
    'issuer',
    'the client is another party than this server',
    (request) => iss(request) !== request.participant.kit.partyId,
    {},
  ),
  rule('issuer', 'the party of iss is authenticated', (request) => authenticate(request, iss(request)), {}),
]
