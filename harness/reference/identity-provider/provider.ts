import { decodeJwt } from 'jose'
import type { FaultName } from '../../faults/faults.js'
import { BoundedMap } from '../engine/bounded-map.js'
import type { Answer, Received } from '../engine/received.js'
import { refuse } from '../engine/refusal.js'
import { obey, type Rulebook, withFaults } from '../engine/rule.js'
import { failurePage, redirect } from '../pages/page.js'
import { oneASecond } from '../pages/put-off.js'
import { TokenEndpoint } from '../token-endpoint/endpoint.js'
import type { Resource, ResourceTools } from '../token-endpoint/resource.js'
import type { TokenRequest } from '../token-endpoint/token-request.js'
import { AuthorizationEndpoint } from './authorization-endpoint.js'
import { codeRules, type Redemption } from './code-rules.js'
import { discoveryOf, keysOf } from './discovery.js'
import { Engine, type Human, headersOf, type Waiting } from './engine.js'
import { Flows } from './flow.js'
import { type IdToken, idTokenRules, signIdToken } from './id-token.js'
import { consentPage } from './login-page.js'
import { keepingSessions, sessionRules } from './own-sessions.js'
import { paths } from './paths.js'
import { type UserinfoCall, userinfoRules } from './userinfo.js'
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
export { flowRules, requestRules } from './authorisation-rules.js'
export { redirectRules } from './redirect-rules.js'
export { codeRules, idTokenRules, sessionRules, userinfoRules }

/** Clients that are remembered at most. */
const limit = 20_000

/** Everything that an IdentityProvider serves, or an IdentityBroker towards its ServiceProviders. Takes all paths that nobody before it takes. */
export async function providerResources(tools: ResourceTools, login: HumanLogin): Promise<readonly Resource[]> {
  const { participant, variants } = tools
  const { kit, baseUrl, tokenPath } = participant
  const chosen = chosenLoginVariants(variants)
  const clients = new BoundedMap<true>(limit)
  const flows = new Flows(chosen.has('codes-live-two-seconds') ? 2_000 : 60_000)
  const engine = await Engine.open({
    baseUrl,
    tokenPath,
    isClient: (id) => clients.has(id),
    findHuman: login.find,
    asksForConsent: chosen.has('asks-for-consent'),
  })
  const authorization = new AuthorizationEndpoint(tools, { engine, flows, clients })
  let latest: string | undefined
  const accessTokens = new BoundedMap<true>(limit)
  const redeem = redeemer(engine, flows, login)
  const tokens = new TokenEndpoint(tools, async (request) => {
    await redeem(request)
    const { access_token: issued } = request.granted ?? {}
    if (typeof issued !== 'string') return
    latest = issued
    accessTokens.set(issued, true)
  })
  const userinfoBook = withFaults(userinfoRules, tools.plan.everywhere)
  const visited = keepingSessions(withFaults(sessionRules, tools.plan.everywhere), login.visit)
  const visit = chosen.has('puts-logins-off') ? putOff(visited) : visited
  const forget = (received: Received) => (chosen.has('keeps-no-session') ? withoutSession(received) : received)
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
    { serves: is(way.at(-1) ?? paths.authorize), answer: (received) => authorization.answer(forget(received)) },
    {
      serves: (path) => path.startsWith(`${paths.authorize}/`),
      answer: (received) => authorization.goOn(received.target, headersOf(forget(received))),
    },
    {
      serves: (path) => path.startsWith(paths.login),
      answer: async (received) => {
        const waiting = await engine.waiting(received)
        if (!waiting) return failurePage(400, 'There is no such login, or it has expired.')
        const name = String(waiting.interaction.params.state)
        const flow = flows.of(name)
        const said = flow?.pagesSayWhere ? new URLSearchParams(received.query).get('redirect_uri') : null
        if (flow && said !== null && URL.canParse(said)) flows.lead(name, flow, said)
        const answer = await (waiting.interaction.prompt.name === 'consent'
          ? consent(engine, received, waiting)
          : visit(received, waiting))
        return answer.status === 303 ? { ...answer, status: flow?.sentOnBy ?? 303 } : answer
      },
    },
    {
      serves: is(paths.userinfo),
      answer: async (received) => {
        const hasIssued = (token: string) => accessTokens.has(token)
        const isCode = (text: string) => flows.code(text) !== undefined
        const call: UserinfoCall = { headers: headersOf(received), latest, hasIssued, isCode, known: login.find }
        await obey(userinfoBook, call)
        const answer = await engine.call({
          method: received.method,
          target: received.target,
          headers: call.headers,
          ...(received.body.length > 0 && { body: received.body.toString() }),
        })
        const { instead } = call
        return instead && answer.status === 200
          ? { ...answer, body: JSON.stringify(instead(JSON.parse(String(answer.body)))) }
          : answer
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

/** A request as if nobody had ever logged in. */
function withoutSession(received: Received): Received {
  const others = (cookies: string) =>
    cookies
      .split(/;\s*/)
      .filter((cookie) => !/^session(\.sig)?=/.test(cookie))
      .join('; ')
  return {
    ...received,
    headers: received.headers.map(([name, value]) => [name, name === 'cookie' ? others(value) : value] as const),
  }
}

async function consent(engine: Engine, received: Received, { interaction, finish }: Waiting): Promise<Answer> {
  const clientId = String(interaction.params.client_id)
  if (received.method !== 'POST') return consentPage({ action: received.path, clientId })
  return finish(await engine.consent(clientId, interaction.session?.accountId ?? ''))
}

/** Turns codes into tokens once their client is authenticated. */
function redeemer(engine: Engine, flows: Flows, login: HumanLogin): (request: TokenRequest) => Promise<void> {
  const books = new Map<string, Rulebooks>()
  const booksFor = (faults: ReadonlySet<FaultName>): Rulebooks => {
    const name = [...faults].join()
    const made = books.get(name) ?? { code: withFaults(codeRules, faults), idToken: withFaults(idTokenRules, faults) }
    books.set(name, made)
    return made
  }
  return async (request) => {
    const { code: codeBook, idToken } = booksFor(request.faults)
    const name = request.parameter('code') ?? ''
    const known = flows.code(name)
    request.askedScope = known?.flow.scope ?? ''
    const revoke = () => engine.revokeAllOf(redemption.code?.inEngine ?? name)
    const redemption: Redemption = { request, code: known, flows, revoke }
    await obey(codeBook, redemption, request.excused)
    const { code } = redemption
    // Only a fault comes here without a code.
    if (!code) return
    const { status, body } = await engine.redeem(code.flow.clientId, code.inEngine)
    if (status !== 200) refuse(400, 'invalid_grant', 'the code cannot be used')
    const { access_token = '', id_token } = JSON.parse(String(body)) as Record<string, string | undefined>
    if (id_token === undefined) {
      request.granted = { access_token }
      return
    }
    const { sub = '', auth_time } = decodeJwt<{ auth_time?: number }>(id_token)
    const token: IdToken = {
      kit: request.participant.kit,
      clientId: request.clientId,
      sub,
      authTime: auth_time,
      accessToken: access_token,
      nonce: code.flow.nonce,
      latestNonce: flows.latestOf(code.flow.clientId)?.flow.nonce,
      latestHuman: engine.latestHuman,
      human: login.find(sub),
      now: Math.floor(Date.now() / 1000),
      claims: {},
      unitsPerSecond: 1,
      alg: 'RS256',
      header: {},
      signedSoundly: true,
    }
    await obey(idToken, token)
    request.granted = { access_token, id_token: await signIdToken(token) }
  }
}
