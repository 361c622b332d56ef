import { createHash } from 'node:crypto'
import { ConfigError } from '../../contracts/errors.js'
import { html } from '../../html.js'
import { decodeForm } from '../encoding/form.js'
import { BoundedMap } from '../engine/bounded-map.js'
import type { Answer, Received } from '../engine/received.js'
import { Refusal } from '../engine/refusal.js'
import type { Human } from '../identity-provider/human.js'
import type { Waiting } from '../identity-provider/logins.js'
import { providerResources } from '../identity-provider/provider.js'
import type { RegistryAddress } from '../kit.js'
import { page, redirect } from '../pages/page.js'
import { type LoggedIn, RelyingParty, refusedPage } from '../relying-party/relying-party.js'
import { type Environment, type Running, serveRole } from '../serve.js'
import type { Resource, ResourceTools } from '../token-endpoint/resource.js'

/** Where browsers come back to from an IdentityProvider. */
const callbackPath = '/identity_broker/callback'
/** Humans, and logins that come back, kept at most. */
const limit = 10_000

/**
 * Starts the reference IdentityBroker: provider to ServiceProviders, relying party of the kit's IdentityProviders.
 * @throws ConfigError that says what to mend.
 */
export const startIdentityBroker = (environment: Environment): Promise<Running> =>
  serveRole('IdentityBroker', environment, async (tools) => {
    const broker = new Broker(tools)
    const find = (sub: string) => broker.find(sub)
    const visit = (received: Received, waiting: Waiting) => broker.visit(received, waiting)
    return [broker.callback, ...(await providerResources(tools, { find, visit }))]
  })

/** What stands between a ServiceProvider and the IdentityProviders that a human may choose among. */
class Broker {
  readonly #providers: readonly RegistryAddress[]
  readonly #relyingParty: RelyingParty
  /** By the `sub` that ServiceProviders see. */
  readonly #humans = new BoundedMap<Human>(limit)
  /** Who came back, by the page of the login that they go on with. */
  readonly #arrived = new BoundedMap<Human>(limit)
  /** Logins that humans were sent away for, by their page; only a fault asks. */
  readonly #begun = new BoundedMap<Waiting>(limit)
  /** Pages of those that are over; a second answer comes to them by a fault alone. */
  readonly #over = new BoundedMap<true>(limit)

  constructor(tools: ResourceTools) {
    this.#providers = tools.participant.kit.identityProviders
    if (this.#providers.length === 0)
      throw new ConfigError('The kit names no identityProviders, among which an IdentityBroker lets humans choose.')
    this.#relyingParty = new RelyingParty(tools, callbackPath)
  }

  find(sub: string): Human | undefined {
    return this.#humans.get(sub)
  }

  /** Shows the choice, sends the browser to what was chosen, and ends the login when it is back. */
  async visit(received: Received, waiting: Waiting): Promise<Answer> {
    const { login, logIn } = waiting
    const kept = this.#relyingParty.kept(received)
    const human = this.#arrived.get(received.path) ?? (kept && this.#humanOf(kept))
    if (human) {
      this.#arrived.delete(received.path)
      this.#over.set(received.path, true)
      return logIn(human.sub)
    }
    const chosen = received.method === 'POST' ? decodeForm(received.body.toString()).get('provider')?.[0] : undefined
    const provider = this.#providers.find(({ partyId }) => partyId === chosen)
    const { clientId, scope, state, nonce } = login.flow
    if (!provider) return choicePage(received.path, clientId, this.#providers)
    this.#begun.set(received.path, waiting)
    const names = [clientId]
    return this.#relyingParty.begin(received, {
      provider,
      scope: asked(scope),
      goesOn: received.path,
      names,
      served: { state, nonce },
    })
  }

  #humanOf({ issuer, sub, claims, tokens }: LoggedIn): Human {
    const human = { sub: nameOf(issuer, sub), claims, tokens }
    this.#humans.set(human.sub, human)
    return human
  }

  /** Where a browser comes back with the answer of an IdentityProvider. */
  readonly callback: Resource = {
    serves: (path) => path === callbackPath,
    answer: async (received) => {
      try {
        const loggedIn = await this.#relyingParty.finish(received)
        const human = this.#humanOf(loggedIn)
        const begun = this.#begun.get(loggedIn.goesOn)
        if (begun && (loggedIn.isStranger || this.#over.has(loggedIn.goesOn))) return begun.logInAgain(human.sub)
        this.#arrived.set(loggedIn.goesOn, human)
        return redirect(loggedIn.address)
      } catch (error) {
        if (error instanceof Refusal) return refusedPage(error)
        throw error
      }
    },
  }
}

/** Of a scope, what a ServiceProvider may ask for; nothing else is asked of an IdentityProvider. */
const asked = (scope: string): string =>
  scope
    .split(' ')
    .filter((each) => ['openid', 'profile', 'email'].includes(each))
    .join(' ')

/** A human as ServiceProviders know them: the same for the same human at the same IdentityProvider, and for nobody else. */
const nameOf = (issuer: string, sub: string): string =>
  createHash('sha256')
    .update(JSON.stringify([issuer, sub]))
    .digest('base64url')

const choicePage = (action: string, clientId: string, providers: readonly RegistryAddress[]): Answer =>
  page({
    title: 'Choose where to log in',
    content: html`<p>${clientId} asks who you are.</p>
${providers.map(
  ({ partyId }) => html`<form method="post" action="${action}">
<input type="hidden" name="provider" value="${partyId}">
<button type="submit">Log in at ${partyId}</button>
</form>
`,
)}`,
  })
