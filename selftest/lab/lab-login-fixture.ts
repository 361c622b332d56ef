import { createHash, createPublicKey, type JsonWebKey, randomUUID, verify } from 'node:crypto'
import { load } from 'cheerio'
import type { Json, JsonObject } from '../../harness/contracts/json.js'
import type { CounterpartyAddress, LedgerEntry } from '../../harness/contracts/lab-protocol.js'
import type { LoginBehaviourName } from '../../harness/lab/identity-provider/login-behaviour.js'
import { decodeJwt, memberOf } from '../../harness/wire/decode.js'
import type { Exchange } from '../../harness/wire/types.js'
import { assertionOf, type RunningLab } from '../stage/lab-fixture.js'

export const client = 'did:example:target'
export const callback = 'https://rp.example/callback?tenant=1'
export const verifier = 'v'.repeat(43)
const s256 = (text: string): string => createHash('sha256').update(text).digest('base64url')

type Parameters = Readonly<Record<string, string>>
export const requestOf = (more: Parameters = {}): Record<string, string> => ({
  response_type: 'code',
  client_id: client,
  redirect_uri: callback,
  scope: 'openid',
  state: randomUUID(),
  nonce: randomUUID(),
  code_challenge: s256(verifier),
  code_challenge_method: 'S256',
  ...more,
})
export const encoded = (parameters: Parameters): string => new URLSearchParams(parameters).toString()
export const authorizeAt = (at: CounterpartyAddress): string => `${at.baseUrl}/identity_provider/authorize`
export const bodyOf = ({ response }: Exchange): JsonObject => JSON.parse(response?.body ?? '') as JsonObject
export const locationOf = ({ response }: Exchange): URL => new URL(String(response?.headers.location))
export const codeOf = (answer: Exchange): string => locationOf(answer).searchParams.get('code') ?? ''

export const fieldsOf = (html: string): Record<string, string> => {
  const page = load(html)
  return Object.fromEntries(
    page('input[type=hidden]')
      .toArray()
      .map((field) => [page(field).attr('name') ?? '', page(field).attr('value') ?? '']),
  )
}
export const actionOf = (html: string): string => load(html)('form[method=post]').attr('action') ?? ''

/** What browsers and relying parties do at the lab's IdentityProviders. */
export const loginsAt = (running: RunningLab) => {
  const [a] = running.world.identityProviders
  const get = (url: string, headers: Exchange['request']['headers'] = []): Promise<Exchange> =>
    running.http.exchange({ method: 'GET', url, headers })
  const post = (url: string, parameters: Parameters): Promise<Exchange> =>
    running.http.exchange({
      method: 'POST',
      url,
      headers: [['content-type', 'application/x-www-form-urlencoded']],
      body: encoded(parameters),
    })

  /** A human of a name of its own. */
  const human = async (behaviour?: LoginBehaviourName): Promise<string> => {
    const username = `u-${randomUUID()}`
    const claims = { name: 'Una User' }
    await running.lab.humans([{ username, subject: `s-${username}`, claims, ...(behaviour && { behaviour }) }])
    return username
  }

  /** What a browser does with the login page: sends its fields back, the user name filled in. */
  const logIn = async (at: CounterpartyAddress, username: string, request = requestOf()) => {
    const page = await get(`${authorizeAt(at)}?${encoded(request)}`)
    const fields = fieldsOf(page.response?.body ?? '')
    const answer = await post(actionOf(page.response?.body ?? ''), { ...fields, username })
    return { request, page, answer }
  }

  /** Redeems a code as the target. */
  const redeem = (at: CounterpartyAddress, code: string, form: Parameters = {}, more: JsonObject = {}) =>
    post(`${at.baseUrl}/identity_provider/token`, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: callback,
      code_verifier: verifier,
      client_id: client,
      client_assertion: assertionOf(running, { aud: at.partyId, ...more }),
      ...form,
    })

  /** A whole login of a new human; the answer of the token endpoint may be anything. */
  const wholeLogin = async (behaviour?: LoginBehaviourName, at = a) => {
    const username = await human(behaviour)
    const { request, answer } = await logIn(at, username)
    return { username, request, answer, tokens: await redeem(at, codeOf(answer)) }
  }

  const entries = (subject: string, ...kinds: LedgerEntry['kind'][]): Promise<readonly LedgerEntry[]> =>
    running.lab.ledger({ subjects: [subject], kinds })

  /** Why a careful relying party refuses an id_token; undefined where it is sound. */
  const flawOf = async (token: Json | undefined, nonce: string | undefined, at = a): Promise<string | undefined> => {
    const { header, payload, parts } = decodeJwt(String(token))
    const [jwk] = bodyOf(await get(`${at.baseUrl}/jwks`)).keys as JsonObject[]
    const key = createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' })
    const holds =
      memberOf(header, 'alg') === 'RS256' &&
      parts.length === 3 &&
      verify('sha256', Buffer.from(`${parts[0]}.${parts[1]}`), key, Buffer.from(parts[2] ?? '', 'base64url'))
    if (!holds) return 'signature'
    if (Object.keys(header as JsonObject).join() !== 'alg,typ,x5c') return 'header'
    if (memberOf(payload, 'iss') !== at.partyId) return 'iss'
    if (memberOf(payload, 'aud') !== client) return 'aud'
    if (typeof memberOf(payload, 'sub') !== 'string' || memberOf(payload, 'sub') === '') return 'sub'
    if (memberOf(payload, 'azp') !== undefined) return 'azp'
    const [iat, exp] = ['iat', 'exp'].map((name) => memberOf(payload, name))
    if (typeof iat !== 'number' || iat > Date.now() / 1000) return 'iat'
    if (exp !== iat + 30 || exp < Date.now() / 1000) return 'exp'
    if (typeof memberOf(payload, 'jti') !== 'string') return 'jti'
    return memberOf(payload, 'nonce') === nonce ? undefined : 'nonce'
  }
  return { get, post, human, logIn, redeem, wholeLogin, entries, flawOf }
}
