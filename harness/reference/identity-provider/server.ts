import { decodeForm } from '../encoding/form.js'
import type { Answer, Received } from '../engine/received.js'
import { Refusal } from '../engine/refusal.js'
import { obey, type Rulebook, withFaults } from '../engine/rule.js'
import type { KitHuman } from '../kit.js'
import type { Participant } from '../participant/participant.js'
import { type Environment, type Running, serveRole } from '../serve.js'
import type { Human } from './human.js'
import { loginPage } from './login-page.js'
import type { Waiting } from './logins.js'
import { providerResources } from './provider.js'
import { type Attempt, humanRules } from './rules/human.js'
import { chosenLoginVariants, type LoginVariant } from './variants.js'

/** Starts the reference IdentityProvider: logs in the humans of its kit. Throws a `ConfigError` that says what to mend. */
export const startIdentityProvider = (environment: Environment): Promise<Running> =>
  serveRole('IdentityProvider', environment, (tools) => {
    const { participant } = tools
    const { humans } = participant.kit
    const variants = chosenLoginVariants(tools.variants)
    const book = withFaults(humanRules, tools.plan.everywhere)
    const desk = { participant, variants, book }
    return providerResources(tools, {
      find: (sub) => humans.map(humanOf).find((human) => human.sub === sub),
      visit: (received, waiting) => visit(received, waiting, desk),
    })
  })

/** A human is known by the `sub` of the kit, by the user name where there is none. */
function humanOf({ username, claims: { sub, ...claims } }: KitHuman): Human {
  return { sub: typeof sub === 'string' ? sub : username, claims }
}

/** What a login is decided with. */
interface LoginDesk {
  readonly participant: Participant
  readonly variants: ReadonlySet<LoginVariant>
  readonly book: Rulebook<Attempt>
}

async function visit(received: Received, { login, already, logIn }: Waiting, desk: LoginDesk): Promise<Answer> {
  const { participant, variants } = desk
  const { humans } = participant.kit
  const typed = received.method === 'POST' ? decodeForm(received.body.toString()) : new Map<string, string[]>()
  const [username = '', password] = ['username', 'password'].map((name) => typed.get(name)?.[0])
  const named = humans.find((each) => each.username === username)
  const [somebody] = humans
  if (somebody && password !== undefined) {
    const first = humanOf(somebody)
    const known = named?.password
    const others = { first, already: humans.map(humanOf).find(({ sub }) => sub === already) }
    const attempt = { participant, known, password, named: named ? humanOf(named) : first, ...others }
    const human = await whoeverIs(desk, attempt)
    if (human) return logIn(human.sub)
  }
  const { clientId } = login.flow
  return loginPage({ action: received.path, clientId, username, failed: password !== undefined, variants })
}

/** Who is logged in after an attempt, if anybody is. */
async function whoeverIs(desk: LoginDesk, attempt: Attempt): Promise<Human | undefined> {
  try {
    await obey(desk.book, attempt)
    return attempt.human
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}
