import { createPublicKey } from 'node:crypto'
import { discoveryPath } from '../../contracts/interface.js'
import type { JsonObject } from '../../contracts/json.js'
import { formPath } from '../../contracts/lab-protocol.js'
import type { IdTokenContext } from '../../mutations/id-token.js'
import type { Speaker } from '../../mutations/signed-token.js'
import { sha256 } from '../../wire/decode.js'
import { x5c } from '../../wire/jws.js'
import { type Counterparty, signerOf } from '../counterparty/counterparty.js'
import { signedToken } from '../counterparty/signed-token.js'
import { answerToken, type Redeemed } from '../counterparty/token-endpoint.js'
import { answering, oddly } from '../http/answering.js'
import { type LabRequest, pathsBelow, readBody, seen, sendJson } from '../http/request.js'
import { lureOf } from '../misbehaviour/misbehaviour.js'
import { list } from '../registry/listing.js'
import { passingAs, revokedAs } from '../registry/parties-token.js'
import { hosting } from '../storage/hosting.js'
import type { WorldState } from '../storage/state.js'
import { answerAuthorize, answerForm, issuerOf, type Pair, responseModes } from './authorize.js'
import { loginBehaviourNamed } from './login-behaviour.js'
import { type Login, misfit } from './login-memory.js'

const keysPath = '/jwks'

/** Answers a request at one of the lab's two IdentityProviders; `prefix` is its path on the first listener. */
export const answerIdentityProvider = async (
  state: WorldState,
  incoming: LabRequest,
  prefix: string,
  pair: Pair,
): Promise<void> => {
  const { login } = state.names
  const { asked } = pair
  const paths = pathsBelow(incoming.path, prefix)
  if (paths.includes(login.authorizePath)) return answerAuthorize(state, incoming, pair)
  if (paths.includes(login.tokenPath))
    return answerToken(state, incoming, {
      kind: 'login-token',
      tokens: asked.tokens,
      counterparty: asked.partyId,
      redeem: (form, issuer) => redeem(state, pair, form, issuer),
    })
  if (paths.includes(login.userinfoPath)) return answerUserinfo(state, incoming, asked)
  if (paths.includes(formPath)) return answerForm(state, incoming, asked)
  const document = paths.includes(discoveryPath)
    ? discovery(state, asked)
    : paths.includes(keysPath)
      ? await keys(asked)
      : undefined
  const status = document === undefined ? 404 : 200
  state.ledger.add({ ...seen(incoming), kind: 'other', counterparty: asked.partyId }).status = status
  sendJson(incoming.response, status, JSON.stringify(document ?? { error: 'not_found' }))
}

