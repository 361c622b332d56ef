import { timingSafeEqual } from 'node:crypto'
import type { KitHuman } from '../kit.js'
import { type Environment, type Running, serveRole } from '../serve.js'
import { decodeForm } from '../token-endpoint/form.js'
import type { Answer, Received } from '../token-endpoint/received.js'
import type { Human, Waiting } from './engine.js'
import { loginPage } from './login-page.js'
import { providerResources } from './provider.js'
import { chosenLoginVariants, type LoginVariant } from './variants.js'

/** Starts the reference IdentityProvider: logs in the humans of its kit. Throws a `ConfigError` that says what to mend. */
export const startIdentityProvider = (environment: Environment): Promise<Running> =>
  serveRole('IdentityProvider', environment, (tools) => {
    const { humans } = tools.participant.kit
    const variants = chosenLoginVariants(tools.variants)
    return providerResources(tools, {
      find: (sub) => humans.map(humanOf).find((human) => human.sub === sub),
      visit: (received, waiting) => visit(received, waiting, humans, variants),
    })
  })

/** A human is known by the `sub` of the kit, by the user name where there is none. */
function humanOf({ username, claims: { sub, ...claims } }: KitHuman): Human {
  return { sub: typeof sub === 'string' ? sub : username, claims }
}

async function visit(
  received: Received,
  { interaction, finish }: Waiting,
  humans: readonly KitHuman[],
  variants: ReadonlySet<LoginVariant>,
): Promise<Answer> {
  const typed = received.method === 'POST' ? decodeForm(received.body.toString()) : new Map<string, string[]>()
  const [username = '', password] = ['username', 'password'].map((name) => typed.get(name)?.[0])
  const human = humans.find((each) => each.username === username && isSame(each.password, password ?? ''))
  if (human) return finish({ login: { accountId: humanOf(human).sub } })
  const clientId = String(interaction.params.client_id)
  return loginPage({ action: received.path, clientId, username, failed: password !== undefined, variants })
}

function isSame(secret: string, given: string): boolean {
  const [one, other] = [Buffer.from(secret), Buffer.from(given)]
  return one.length === other.length && timingSafeEqual(one, other)
}
