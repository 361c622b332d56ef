import type { FaultName } from '../../faults/faults.js'
import { type Answer, headerValues, type Received } from '../engine/received.js'
import { obey, type Rulebook, withFaults } from '../engine/rule.js'
import { failurePage, redirect } from '../pages/page.js'
import { oneASecond } from '../pages/put-off.js'
import { TokenEndpoint } from '../token-endpoint/endpoint.js'
import type { Resource, ResourceTools } from '../token-endpoint/resource.js'
import type { TokenRequest } from '../token-endpoint/token-request.js'
import { AuthorizationEndpoint } from './authorization-endpoint.js'
import { listingClients } from './client-list.js'
import { discoveryOf, keysOf } from './discovery.js'
import type { Human } from './human.js'
import { type IdToken, signIdToken } from './id-token.js'
import { consentPage } from './login-page.js'
import { Logins, type Waiting } from './logins.js'
import { keepingSessions, sessionRules } from './own-sessions.js'
import { paths } from './paths.js'
import { codeRules, type Redemption } from './rules/code.js'
import { arrivalRules } from './rules/human.js'
import { idTokenRules } from './rules/id-token.js'
import { withSharedInBrowser } from './shared-in-browser.js'
import { Store } from './store.js'
import { type UserinfoCall, userinfoAnswer, userinfoRules } from './userinfo.js'
import { chosenLoginVariants } from './variants.js'

/** How a provider finds out who a human is. */
export interface HumanLogin {
  readonly find: (sub: string) => Human | undefined
  /** A page of a login, or what follows when it was filled in. */
  readonly visit: (received: Received, waiting: Waiting) => Promise<Answer>
}

interface Rulebooks {
  readonly code: Rulebook<Redemption>
  readonly idToken: Rulebook<IdToken>
}

/** Every rule of an IdentityProvider beside those of its token endpoint. */
export { flowRules } from './rules/authorisation.js'
export { redirectRules } from './rules/redirect.js'
export { requestRules } from './rules/request.js'
export { codeRules, idTokenRules, sessionRules, userinfoRules }

/** Everything that an IdentityProvider serves, or an IdentityBroker towards its ServiceProviders. Takes all paths that nobody before it takes. */
export function providerResources(tools: ResourceTools, login: HumanLogin): readonly Resource[] {
  const { participant, plan, variants } = tools
  const { kit, baseUrl, tokenPath } = participant
  const { find } = login
  const chosen = chosenLoginVariants(variants)
  const store = new Store(chosen.has('codes-live-two-seconds') ? 2_000 : 60_000)
  const logins = new Logins(store, {
    find,
    asksForConsent: chosen.has('asks-for-consent'),
    keepsSessions: !chosen.has('keeps-no-session'),
    arrival: withFaults(arrivalRules, plan.everywhere),
  })
  const authorization = new AuthorizationEndpoint(tools, logins)
  const authorize = (received: Received): Promise<Answer> => authorization.answer(received)
  const tokens = new TokenEndpoint(tools, redeemer(store, login))
  const visited = keepingSessions(withFaults(sessionRules, plan.everywhere), {
    find,
    visit: withSharedInBrowser(login.visit),
  })
  const visit = chosen.has('puts-logins-off') ? putOff(visited) : visited
  const userinfoBook = withFaults(userinfoRules, plan.everywhere)
  const way = chosen.has('redirects-around')
    ? [paths.authorize, '/identity_provider/way/1', '/identity_provider/way/2']
    : []
  const plain = (body: Readonly<Record<string, unknown>>) => async (): Promise<Answer> => ({
    status: 200,
    headers: {},
    body,
  })
  return [
    ...way.slice(0, -1).map((path, index) => ({
      serves: is(path),
      answer: async ({ query }: Received) => redirect(`${way[index + 1]}?${query}`),
    })),
    {
      serves: is(way.at(-1) ?? paths.authorize),
      answer: chosen.has('lists-clients-in-cookie') ? listingClients(authorize) : authorize,
    },
    { serves: (path) => path.startsWith(`${paths.authorize}/`), answer: async (received) => logins.resume(received) },
    { serves: (path) => path.startsWith(paths.login), answer: pageOf(logins, visit) },
    {
      serves: is(paths.userinfo),
      answer: async (received) => {
        const held = await tools.tokens.of(received)
        const authorization = held ? `Bearer ${held.token}` : headerValues(received, 'authorization')[0]
        const inBrowser = logins.humanOf(received)
        const call: UserinfoCall = { authorization, store, find, inBrowser, instead: (claims) => claims }
        await obey(userinfoBook, call)
        return userinfoAnswer(call)
      },
    },
    { serves: is(paths.discovery), answer: plain(discoveryOf(kit, kit.baseUrl ?? baseUrl, tokenPath)) },
    { serves: is(paths.jwks), answer: plain(keysOf(kit)) },
    { serves: () => true, answer: (received) => tokens.answer(received) },
  ]
}

