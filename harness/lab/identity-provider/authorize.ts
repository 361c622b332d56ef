import { randomBytes } from 'node:crypto'
import { isObject, type Json } from '../../contracts/json.js'
import { formPath, keptBackPath } from '../../contracts/lab-protocol.js'
import { html, type Markup } from '../../html.js'
import { decodeJwt } from '../../wire/decode.js'
import type { Counterparty } from '../counterparty/counterparty.js'
import { drawnAmong, redactParameter } from '../http/redact.js'
import { type LabRequest, readBody, seen, send } from '../http/request.js'
import type { WorldState } from '../storage/state.js'
import { loginBehaviourNamed } from './login-behaviour.js'
import type { ProgrammedHuman } from './login-memory.js'
import { page, sendPage } from './page.js'

/** The IdentityProvider that is asked, and the other one. */
export interface Pair {
  readonly asked: Counterparty
  readonly other: Counterparty
}

/** What an IdentityProvider calls itself in `iss`. */
export const issuerOf = ({ names }: WorldState, { partyId, baseUrl }: Counterparty): string =>
  names.login.issuer === 'url' ? baseUrl : partyId

/** How an answer may come to a relying party. */
export const responseModes = ['query', 'form_post']

/** Name of the field of the login page. */
const field = 'username'
/** Body of a request at most: parameters of a request for authorization. */
const bodyLimit = 64 * 1024

type Parameters = ReadonlyMap<string, string>

/** Claims that speak of a JWT, and are no parameters. */
const ofJwt = ['iss', 'sub', 'aud', 'exp', 'nbf', 'iat', 'jti']

/** Parameters with those of a signed request in place of theirs (OpenID Connect Core §6.1, RFC 9101 §4). */
function withSigned(parameters: Parameters): Parameters {
  const { payload } = decodeJwt(parameters.get('request') ?? '')
  if (!isObject(payload)) return parameters
  const signed = Object.entries(payload).filter(([name]) => !ofJwt.includes(name))
  const asText = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))
  return new Map([...parameters, ...signed.map(([name, value]) => [name, asText(value)] as const)])
}

