import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { StepProblem } from '../../browser/step-problem.js'
import { addressOf, authorizationRequest, codeIn } from '../../check/identity-provider/authorization.js'
import { lastOf } from '../../check/identity-provider/codes.js'
import type { Authorized } from '../../check/identity-provider/types.js'
import { checkClient } from '../../check/message/client.js'
import { preflightIdentifiers } from '../../check/parties/identifiers.js'
import { humanNamed } from '../../check/relying-party/humans.js'
import type { World } from '../../check/world.js'
import { ConfigError, NotTestable, type SettingLine } from '../../contracts/errors.js'
import type { RunFile } from '../../contracts/run.js'
import { slug, writeWhole } from '../../evidence/store.js'
import { otherLoginForm } from './login-relatives.js'
import { said } from './said.js'
import { onceWarm } from './warm.js'

/** What came of a first login. */
export interface FirstLogin {
  /** Why nothing can be said of logins. */
  readonly problem?: string
  /** Settings that mend it, where they are known. */
  readonly settings?: readonly SettingLine[]
  /** Whether the human gets a page again though the session is kept. */
  readonly pagesEachLogin?: boolean
  /** Whether a browser carried it out. */
  readonly inBrowser?: boolean
  /** It takes a browser and there is none, as each check says. */
  readonly untold?: boolean
}

/**
 * Logs the human in at an IdentityProvider or IdentityBroker by every step of the target file, in a browser where its
 * pages need one; keeps the session for the checks.
 * @param warmSeconds How long it may answer as if nothing were served yet.
 */
export async function tryLogin(
  world: World,
  run: Pick<RunFile, 'seed' | 'out' | 'brief'>,
  warmSeconds: number,
): Promise<FirstLogin> {
  try {
    return await firstLogin(world, run, warmSeconds)
  } catch (error) {
    // A browser that is missing or does not start is for the checks to tell.
    if (error instanceof NotTestable) return { untold: true }
    throw error
  }
}

async function firstLogin(
  world: World,
  { seed, out, brief }: Pick<RunFile, 'seed' | 'out' | 'brief'>,
  warmSeconds: number,
): Promise<FirstLogin> {
  const { codes, target, login } = world
  if (!codes) return {}
  // A broker sends its humans on to the lab, where these are known then.
  const names = [login, ...world.humans].flatMap((human) => human?.username ?? [])
  await world.lab.humans([...new Set(names)].map((name) => humanNamed(name)))
  const picture = join(out, `login-problem-${slug(target.name)}.png`)
  rmSync(picture, { force: true })
  const ids = preflightIdentifiers(seed, world, 'preflight login')
  const client = checkClient(world, ids, { changes: [] }, (reason) => {
    throw new ConfigError(reason)
  })
  const party = await client.make()
  // A target may ask for consent once per relying party; the checks have many, if they can.
  const second = world.given ? party : await client.make()
  await client.register()
  const { parameters } = authorizationRequest(world, party.partyId)
  const walk = () => codes.walk(parameters, { party, everyStep: true, plain: 'redirect' })
  const authorized = await onceWarm(world, warmSeconds, walk, (one) => !isCold(one))
  if (codeIn(authorized.redirect) !== undefined) {
    const again = authorizationRequest(world, second.partyId)
    const { paged } = await codes.walk(again.parameters, { party: second, pages: false })
    return { pagesEachLogin: paged, ...(authorized.inBrowser && { inBrowser: true }) }
  }
  const method = world.settings.login.request === 'query' ? 'GET' : 'POST'
  const asked = `${method} ${addressOf(world, []).replace(/\?$/, '')}`
  const { problem, redirect } = authorized
  if (problem && !isErrorPage(authorized)) return { problem: ofSteps(problem, picture) }
  const isAnswered = redirect !== undefined || lastOf(authorized).response !== undefined
  // What was typed has been seen by then: the request itself was taken.
  const isTried = isAnswered && !brief && !authorized.proven
  const other = isTried ? await otherLoginForm(world, party, isElsewhere(authorized)) : undefined
  const says =
    redirect === undefined
      ? ofAnswer(asked, authorized, await whoWasLookedUp(world, party.partyId), other?.sentence)
      : [`${asked} ended the login without a code: ${errorIn(redirect)}.`, other?.sentence].filter(Boolean).join(' ')
  return { problem: says, ...(other && { settings: other.settings }) }
}

/** A page that the steps of the target file do not match. */
function ofSteps({ message, screenshot }: StepProblem, picture: string): string {
  if (screenshot) writeWhole(picture, screenshot.png)
  const seen = screenshot ? `; what the browser saw is in ${picture}` : ''
  return `the login came to no end. ${message} Mend login.steps in the target file${seen}.`
}

/** Whether the authorization endpoint answered with an error before anything was typed, so that no step is to be mended. */
function isErrorPage(authorized: Authorized): boolean {
  const { problem, proven } = authorized
  const { status = 0 } = lastOf(authorized).response ?? {}
  // Some login pages come with 401 or 403.
  return (problem?.step ?? 1) === 1 && !proven && status >= 400 && status !== 401 && status !== 403
}

/** The authorization endpoint itself did not do as it should. */
function ofAnswer(asked: string, authorized: Authorized, lookedUp: string, other: string | undefined): string {
  const last = lastOf(authorized)
  const { response, noAnswer } = last
  if (!response) return `${asked} got no complete answer (${noAnswer?.message}), so nothing can be judged.`
  const answer = said(last)
  if (isElsewhere(authorized))
    return `${asked} is not its authorization endpoint. ${answer}. ${other ?? 'Set interface.login.authorizePath to the path that it serves.'}`
  if (other !== undefined)
    return `it refused the authorization request of a conforming relying party, so nothing can be judged. ${answer}. ${other}`
  return (
    `it refused the authorization request of a conforming relying party, so nothing can be judged. ${answer}. ${lookedUp} ` +
    'A provider that takes none but relying parties which were registered beforehand breaks the text (L283); ' +
    'register those of `relyingParties` of the kit and set `login.registered`, so that all else is judged. ' +
    "Does it learn the relying party's redirect URI from `redirect_uris` of the record at the registry (interface.registry.recordFields.redirectUris), or from `relyingParties` of its kit?"
  )
}

/** Whether the first page was none of the provider itself. */
function isCold(authorized: Authorized): boolean {
  const { exchanges, redirect, proven } = authorized
  const { status = 0 } = exchanges[0]?.response ?? {}
  return redirect === undefined && !proven && (status === 404 || status >= 500)
}

/** Whether nothing lives where a login is to begin. */
function isElsewhere({ exchanges, redirect }: Authorized): boolean {
  const { status } = exchanges.at(-1)?.response ?? {}
  return redirect === undefined && (status === 404 || status === 405)
}

async function whoWasLookedUp({ lab, given, registry }: World, partyId: string): Promise<string> {
  if (given) return `The target file gives it ${partyId} (\`participants\`): is that party known to its registry?`
  const lookups = await lab.ledger({ subjects: [partyId], kinds: ['party-lookup'] })
  return lookups.length > 0
    ? `It looked ${partyId} up at the lab's registry and got status ${lookups.at(-1)?.status}.`
    : `It did not look ${partyId} up at the lab's registry (${registry.baseUrl}).`
}

const errorIn = (redirect: string): string => {
  const said = new URL(redirect).searchParams
  const [error, description] = ['error', 'error_description'].map((name) => said.get(name))
  return error ? [error, description].filter(Boolean).join(', ') : 'it carries neither code nor error'
}
