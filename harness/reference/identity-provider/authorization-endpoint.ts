import type { FaultName } from '../../faults/faults.js'
import { BoundedMap } from '../engine/bounded-map.js'
import type { Answer, Received } from '../engine/received.js'
import { Refusal } from '../engine/refusal.js'
import { obey, type Rulebook, withFaults } from '../engine/rule.js'
import { failurePage } from '../pages/page.js'
import { RegistryFailure } from '../registry/transport.js'
import { namedParties } from '../token-endpoint/named-parties.js'
import { withVariants } from '../token-endpoint/request-variants.js'
import type { ResourceTools } from '../token-endpoint/resource.js'
import { rulesOf } from '../token-endpoint/rules.js'
import type { TokenRequest } from '../token-endpoint/token-request.js'
import { Authorisation } from './authorisation.js'
import { answerToClient } from './authorization-answer.js'
import type { Logins } from './logins.js'
import { flowRules, leavingPkceToClients } from './rules/authorisation.js'
import { leavingLoopbackPorts, redirectRules } from './rules/redirect.js'
import { requestRules } from './rules/request.js'
import { chosenLoginVariants, type LoginVariant } from './variants.js'

interface Rulebooks {
  readonly faults: ReadonlySet<FaultName>
  readonly request: Rulebook<Authorisation>
  /** Those of the token endpoint about the registry and its record. */
  readonly client: Rulebook<TokenRequest>
  readonly redirect: Rulebook<Authorisation>
  readonly flow: Rulebook<Authorisation>
}

/** Registered addresses that are remembered at most. */
const mostAddresses = 20_000

/** What of a request goes on with its login. */
const carriedOn = [
  'clientId',
  'redirectUri',
  'state',
  'prompts',
  'maxAge',
  'challenge',
  'method',
  'withoutPkce',
  'codeOf',
  'sentOnBy',
  'pagesSayWhere',
  'pagesSayWho',
  'takesStrangers',
  'hinted',
  'hintedInSession',
  'shares',
  'waitsUnder',
  'forgetsErrors',
  'tellsToken',
  'keepsNames',
  'keepsHuman',
  'answerAt',
  'answerer',
  'byForm',
] as const
type CarriedOn = Pick<Authorisation, (typeof carriedOn)[number]>

/** Where humans are sent to log in (L281–286). Every party that the registry knows may send them, without registration. */
export class AuthorizationEndpoint {
  readonly #tools: ResourceTools
  readonly #logins: Pick<Logins, 'begin'>
  readonly #variants: ReadonlySet<LoginVariant>
  readonly #books = new Map<string, Rulebooks>()
  readonly #everRegistered = new BoundedMap<true>(mostAddresses)

  constructor(tools: ResourceTools, logins: Pick<Logins, 'begin'>) {
    this.#tools = tools
    this.#logins = logins
    this.#variants = chosenLoginVariants(tools.variants)
  }

  /** Never throws for anything that a client can send. */
  async answer(received: Received): Promise<Answer> {
    const books = this.#booksFor(received)
    const request = new Authorisation(received, this.#tools.participant, books.faults, this.#everRegistered)
    try {
      await obey(books.request, request)
      await obey(books.client, request.client, request.client.excused)
      for (const uri of request.registered) this.#everRegistered.set(uri, true)
      await obey(books.redirect, request)
      await obey(books.flow, request)
      return this.#begin(request)
    } catch (error) {
      return this.#refused(error, request)
    }
  }

  #begin(request: Authorisation): Answer {
    const [nonce, scope = ''] = ['nonce', 'scope'].map((name) => request.parameter(name))
    const going = Object.fromEntries(carriedOn.map((name) => [name, request[name]])) as CarriedOn
    return this.#logins.begin({ ...going, nonce, scope }, request.received)
  }

  #refused(error: unknown, request: Authorisation): Answer {
    if (error instanceof RegistryFailure)
      return failurePage(400, `The registry could not be consulted: ${error.problem}.`)
    if (!(error instanceof Refusal)) {
      process.stderr.write(`refused because of an error: ${error instanceof Error ? error.stack : String(error)}\n`)
      return failurePage(400, 'The request cannot be read.')
    }
    if (request.strays && !request.client.record) request.redirectUri = request.parameter('redirect_uri') ?? ''
    if (request.redirectUri === '') return failurePage(error.status === 405 ? 405 : 400, error.message)
    const error_description = error.message
    const name = error.error === 'invalid_client' ? 'invalid_request' : error.error
    return answerToClient(request, { error: name, error_description })
  }

  #booksFor(received: Received): Rulebooks {
    const { plan, variants } = this.#tools
    const faults = plan.perParty ? plan.for(namedParties(received).clients) : plan.everywhere
    const name = [...faults].join()
    const known = this.#books.get(name)
    if (known) return known
    const { lookup, afterLookup } = withVariants(rulesOf('registry'), variants)
    const record = afterLookup.filter(({ topic }) => topic === 'record')
    const books = {
      faults,
      request: withFaults(requestRules, faults),
      client: withFaults([...lookup, ...record], faults),
      redirect: withFaults(
        this.#variants.has('takes-any-loopback-port') ? leavingLoopbackPorts : redirectRules,
        faults,
      ),
      flow: withFaults(this.#variants.has('needs-no-challenge') ? leavingPkceToClients : flowRules, faults),
    }
    this.#books.set(name, books)
    return books
  }
}
