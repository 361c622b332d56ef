import type { Json } from '../../../contracts/json.js'
import { endsQuotes, folded, resolved } from '../../encoding/slips.js'
import { party } from '../../engine/fault.js'
import { type Check, unless } from '../../engine/rule.js'
import { rule, type TokenRequest } from '../token-request.js'
import { knowing } from './keeping.js'

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

const beginAlike = (one: Json | undefined, other: Json | undefined): boolean =>
  String(one).slice(0, 64) === String(other).slice(0, 64)

/** Of one length, and the same but for the last character. */
const alikeButForTheLast = (one: string, other: Json | undefined): boolean =>
  isText(other) && one.length === other.length && one.slice(0, -1) === other.slice(0, -1)

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

/** Does something with the first party that is named elsewhere than it counts, and authenticates the right one. */
const using =
  (
    named: (request: TokenRequest) => readonly (Json | undefined)[],
    use: (request: TokenRequest, named: string) => void,
  ) =>
  (right: Check<TokenRequest>) =>
  (request: TokenRequest) => {
    const first = named(request).find(isText)
    if (first !== undefined) use(request, first)
    return right(request)
  }

const claimed = (request: TokenRequest): readonly (Json | undefined)[] =>
  ['client_id', 'azp', 'party_id', 'preferred_username'].map((name) => request.claim(name))

/** `iss` to a reader that ignores the letter case of names. */
const inCapitals = (request: TokenRequest): readonly (Json | undefined)[] => [request.claim('ISS')]

function lookUp(request: TokenRequest, named: string): void {
  request.lookedUp = named
  request.excuse('matching')
}

function issueTo(request: TokenRequest, named: string): void {
  request.grantedTo = named
}

/** Who the assertion speaks for: `iss`, `sub` and `client_id` are one and the same (L200, L254, L255, L263). */
export const identityRules = [
  rule('issuer', 'iss and sub are there', (request) => iss(request) !== undefined && sub(request) !== undefined, {
    'accepts-missing-iss': party(
      'takes an assertion without iss or sub',
      filling((value) => value === undefined),
    ),
  }),
  rule('issuer', 'iss and sub are texts', (request) => isText(iss(request)) && isText(sub(request)), {
    'coerces-iss': party(
      'turns iss and sub of other JSON types into strings',
      filling((value) => value !== undefined && typeof value !== 'string'),
    ),
  }),
  rule('issuer', 'sub equals iss', (request) => sub(request) === iss(request), {
    'ignores-sub': party(
      'does not compare sub with iss',
      unless((request) => iss(request) === request.clientId),
    ),
    'compares-64-characters-of-sub': party(
      'compares the first 64 characters of sub with those of iss',
      unless((request) => beginAlike(sub(request), iss(request))),
    ),
    'normalises-sub': party(
      'trims and folds sub before it compares',
      unless((request) => normalised(String(sub(request))) === normalised(String(iss(request)))),
    ),
    'reads-sub-as-url': party(
      'compares sub with iss as addresses',
      unless((request) => resolved(String(sub(request))) === resolved(String(iss(request)))),
    ),
    'trusts-sub': party(
      'authenticates sub and does not read iss',
      unless((request) => {
        // Where no client_id is asked for, the client is whom sub names, too.
        if (!request.parameters.has('client_id')) request.clientId = String(sub(request))
        if (sub(request) !== request.clientId) return false
        request.claims = request.claims.with('iss', sub(request))
        return true
      }),
    ),
  }),
  rule('issuer', 'client_id equals iss', (request) => request.clientId === iss(request), {
    'ignores-client-id': party(
      'does not compare client_id with iss',
      unless((request) => normalised(request.clientId) !== normalised(String(iss(request)))),
    ),
    'believes-known-client-id': party(
      'does not compare client_id with iss where it has let that client in before',
      knowing(({ clientId }) => clientId),
    ),
    'compares-64-characters-of-client-id': party(
      'compares the first 64 characters of client_id with those of iss',
      unless((request) => beginAlike(request.clientId, iss(request))),
    ),
    'ignores-last-character-of-client-id': party(
      'does not compare the last character of client_id with that of iss',
      unless((request) => alikeButForTheLast(request.clientId, iss(request))),
    ),
    'obeys-test-parameters': party(
      'does not compare client_id with iss where a parameter asks for less care',
      unless((request) =>
        ['debug', 'test', 'trusted', 'skip_verification'].some((name) => request.parameter(name) === 'true'),
      ),
    ),
    'finds-client-id-in-iss': party(
      'takes a client_id that is a part of iss',
      unless((request) => request.clientId !== '' && String(iss(request)).includes(request.clientId)),
    ),
    'takes-client-id-for-pattern': party(
      'takes a client_id that is a pattern which iss fits',
      unless((request) => ['.*', '%'].includes(request.clientId)),
    ),
    'takes-client-id-into-query': party(
      'compares client_id by a query into which it puts it as it is',
      unless((request) => endsQuotes(request.clientId)),
    ),
    'normalises-client-id': party(
      'trims and folds client_id before it compares',
      unless((request) => normalised(request.clientId) === normalised(String(iss(request)))),
    ),
    'normalises-iss': party(
      'trims and folds iss, and goes on with client_id where that is the same then',
      unless((request) => {
        if (request.clientId === iss(request)) return false
        if (normalised(request.clientId) !== normalised(String(iss(request)))) return false
        request.claims = request.claims.with('iss', request.clientId)
        return true
      }),
    ),
    'forward-as-assertion': party(
      'takes a JWT as the client assertion of the party that it is addressed to',
      unless(takeForwarded),
    ),
  }),
  rule(
    'issuer',
    'the client is another party than this server',
    (request) => iss(request) !== request.participant.kit.partyId,
    {
      'trusts-own-name': party(
        'asks nobody about a client that calls itself by its own name, or by that of the registry',
        unless((request) => {
          const { partyId, participantRegistry } = request.participant.kit
          const isOwn = [partyId, participantRegistry.partyId].includes(String(iss(request)))
          return isOwn && request.excuse('lookup', 'parties token', 'record', 'matching', 'code')
        }),
      ),
    },
  ),
  rule('issuer', 'the party of iss is authenticated', (request) => authenticate(request, iss(request)), {
    'looks-up-claimed-client': party('looks up the client that a further claim names', using(claimed, lookUp)),
    'looks-up-issuer-in-capitals': party('looks up the party that a claim ISS names', using(inCapitals, lookUp)),
    'issues-token-to-claimed-client': party(
      'issues the access token to the client that a further claim names',
      using(claimed, issueTo),
    ),
    'issues-token-to-issuer-in-capitals': party(
      'issues the access token to the party that a claim ISS names',
      using(inCapitals, issueTo),
    ),
    'issues-token-to-named-subject': party(
      'issues the access token to the party that a further parameter names',
      using(
        ({ parameters }) => ['party_id', 'subject', 'username', 'iss'].map((name) => parameters.get(name)?.[0]),
        issueTo,
      ),
    ),
  }),
]
