import { createPrivateKey, generateKeyPairSync, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Configuration, Grant, Interaction, InteractionResults, KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { JsonObject } from '../../json.js'
import type { Answer, Received } from '../engine/received.js'
import { failurePage } from '../pages/page.js'
import { type Call, callHandler, pairOf } from './in-process.js'
import { paths } from './paths.js'
import { Store } from './store.js'

/** Somebody who can log in. */
export interface Human {
  readonly sub: string
  /** What is known beside `sub`. */
  readonly claims: JsonObject
  /** The tokens of another provider, if that said who it is; read by faults alone. */
  readonly tokens?: { readonly idToken: string | undefined; readonly accessToken: string | undefined }
}

/** What the engine is told about the world. */
export interface EngineWorld {
  readonly baseUrl: string
  readonly tokenPath: string
  /** Whether the registry let a client in before. */
  readonly isClient: (id: string) => boolean
  readonly findHuman: (sub: string) => Human | undefined
  /** Whether each login asks for consent. */
  readonly asksForConsent: boolean
}

/** A login that waits for its human. */
export interface Waiting {
  readonly interaction: Interaction
  /** Goes on with what came of it. */
  readonly finish: (result: InteractionResults) => Promise<Answer>
}

/** Scopes that are known, and the claims that each opens. */
const claims = { openid: ['sub'], profile: ['name'], email: ['email'] }
const scope = Object.keys(claims).join(' ')

/**
 * `oidc-provider` as the engine of an IdentityProvider: sessions, logins, codes, access tokens, userinfo. Whom it serves, where answers go, what a
 * code is good for and what an id_token says is for our own rules, so that faults can change it: it knows clients by name only.
 */
export class Engine {
  readonly #provider: Provider
  readonly #store: Store
  readonly #host: string
  readonly #world: EngineWorld
  /** Where it thinks that every answer goes. */
  readonly answerUri: string
  /** `sub` of whoever logged in last; read by a fault alone. */
  latestHuman: string | undefined

  private constructor(provider: Provider, store: Store, world: EngineWorld, answerUri: string) {
    this.#provider = provider
    this.#store = store
    this.#world = world
    this.#host = new URL(world.baseUrl).host
    this.answerUri = answerUri
  }

  static async open(world: EngineWorld): Promise<Engine> {
    const base = world.baseUrl.replace(/\/$/, '')
    const answerUri = `${base}/answer`
    const store = new Store((id) => (world.isClient(id) ? clientOf(id, answerUri) : undefined))
    const provider = await load(base, configurationOf(world, store))
    return new Engine(provider, store, world, answerUri)
  }

  /** Lets it answer a call. */
  call(call: Call): Promise<Answer> {
    return callHandler(this.#provider.callback(), { ...call, headers: { ...call.headers, host: this.#host } })
  }

  /** Turns a code into tokens, which is for the caller to allow. */
  async redeem(clientId: string, code: string): Promise<Answer> {
    const form = { grant_type: 'authorization_code', client_id: clientId, redirect_uri: this.answerUri, code }
    return this.call({
      method: 'POST',
      target: this.#world.tokenPath,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
    })
  }

  /** From now on a session has its name before its human is known, and keeps it; only a fault sees to that. */
  keepNames(): void {
    if (this.#provider.listenerCount('interaction.started') > 0) return
    this.#provider.Session.prototype.resetIdentifier = () => undefined
    this.#provider.on('interaction.started', ({ oidc }) => Object.assign(oidc.session ?? {}, { touched: true }))
  }

  revokeAllOf(code: string): void {
    this.#store.revokeAllOf(code)
  }

  /** The login that the cookies of a request belong to; `undefined` when there is none. */
  async waiting(received: Received): Promise<Waiting | undefined> {
    const call = { method: 'GET', target: received.path, headers: { ...headersOf(received), host: this.#host } }
    const details = ({ request, response }: { request: IncomingMessage; response: ServerResponse }) =>
      this.#provider.interactionDetails(request, response)
    const interaction = await details(pairOf(call)).catch(() => undefined)
    if (!interaction || !received.path.endsWith(`/${interaction.uid}`)) return undefined
    return {
      interaction,
      finish: async (result) => {
        this.latestHuman = result.login?.accountId ?? this.latestHuman
        await this.#leaveToAnother(interaction, result)
        const { request, response, answer } = pairOf(call)
        await this.#provider.interactionFinished(request, response, result)
        return answer
      },
    }
  }

  /** Ends the session of a login where another human logs in; the library would ask its own page to do so. */
  async #leaveToAnother(interaction: Interaction, { login }: InteractionResults): Promise<void> {
    const { session } = interaction
    if (!login || !session || session.accountId === undefined || session.accountId === login.accountId) return
    delete interaction.session
    await interaction.save(interaction.exp - Math.floor(Date.now() / 1000))
    await (await this.#provider.Session.findByUid(session.uid))?.destroy()
  }

  /** What a human consents to, to be finished with. */
  async consent(clientId: string, accountId: string): Promise<InteractionResults> {
    return { consent: { grantId: await grantOf(this.#provider, clientId, accountId).save() } }
  }
}

/** The headers that the engine reads. */
export function headersOf({ headers }: Received): Readonly<Record<string, string>> {
  const read = new Set(['cookie', 'authorization', 'content-type', 'accept'])
  return Object.fromEntries(headers.filter(([name]) => read.has(name)))
}

const clientOf = (id: string, answerUri: string) => ({
  client_id: id,
  redirect_uris: [answerUri],
  response_types: ['code' as const],
  grant_types: ['authorization_code'],
  // The signed assertion was judged before.
  token_endpoint_auth_method: 'none' as const,
  id_token_signed_response_alg: 'ES256' as const,
  require_auth_time: true,
})

function grantOf(provider: Provider, clientId: string, accountId: string): Grant {
  const grant = new provider.Grant({ clientId, accountId })
  grant.addOIDCScope(scope)
  return grant
}

/** Once somebody is logged in nothing more is asked, unless it is to be: each login is for the one client that asked. */
async function loadGrant({ oidc }: KoaContextWithOIDC, asksForConsent: boolean): Promise<Grant | undefined> {
  const { client, session, result, provider } = oidc
  if (!client || !session?.accountId) return undefined
  if (asksForConsent) return provider.Grant.find(result?.consent?.grantId ?? '')
  const grant = grantOf(provider, client.clientId, session.accountId)
  await grant.save()
  return grant
}

function configurationOf(world: EngineWorld, { adapter }: Store): Configuration {
  // Its id_tokens are signed anew with the certificate of the participant.
  // Read anew, since a key that was just made may stop for good when it is exported as a JWK (`ca/detached-key.ts`).
  const made = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  const key = createPrivateKey(made.export({ type: 'pkcs8', format: 'pem' }))
  return {
    adapter,
    jwks: { keys: [{ ...key.export({ format: 'jwk' }), alg: 'ES256', use: 'sig', kid: 'engine' }] },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    cookies: { keys: [randomBytes(32).toString('base64url')], names: { session: 'session' } },
    routes: {
      authorization: paths.authorize,
      token: world.tokenPath,
      userinfo: paths.userinfo,
      jwks: '/engine/jwks',
      end_session: '/engine/end',
    },
    scopes: Object.keys(claims),
    claims,
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    pkce: { required: () => false },
    ttl: { AccessToken: 3600, AuthorizationCode: 3600, Grant: 3600, IdToken: 3600, Interaction: 600, Session: 7200 },
    interactions: { url: (_, { uid }) => `${paths.login}${uid}` },
    loadExistingGrant: (context) => loadGrant(context, world.asksForConsent),
    findAccount: (_, sub) => {
      const human = world.findHuman(sub)
      return human && { accountId: human.sub, claims: () => ({ ...human.claims, sub: human.sub }) }
    },
    issueRefreshToken: () => false,
    expiresWithSession: () => false,
    clientBasedCORS: () => false,
    renderError: (context, { error, error_description: description }) => {
      const { status, headers, body } = failurePage(400, description ?? error)
      context.status = status
      for (const [name, value] of Object.entries(headers)) context.set(name, String(value))
      context.body = String(body)
    },
  }
}

/** Loads the library, which takes a while and warns of its own accord. */
async function load(issuer: string, configuration: Configuration): Promise<Provider> {
  const { console } = globalThis
  const { warn, info } = console
  Object.assign(console, { warn: () => undefined, info: () => undefined })
  try {
    const { Provider } = await import('oidc-provider')
    const provider = new Provider(issuer, configuration)
    provider.silent = true
    return provider
  } finally {
    Object.assign(console, { warn, info })
  }
}
