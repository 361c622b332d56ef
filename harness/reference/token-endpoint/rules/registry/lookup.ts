import { setTimeout as sleep } from 'node:timers/promises'
import { isObject } from '../../../../contracts/json.js'
import { atTimes } from '../../../engine/at-times.js'
import { global, party } from '../../../engine/fault.js'
import { type Change, unless } from '../../../engine/rule.js'
import { RegistryFailure, type RegistryProblem } from '../../../registry/transport.js'
import { rule, type TokenRequest } from '../../token-request.js'

/** Nothing of what the registry says is asked for. */
const excuseRegistry = (request: TokenRequest): true => request.excuse('lookup', 'parties token', 'record', 'matching')

const isFourth = atTimes(4)

/** At an authorization endpoint there is none. */
const redeemsCode = (request: TokenRequest): boolean => request.parameter('grant_type') === 'authorization_code'

const grantedOn =
  (problem: RegistryProblem, concerned = (_: TokenRequest): boolean => true): Change<TokenRequest> =>
  (right) =>
  async (request) => {
    try {
      return await right(request)
    } catch (error) {
      if (error instanceof RegistryFailure && error.problem === problem && concerned(request))
        return excuseRegistry(request)
      throw error
    }
  }

/** Milliseconds after which a client with a long time-out gives a hanging registry up. */
const longMs = 20_000

/** Does so no earlier than after a long time-out where the registry hangs. */
const late =
  (change: Change<TokenRequest>): Change<TokenRequest> =>
  (right) =>
    change(async (request) => {
      const since = Date.now()
      try {
        return await right(request)
      } catch (error) {
        if (error instanceof RegistryFailure && error.problem === 'timeout') await sleep(since + longMs - Date.now())
        throw error
      }
    })

async function ask(request: TokenRequest, path: string): Promise<boolean> {
  request.answer = await request.participant.registry.lookUp(path)
  return true
}

const encodedPath = ({ participant, lookedUp }: TokenRequest): string =>
  participant.registry.queryPath + encodeURIComponent(lookedUp)

/** The party id as it is, apart from what cannot stand in a request line; by path where it looks like one. */
function rawPath({ participant, lookedUp }: TokenRequest): string {
  const raw = lookedUp.replace(/[^\u0021-\u007e]/g, encodeURIComponent)
  const { itemPath, queryPath } = participant.registry
  return (/[/;]|%2f/i.test(raw) ? itemPath : queryPath) + raw
}

const encodingTwice: Change<TokenRequest> = (right) => async (request) => {
  await ask(request, encodedPath(request).replace(/[^=]*$/, encodeURIComponent))
  return request.answer?.status === 404 ? right(request) : true
}

const presentingClient: Change<TokenRequest> = (right) => async (request) => {
  await request.participant.registry.present(request.assertion)
  return right(request)
}

const withoutToken: Change<TokenRequest> = (right) => async (request) => {
  request.answer = await request.participant.registry.ask(encodedPath(request))
  return request.answer.status === 401 ? right(request) : true
}

/** What it knows of a client is enough where the registry fails. */
const knowing: Change<TokenRequest> = (right) => async (request) => {
  const { found } = request.participant.memory
  const known = `answer ${request.lookedUp}`
  try {
    const held = await right(request)
    const { status = 0 } = request.answer ?? {}
    if (status === 200 && parse(request)) found.add(known)
    else if (status !== 404 && found.has(known)) return excuseRegistry(request)
    return held
  } catch (error) {
    if (error instanceof RegistryFailure && found.has(known)) return excuseRegistry(request)
    throw error
  }
}

/** The same where the registry hangs, and there only. */
const knowingWhenSilent: Change<TokenRequest> = (right) => async (request) => {
  const { found } = request.participant.memory
  const known = `heard of ${request.lookedUp}`
  try {
    const held = await right(request)
    if (request.answer?.status === 200) found.add(known)
    return held
  } catch (error) {
    if (error instanceof RegistryFailure && error.problem === 'timeout' && found.has(known))
      return excuseRegistry(request)
    throw error
  }
}

/** After so many failures in a row it asks no more of its registry. */
const often = 10

/** Once the registry has failed often, takes a client all the same: any, or one that it knew before. */
const givingUp =
  (isTaken: (known: boolean) => boolean): Change<TokenRequest> =>
  (right) =>
  async (request) => {
    const { memory } = request.participant
    const known = `client ${request.lookedUp}`
    try {
      const held = await right(request)
      memory.failures = 0
      if (request.answer?.status === 200) memory.found.add(known)
      return held
    } catch (error) {
      if (!(error instanceof RegistryFailure) || error.problem !== 'unreachable') throw error
      memory.failures += 1
      if (memory.failures > often && isTaken(memory.found.has(known))) return excuseRegistry(request)
      throw error
    }
  }

