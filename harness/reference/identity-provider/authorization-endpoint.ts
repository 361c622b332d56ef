import type { FaultName } from '../../faults/faults.js'
import { BoundedMap } from '../engine/bounded-map.js'
import type { Answer, Received } from '../engine/received.js'
import { Refusal } from '../engine/refusal.js'
import { obey, type Rulebook, withFaults } from '../engine/rule.js'
import { failurePage, redirect } from '../pages/page.js'
import { RegistryFailure } from '../registry/transport.js'
import { namedParties } from '../token-endpoint/named-parties.js'
import { withVariants } from '../token-endpoint/request-variants.js'
import type { ResourceTools } from '../token-endpoint/resource.js'
import { rulesOf } from '../token-endpoint/rules.js'
import type { TokenRequest } from '../token-endpoint/token-request.js'
import { Authorisation } from './authorisation.js'
import { flowRules, leavingPkceToClients, requestRules } from './authorisation-rules.js'
import type { Engine } from './engine.js'
import type { Flow, Flows } from './flow.js'
import { paths } from './paths.js'
import { leavingLoopbackPorts, redirectRules } from './redirect-rules.js'
import { chosenLoginVariants, type LoginVariant } from './variants.js'

interface Rulebooks {
  readonly faults: ReadonlySet<FaultName>
  readonly request: Rulebook<Authorisation>
  /** Those of the token endpoint about the registry and its record. */
  readonly client: Rulebook<TokenRequest>
  readonly redirect: Rulebook<Authorisation>
  readonly flow: Rulebook<Authorisation>
}

/** What an authorization endpoint works with beside the tools of every resource. */
interface Parts {
  readonly engine: Engine
  readonly flows: Flows
  /** The clients that were let in; the engine serves nobody else. */
  readonly clients: BoundedMap<true>
}

/** Registered addresses that are remembered at most. */
const mostAddresses = 20_000

/** Where humans are sent to log in (L281–286): whoever the registry knows may send them, and needs no other registration. */
export class AuthorizationEndpoint {
  readonly #tools: ResourceTools
  readonly #parts: Parts
  readonly #variants: ReadonlySet<LoginVariant>
  readonly #books = new Map<string, Rulebooks>()
  readonly #everRegistered = new BoundedMap<true>(mostAddresses)

  constructor(tools: ResourceTools, parts: Parts) {
    this.#tools = tools
    this.#parts = parts
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
      return await this.#begin(request)
    } catch (error) {
      return this.#refused(error, request)
    }
  }

  /** Lets the engine go on with a login, and sends what comes of it to the client. */
  async goOn(target: string, headers: Readonly<Record<string, string>>): Promise<Answer> {
    const { engine, flows } = this.#parts
    const answer = await engine.call({ method: 'GET', target, headers })
    const { location } = answer.headers
    if (typeof location !== 'string' || !location.startsWith(`${engine.answerUri}?`)) return answer
    const { code, error, error_description, state = '' } = Object.fromEntries(new URL(location).searchParams)
    const flow = flows.of(state)
    if (!flow) return failurePage(400, 'The login has expired.')
    const told = code === undefined ? { error, error_description } : { code: flows.issue(code, flow) }
    const cookies = answer.headers['set-cookie'] ?? []
    return this.#tell(flow, told, cookies)
  }

  async #begin(request: Authorisation): Promise<Answer> {
    const { flows, clients, engine } = this.#parts
    const { clientId, redirectUri, state, challenge, method, withoutPkce, prompt, maxAge, received } = request
    const { codeOf, sentOnBy, pagesSayWhere, answerAt, answerer } = request
    const [nonce, scope] = ['nonce', 'scope'].map((name) => request.parameter(name))
    const asked = { clientId, redirectUri, state, nonce, scope: scope ?? '', challenge, method, withoutPkce }
    const flow = { ...asked, codeOf, sentOnBy, pagesSayWhere, answerAt, answerer }
    clients.set(clientId, true)
    if (request.keepsNames) engine.keepNames()
    const passed = {
      client_id: clientId,
      redirect_uri: engine.answerUri,
      state: flows.begin(flow),
      response_type: 'code',
      scope,
      nonce,
      prompt: this.#variants.has('asks-for-consent') ? prompt : withoutConsent(prompt),
      max_age: maxAge,
    }
    const query = new URLSearchParams(
      Object.entries(passed).flatMap(([name, value]) => (value ? [[name, value] as [string, string]] : [])),
    )
    const cookies = received.headers.filter(([name]) => name === 'cookie').map(([, value]) => value)
    const headers = cookies.length > 0 ? { cookie: cookies.join('; ') } : undefined
    const answer = await this.goOn(`${paths.authorize}?${query}`, headers ?? {})
    return pagesSayWhere ? sayingWhere(answer, redirectUri) : answer
  }

  #refused(error: unknown, request: Authorisation): Answer {
    if (error instanceof RegistryFailure)
      return failurePage(400, `The registry could not be consulted: ${error.problem}.`)
    if (!(error instanceof Refusal)) {
      process.stderr.write(`refused because of an error: ${error instanceof Error ? error.stack : String(error)}\n`)
      return failurePage(400, 'The request cannot be read.')
    }
    if (request.redirectUri === '') return failurePage(error.status === 405 ? 405 : 400, error.message)
    const told = {
      error: error.error === 'invalid_client' ? 'invalid_request' : error.error,
      error_description: error.message,
    }
    return this.#tell(request, told)
  }

  /** An answer to the client, by way of the browser (RFC 6749 §4.1.2, RFC 9207). */
  #tell(
    flow: Pick<Flow, 'redirectUri' | 'state' | 'answerer' | 'answerAt' | 'sentOnBy'>,
    told: Readonly<Record<string, string | undefined>>,
    cookies: string | readonly string[] = [],
  ): Answer {
    const all = Object.entries({ ...told, state: flow.state, iss: flow.answerer })
    const given = new URLSearchParams(all.filter((one): one is [string, string] => one[1] !== undefined))
    return { ...redirect(flow.answerAt(flow.redirectUri, given), [cookies].flat()), status: flow.sentOnBy }
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

/** Sends the browser on to a page with the address that the answer goes to. */
function sayingWhere(answer: Answer, redirectUri: string): Answer {
  const { location } = answer.headers
  if (typeof location !== 'string' || !location.includes(paths.login)) return answer
  const query = new URLSearchParams({ redirect_uri: redirectUri })
  return { ...answer, headers: { ...answer.headers, location: `${location}?${query}` } }
}

/** What is asked of a human where nobody is asked for consent. */
const withoutConsent = (prompt: string | undefined): string | undefined =>
  prompt
    ?.split(' ')
    .filter((each) => each !== 'consent')
    .join(' ')
