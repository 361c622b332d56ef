import { decodeForm } from '../encoding/form.js'
import type { Answer, Received } from '../engine/received.js'
import { Refusal } from '../engine/refusal.js'
import { obey, type Rulebook, withFaults } from '../engine/rule.js'
import type { Kit, KitHuman } from '../kit.js'
import { withCookie } from '../pages/cookies.js'
import { type Environment, type Running, serveRole } from '../serve.js'
import type { Human } from './human.js'
import { loginPage } from './login-page.js'
import type { Waiting } from './logins.js'
import { providerResources } from './provider.js'
import { type Attempt, humanRules, type Mistake, mistakeRules } from './rules/human.js'
import { chosenLoginVariants, type LoginVariant } from './variants.js'

/** Starts the reference IdentityProvider: logs in the humans of its kit. Throws a `ConfigError` that says what to mend. */
export const startIdentityProvider = (environment: Environment): Promise<Running> =>
  serveRole('IdentityProvider', environment, (tools) => {
    const { kit } = tools.participant
    const variants = chosenLoginVariants(tools.variants)
    const book = withFaults(humanRules, tools.plan.everywhere)
    const mistakes = withFaults(mistakeRules, tools.plan.everywhere)
    const desk = { kit, variants, book, mistakes }
    return providerResources(tools, {
      find: (sub) => kit.humans.map(humanOf).find((human) => human.sub === sub),
      visit: (received, waiting) => visit(received, waiting, desk),
    })
  })

/** A human is known by the `sub` of the kit, by the user name where there is none. */
function humanOf({ username, claims: { sub, ...claims } }: KitHuman): Human {
  return { sub: typeof sub === 'string' ? sub : username, claims }
}

/** What a login is decided with. */
interface LoginDesk {
  /** Whose humans log in. */
  readonly kit: Pick<Kit, 'humans'>
  readonly variants: ReadonlySet<LoginVariant>
  readonly book: Rulebook<Attempt>
  readonly mistakes: Rulebook<Mistake>
}

async function visit(
  received: Received,
  { login, isKnown, logIn, startSession }: Waiting,
  desk: LoginDesk,
): Promise<Answer> {
  const { variants, kit } = desk
  const { humans } = kit
  const typed = received.method === 'POST' ? decodeForm(received.body.toString()) : new Map<string, string[]>()
  const [username = '', password] = ['username', 'password'].map((name) => typed.get(name)?.[0])
  const named = humans.find((each) => each.username === username)
  const [somebody] = humans
  const { clientId } = login.flow
  const shown = loginPage({ action: received.path, clientId, username, failed: password !== undefined, variants })
  if (somebody && password !== undefined) {
    const attempt: Attempt = { known: named?.password, first: somebody.password, password, username, isKnown }
    const isIt = await isHuman(desk, attempt)
    // Only a fault comes here without a name.
    if (isIt) return logIn(humanOf(named ?? somebody).sub)
    const mistake: Mistake = { flow: login.flow }
    await obey(desk.mistakes, mistake)
    login.flow = mistake.flow
    if (named) login.attempted ??= humanOf(named).sub
    if (named && attempt.startsEarly) return withCookie(shown, startSession(humanOf(named).sub))
  }
  return shown
}

/** Whether somebody is who they say. */
async function isHuman(desk: LoginDesk, attempt: Attempt): Promise<boolean> {
  try {
    await obey(desk.book, attempt)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