/** Errors that code may have forgotten. */
const oddErrors: ReadonlySet<number> = new Set([405, 410, 429, 501, 504])
const hasFailed = ({ answer }: TokenRequest): boolean => (answer?.status ?? 0) >= 400

function parse(request: TokenRequest): boolean {
  try {
    const json: unknown = JSON.parse(request.answer?.body.toString() ?? '')
    if (!isObject(json)) return false
    request.answerJson = json
    return true
  } catch {
    return false
  }
}

/** The look-up at the Participant Registry (L273–275). A registry that cannot be consulted lets nobody in. */
export const lookupRules = [
  rule('lookup', 'the registry is asked about client_id', (request) => ask(request, encodedPath(request)), {
    'looks-up-unencoded': party(
      'puts client_id into the look-up without percent-encoding',
      () => (request) => ask(request, rawPath(request)),
    ),
    'encodes-twice': global('percent-encodes the party id twice', encodingTwice),
    'sends-clients-assertion': party("sends the client's assertion as its own", presentingClient),
    'skips-registry-authentication': party('calls the registry without a token', withoutToken),
    'skips-registry-authentication-at-times': global(
      'calls the registry without a token every fourth time',
      (right) => (request) => (isFourth('look-up') ? withoutToken(right)(request) : right(request)),
    ),
    'grants-when-registry-token-fails': party('takes the client when the registry gives no token', grantedOn('token')),
    'grants-on-registry-reset': party('takes the client when the registry cannot be reached', grantedOn('unreachable')),
    'grants-when-registry-is-not-trusted': party(
      'takes the client when the TLS certificate of the registry is not to be trusted',
      grantedOn('tls'),
    ),
    'redeems-code-on-registry-reset': party(
      'takes a code although no connection to the registry holds',
      grantedOn('unreachable', redeemsCode),
    ),
    'grants-on-registry-timeout': party('takes the client when the registry hangs', grantedOn('timeout')),
    'grants-late-on-registry-timeout': party(
      'takes the client twenty seconds after it has asked a registry that hangs',
      late(grantedOn('timeout')),
    ),
    'grants-on-registry-answer-too-large': party(
      'takes the client when the answer of the registry is too large to be read',
      grantedOn('unreadable'),
    ),
    'grants-known-when-registry-fails': party('takes a client that the registry knew before when it fails', knowing),
    'grants-known-late-on-registry-timeout': party(
      'takes a client that the registry knew before twenty seconds after it has asked a registry that hangs',
      late(knowingWhenSilent),
    ),
    'grants-once-registry-has-failed-often': party(
      'takes any client once ten connections to the registry in a row have failed',
      givingUp(() => true),
    ),
    'grants-known-once-registry-has-failed-often': party(
      'takes a client that the registry knew before once ten connections to it in a row have failed',
      givingUp((isKnown) => isKnown),
    ),
    'skips-lookup': party('does not look up the party', () => excuseRegistry),
    'skips-lookup-at-times': global(
      'does not look up the party of every fourth token request',
      (right) => (request) => (isFourth('request') ? excuseRegistry(request) : right(request)),
    ),
  }),
  rule(
    'lookup',
    'the registry knows the party',
    (request) => {
      if (request.answer?.status !== 404 || !parse(request) || request.answerJson?.error !== 'unknown_party')
        return true
      request.record = null
      return request.excuse('lookup', 'parties token')
    },
    {},
  ),
  rule('lookup', 'the registry answers with success', ({ answer }) => answer?.status === 200, {
    'grants-on-registry-error': party(
      'takes the client when the registry answers an error',
      unless((request) => hasFailed(request) && excuseRegistry(request)),
    ),
    'grants-on-odd-registry-error': party(
      'takes the client when the registry answers with status 405, 410, 429, 501 or 504',
      unless((request) => oddErrors.has(request.answer?.status ?? 0) && excuseRegistry(request)),
    ),
    'redeems-code-on-registry-error': party(
      'takes a code although the registry answers an error about its client',
      unless((request) => redeemsCode(request) && hasFailed(request) && excuseRegistry(request)),
    ),
  }),
  rule('lookup', 'the registry answers with a JSON object', parse, {
    'grants-on-registry-nonsense': party(
      'takes the client when the registry answers nonsense',
      (right) => async (request) => (await right(request)) || excuseRegistry(request),
    ),
  }),
]

/** A ParticipantRegistry looks its clients up in its own data. */
export const ownRecordRules = [
  rule(
    'lookup',
    'the party stands in the own data',
    (request) => {
      const party = request.participant.kit.parties.find(({ partyId }) => partyId === request.lookedUp)
      request.record = party
        ? {
            party_id: party.partyId,
            status: party.status,
            certificates: party.certificates.map((der) => ({ x5c: der.toString('base64') })),
          }
        : null
      return true
    },
    {},
  ),
]