/** OpenID Connect Discovery §3. */
const discovery = (state: WorldState, asked: Counterparty): JsonObject => {
  const { login } = state.names
  const at = (path: string): string => `${asked.baseUrl}${path}`
  return {
    issuer: issuerOf(state, asked),
    authorization_endpoint: at(login.authorizePath),
    token_endpoint: at(login.tokenPath),
    userinfo_endpoint: at(login.userinfoPath),
    jwks_uri: at(keysPath),
    scopes_supported: login.scope.split(' '),
    response_types_supported: ['code'],
    response_modes_supported: responseModes,
    grant_types_supported: ['authorization_code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: ['private_key_jwt'],
    token_endpoint_auth_signing_alg_values_supported: ['RS256', 'RS384', 'RS512'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    request_parameter_supported: true,
    request_uri_parameter_supported: false,
    request_object_signing_alg_values_supported: ['RS256', 'RS384', 'RS512'],
  }
}

const keys = async ({ identity, further }: Counterparty): Promise<JsonObject> => {
  const speakers = [(await identity()).speaker, ...(await further.listed())]
  return { keys: speakers.map(keyOf) }
}

const keyOf = ({ certified }: Speaker): JsonObject => {
  const { kty, n, e } = createPublicKey(certified.key).export({ format: 'jwk' }) as Record<string, string>
  return { kty: kty ?? '', use: 'sig', alg: 'RS256', n: n ?? '', e: e ?? '', x5c: x5c(certified.chain) }
}

/** What a code gives at the provider that is asked. */
const redeem = (
  state: WorldState,
  { asked, other }: Pair,
  form: Readonly<Record<string, string>>,
  issuer: string | undefined,
): Redeemed => {
  const holder = sha256(form.code ?? '')
  const login = state.logins.find(holder)
  const problem = misfit(login, asked, form, issuer)
  const subject = login && { subject: login.human.program.username }
  if (login === undefined || problem !== undefined)
    return { holder, ...subject, ...(problem !== undefined && { problem }), members: () => Promise.resolve({}) }
  const { human, provider } = login
  human.asked += 1
  const behaviour = loginBehaviourNamed(human.program.behaviour)
  const away = provider === asked ? other : asked
  return {
    holder,
    ...subject,
    guise: human.program.guise,
    given: (tokens) => {
      human.tokens = tokens
    },
    ...(behaviour?.token && {
      odd: { answer: behaviour.token, lure: lureOf(state, human.program.username), first: human.asked === 1 },
    }),
    members: async () => {
      login.redeemed = true
      const [maker, stranger] = behaviour?.madeByOther ? [away, provider] : [provider, away]
      return { id_token: await idToken(state, login, maker, stranger) }
    },
  }
}

const idToken = async (
  state: WorldState,
  { human, clientId, nonce, authTime, scope }: Login,
  maker: Counterparty,
  stranger: Counterparty,
): Promise<string> => {
  const { behaviour, guise, claims } = human.program
  const { untrusted } = await maker.identity()
  const signer = await signerOf(maker, guise)
  const context: IdTokenContext = {
    signer,
    participant: state.participant,
    untrusted,
    client: () => passingAs(state, clientId),
    stranger: (partyId) => passingAs(state, partyId),
    furtherCertificate: (kind) => passingAs(state, maker.partyId, kind),
    listedCertificate: async (kind) => {
      const further = await passingAs(state, maker.partyId, kind)
      await list(state, maker, further)
      return further
    },
    revokedCertificate: async () => {
      const further = await revokedAs(state, maker.partyId)
      await list(state, maker, further)
      return further
    },
    otherIssuer: issuerOf(state, stranger),
    otherProvider: async () => (await stranger.identity()).speaker,
    servedClient: human.program.servedClient ?? state.participant.partyId,
    clientUrl: human.program.clientUrl ?? `https://${clientId}`,
    otherNonce: otherNonce(state, human.program.otherNonce, clientId, nonce),
    host: hosting(state),
    clientId,
  }
  const members = {
    ...(guise?.claimsElsewhere ? {} : askedFor(scope, claims)),
    sub: human.program.subject,
    ...(nonce !== undefined && { nonce }),
    auth_time: authTime,
    ...(state.names.login.issuer === 'url' && { iss: issuerOf(state, maker) }),
  }
  return signedToken(context, { members, audience: clientId, mutation: loginBehaviourNamed(behaviour)?.idToken, guise })
}

/** What scopes ask for of what is known of a human (OpenID Connect Core §5.4). */
const claimsOf = new Map([
  ['profile', ['name', 'given_name', 'family_name', 'preferred_username']],
  ['email', ['email', 'email_verified']],
])

/** Those claims: most providers tell them in the id_token as well as at userinfo, and many relying parties look there alone. */
function askedFor(scope: string, claims: JsonObject = {}): JsonObject {
  const names = scope.split(' ').flatMap((one) => claimsOf.get(one) ?? [])
  return Object.fromEntries(Object.entries(claims).filter(([name]) => names.includes(name)))
}

/** A nonce that is none of this login: one that is known of another, or else one that nobody sent. */
const otherNonce = (
  { logins }: WorldState,
  known: string | undefined,
  clientId: string,
  nonce: string | undefined,
): string => (known === nonce ? undefined : known) ?? logins.otherNonce(clientId, nonce) ?? `${nonce}-`

/** OpenID Connect Core §5.3. */
const answerUserinfo = async (state: WorldState, incoming: LabRequest, asked: Counterparty): Promise<void> => {
  const { request, response } = incoming
  await readBody(request)
  const { bearer, party: holder } = asked.tokens.read(request.headers.authorization)
  const login = state.logins.find(holder ?? '')
  const entry = state.ledger.add({
    ...seen(incoming),
    kind: 'userinfo',
    counterparty: asked.partyId,
    bearer,
    ...(login && { subject: login.human.program.username, caller: login.clientId }),
  })
  if (bearer !== 'valid' || login === undefined) {
    entry.status = 401
    return sendJson(response, 401, '{"error":"invalid_token"}', { 'www-authenticate': 'Bearer error="invalid_token"' })
  }
  const { username, subject, claims, behaviour, guise } = login.human.program
  const sound = JSON.stringify({ ...claims, sub: subject })
  const odd = loginBehaviourNamed(behaviour)?.userinfo
  const lure = lureOf(state, username)
  if (odd)
    return odd({
      ...oddly(incoming, entry),
      sound: () => Promise.resolve(sound),
      elsewhere: () => lure.url,
      lure,
      first: true,
    })
  answering(incoming, entry)(200, sound, { 'cache-control': 'no-store' }, guise)
}