const is = (path: string) => (asked: string) => asked === path

/** Takes one name a second. */
function putOff(visit: HumanLogin['visit']): HumanLogin['visit'] {
  const typed = oneASecond(visit)
  return (received, waiting) => (received.method === 'POST' ? typed : visit)(received, waiting)
}

/** Shows the pages of logins. */
const pageOf =
  (logins: Logins, visit: HumanLogin['visit']): Resource['answer'] =>
  async (received) => {
    const waiting = logins.waiting(received)
    if (!waiting) return failurePage(400, 'There is no such login, or it has expired.')
    const { login } = waiting
    const said = login.flow.pagesSayWhere ? new URLSearchParams(received.query).get('redirect_uri') : null
    if (said !== null && URL.canParse(said)) login.flow = { ...login.flow, redirectUri: said }
    const answer = login.asks === 'consent' ? consent(received, waiting) : await visit(received, waiting)
    return answer.status === 303 ? { ...answer, status: login.flow.sentOnBy } : answer
  }

const consent = (received: Received, { login, consent: consents }: Waiting): Answer =>
  received.method === 'POST' ? consents() : consentPage({ action: received.path, clientId: login.flow.clientId })

/** Turns codes into tokens once their client is authenticated. */
function redeemer(store: Store, { find }: HumanLogin): (request: TokenRequest) => Promise<void> {
  const books = new Map<string, Rulebooks>()
  const booksFor = (faults: ReadonlySet<FaultName>): Rulebooks => {
    const name = [...faults].join()
    const made = books.get(name) ?? { code: withFaults(codeRules, faults), idToken: withFaults(idTokenRules, faults) }
    books.set(name, made)
    return made
  }
  return async (request) => {
    const { code: codeBook, idToken } = booksFor(request.faults)
    const known = store.code(request.parameter('code') ?? '', request.participant.kit.key)
    request.askedScope = known?.flow.scope ?? ''
    const redemption: Redemption = { request, code: known, store }
    await obey(codeBook, redemption, request.excused)
    const { code } = redemption
    // Only a fault comes here without a code.
    if (!code) return
    const { flow, human } = code
    const accessToken = store.issueToken(code)
    const token: IdToken = {
      kit: request.participant.kit,
      clientId: request.grantedTo ?? request.clientId,
      sub: human.sub,
      authTime: human.since,
      accessToken,
      nonce: flow.nonce,
      scope: flow.scope,
      earlierNonce: store.latestNonceOf(flow.clientId),
      latestNonce: store.latestCodeOf(flow.clientId)?.flow.nonce,
      latestHuman: store.latestHuman,
      browser: code.browser,
      humanOfBrowser: code.browser === undefined ? undefined : store.latestHumans.get(code.browser),
      human: find(human.sub),
      now: Math.floor(Date.now() / 1000),
      claims: {},
      unitsPerSecond: 1,
      alg: 'RS256',
      header: {},
      signedSoundly: true,
    }
    await obey(idToken, token)
    request.granted = { access_token: accessToken, id_token: await signIdToken(token) }
  }
}
