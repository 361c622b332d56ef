import type { Json } from '../../contracts/json.js'
import type { FaultName } from '../../faults/faults.js'
import { decodeForm, type Parameters } from '../encoding/form.js'
import type { Received } from '../engine/received.js'
import type { Participant } from '../participant/participant.js'
import { TokenRequest } from '../token-endpoint/token-request.js'
import type { Flow } from './flow.js'

/** An authorization request on its way through the rules (OpenID Connect Core §3.1.2.1); each rule fills in what later ones need. */
export class Authorisation {
  readonly received: Received
  /** Carries the client through the rules about the registry. */
  readonly client: TokenRequest
  /** Read by a fault alone. */
  readonly everRegistered: ReadonlyMap<string, true>
  parameters: Parameters
  clientId = ''
  /** Where the answer goes; empty as long as nobody may be sent there. */
  redirectUri = ''
  /** What the answer brings back to the client. */
  state: string | undefined
  challenge: string | undefined
  method: 'S256' | 'plain' = 'S256'
  withoutPkce = false
  codeOf: Flow['codeOf'] = (random) => random
  sentOnBy: Flow['sentOnBy'] = 303
  pagesSayWhere = false
  pagesSayWho = false
  takesStrangers = false
  shares: Flow['shares']
  waitsUnder: Flow['waitsUnder']
  forgetsErrors = false
  tellsToken = false
  hinted: Flow['hinted']
  hintedInSession: Flow['hintedInSession']
  /** Where an answer goes, with its parameters: the query of the redirect URI stays (RFC 6749 §3.1.2). */
  answerAt: Flow['answerAt'] = (redirectUri, parameters) => {
    const url = new URL(redirectUri)
    for (const [name, value] of parameters) url.searchParams.set(name, value)
    return url.href
  }
  keepsNames = false
  keepsHuman = false
  /** Whether the error of a client that nobody knows goes wherever it says. */
  strays = false
  /** Who the answer says that it is from. */
  answerer: string
  prompts: Flow['prompts'] = new Set()
  maxAge: Flow['maxAge']

  /** @param everRegistered The addresses that the registry named for anybody so far. */
  constructor(
    received: Received,
    participant: Participant,
    faults: ReadonlySet<FaultName>,
    everRegistered: ReadonlyMap<string, true>,
  ) {
    this.received = received
    this.everRegistered = everRegistered
    this.answerer = participant.kit.partyId
    this.client = new TokenRequest(received, participant, faults)
    this.parameters = decodeForm(received.method === 'POST' ? received.body.toString() : received.query)
  }

  /** The only value of a parameter. */
  parameter(name: string): string | undefined {
    return this.parameters.get(name)?.[0]
  }

  /** Whether the browser posts the answer. */
  get byForm(): boolean {
    return this.parameter('response_mode') === 'form_post'
  }

  /** The addresses that the registry names for the client. */
  get registered(): readonly string[] {
    return redirectUrisOf(this.client)
  }
}

/** The addresses that the registry names for the sender of a request. */
export function redirectUrisOf({ record }: TokenRequest): readonly string[] {
  const { redirect_uris: uris } = record ?? {}
  const list = Array.isArray(uris) ? (uris as readonly Json[]) : []
  return list.filter((uri): uri is string => typeof uri === 'string')
}