/** Answers a request for authorization: with the login page, or as the human was programmed whose user name came with it. */
export const answerAuthorize = async (
  state: WorldState,
  incoming: LabRequest,
  { asked, other }: Pair,
): Promise<void> => {
  const { response, method } = incoming
  const body = new URLSearchParams((await readBody(incoming.request, bodyLimit)).toString('utf8'))
  const parameters = withSigned(new Map([...incoming.query, ...body].filter(([name]) => name !== field)))
  const username = body.get(field)?.trim()
  const human = username === undefined ? undefined : state.logins.humans.get(username)
  const problem = problemOf(parameters) ?? (username !== undefined && !human ? 'unknown user name' : undefined)
  const clientId = parameters.get('client_id')
  const subject = human?.program.username ?? clientId
  const entry = state.ledger.add({
    ...seen(incoming),
    kind: 'authorize',
    counterparty: asked.partyId,
    query: Object.fromEntries([...parameters].map(([name, value]) => [name, redactParameter(name, value)])),
    ...drawnAmong(parameters),
    ...(subject !== undefined && { subject }),
    ...(problem !== undefined && { problem }),
  })
  const show = (status: number, title: string, content: Markup): void => {
    entry.status = status
    sendPage(response, status, page(title, content))
  }
  const redirect = (to: string, answer: Readonly<Record<string, string | undefined>>): void => {
    entry.status = 303
    const given = Object.entries(answer).filter((one): one is [string, string] => one[1] !== undefined)
    const location = `${to}${to.includes('?') ? '&' : '?'}${new URLSearchParams(given)}`
    send(response, 303, 'text/plain', '', { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  }
  if (method !== 'GET' && method !== 'POST') return show(405, 'Method not allowed', html``)
  const redirectUri = webAddress(parameters.get('redirect_uri'))
  if (clientId === undefined || redirectUri === undefined)
    return show(400, 'This request cannot be answered', html`<p role="alert">${problem}</p>`)
  const sent = parameters.get('state')
  const iss = issuerOf(state, asked)
  if (parameters.get('response_type') !== 'code')
    return redirect(redirectUri, { error: 'unsupported_response_type', state: sent, iss })
  if (sent !== undefined) state.logins.sawState(clientId, sent)
  const nonce = parameters.get('nonce')
  if (nonce !== undefined) state.logins.sawNonce(clientId, nonce)
  if (human === undefined) {
    const action = `${asked.baseUrl}${state.names.login.authorizePath}`
    return show(
      200,
      'Log in',
      loginForm(action, parameters, username === undefined ? '' : 'Nobody of that name is known here.'),
    )
  }
  const behaviour = loginBehaviourNamed(human.program.behaviour)
  if (behaviour?.sendsOn && human.sentOnTo !== asked.baseUrl) {
    human.sentOnTo = other.baseUrl
    return redirect(`${other.baseUrl}${state.names.login.authorizePath}`, Object.fromEntries(parameters))
  }
  const madeUp = randomBytes(16).toString('base64url')
  const byForm = parameters.get('response_mode') === 'form_post'
  const answerPath = behaviour?.keepsBack ? keptBackPath : formPath
  const isLeftHere = byForm || behaviour?.keepsBack === true
  redirect(isLeftHere ? `${asked.baseUrl}${answerPath}` : redirectUri, {
    code: issueCode(state, asked, human, parameters, clientId),
    state: sent,
    iss,
    ...(isLeftHere && { redirect_uri: redirectUri }),
    ...(byForm && { response_mode: 'form_post' }),
    ...behaviour?.response?.({
      madeUp,
      state: sent,
      stateOfOtherFlow: human.program.otherState ?? state.logins.otherState(clientId, sent) ?? madeUp,
      stateOfLastLogin: human.lastState,
      otherIssuer: issuerOf(state, other),
      issuer: iss,
      unsignedIdToken: unsignedIdToken({ iss, sub: human.program.subject, aud: clientId, nonce }),
    }),
  })
  if (sent !== undefined) human.lastState = sent
}

/** What a browser can make by itself of what it knows. */
function unsignedIdToken(claims: Readonly<Record<string, string | undefined>>): string {
  const iat = Math.floor(Date.now() / 1000)
  const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')
  const payload = { ...claims, jti: randomBytes(16).toString('hex'), iat, exp: iat + 30 }
  return `${encoded({ alg: 'RS256', typ: 'JWT' })}.${encoded(payload)}.${randomBytes(256).toString('base64url')}`
}

const issueCode = (
  { logins }: WorldState,
  provider: Counterparty,
  human: ProgrammedHuman,
  parameters: Parameters,
  clientId: string,
): string => {
  const { unbound: isUnbound = false, code: form } = loginBehaviourNamed(human.program.behaviour) ?? {}
  const [nonce, challenge] = isUnbound ? [] : [parameters.get('nonce'), parameters.get('code_challenge')]
  const method = parameters.get('code_challenge_method') ?? 'plain'
  const login = {
    provider,
    human,
    clientId,
    redirectUri: parameters.get('redirect_uri') ?? '',
    scope: parameters.get('scope') ?? '',
    ...(nonce !== undefined && { nonce }),
    ...(challenge !== undefined && { challenge: { value: challenge, method } }),
  }
  return logins.issue(login, form)
}

const problemOf = (parameters: Parameters): string | undefined => {
  const missing = ['client_id', 'redirect_uri', 'response_type'].filter((name) => !parameters.has(name))
  if (missing.length > 0) return `${missing.join(', ')} missing`
  if (webAddress(parameters.get('redirect_uri')) === undefined) return 'redirect_uri is no web address without fragment'
  if (parameters.get('response_type') !== 'code') return 'response_type is not code'
  return responseModes.includes(parameters.get('response_mode') ?? 'query')
    ? undefined
    : `response_mode is none of ${responseModes.join(', ')}`
}

/** A redirect URI as it can stand in a header; undefined where nobody can be sent there. */
const webAddress = (text = ''): string | undefined => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url && /^https?:$/.test(url.protocol) && !text.includes('#') ? url.href : undefined
}

/** Answers with the form by which a browser carries an answer back; without a script, so that a reader sees what it does. */
export const answerForm = (state: WorldState, incoming: LabRequest, { partyId }: Counterparty): void => {
  const { redirect_uri: to, response_mode: _, ...answer } = Object.fromEntries(incoming.query)
  const action = webAddress(to)
  const status = action === undefined ? 400 : 200
  state.ledger.add({ ...seen(incoming), kind: 'other', counterparty: partyId }).status = status
  const content =
    action === undefined ? html`` : form(action, Object.entries(answer), html`<button type="submit">Go on</button>`)
  sendPage(incoming.response, status, page('Logged in', content))
}

/** The login page: a user name and no password, since it says no more than which check the browser belongs to. */
const loginForm = (action: string, parameters: Parameters, complaint: string): Markup => {
  const fields = html`<p><label for="${field}">User name</label> <input id="${field}" name="${field}" autocomplete="off" required></p><p><button type="submit">Log in</button></p>`
  return html`${complaint && html`<p role="alert">${complaint}</p>`}${form(action, parameters, fields)}`
}

/** A form that carries parameters along. */
const form = (action: string, parameters: Iterable<readonly [string, string]>, content: Markup): Markup => {
  const carried = [...parameters].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)
  return html`<form method="post" action="${action}">${carried}${content}</form>`
}
