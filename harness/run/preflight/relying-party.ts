import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Screenshot } from '../../browser/types.js'
import { bareAddress } from '../../check/identity-provider/authorization.js'
import { preflightIdentifiers } from '../../check/parties/identifiers.js'
import { atServiceProvider } from '../../check/relying-party/courses.js'
import { humanNamed } from '../../check/relying-party/humans.js'
import { type Journey, journey, unlessPutOff } from '../../check/relying-party/journey.js'
import { inOneWindow } from '../../check/relying-party/window.js'
import type { World } from '../../check/world.js'
import { Inconclusive, NotTestable } from '../../contracts/errors.js'
import type { LedgerEntry } from '../../contracts/lab-protocol.js'
import type { RunFile } from '../../contracts/run.js'
import { slug, writeWhole } from '../../evidence/store.js'
import type { LoginBehaviourName } from '../../lab/identity-provider/login-behaviour.js'

/** A page of the target that sends on by a timer is waited for so long, milliseconds. */
const idleMs = 5_000

/**
 * Why logins at a ServiceProvider cannot be judged: an honest one at the lab's IdentityProvider does not end with the
 * text of the target file, or one that must fail does.
 * @returns `seen` where a browser saw that both are as they should be. Nothing where the target file names no login,
 * or no browser starts, which the checks then report.
 */
export async function relyingPartyProblem(
  world: World,
  run: Pick<RunFile, 'seed' | 'out'>,
): Promise<{ readonly problem?: string; readonly seen?: boolean }> {
  const { login, target } = world
  if (target.role !== 'ServiceProvider' || login?.start === undefined) return {}
  if (login.successText === undefined)
    return {
      problem:
        'nothing shows whether a login worked: set login.success.text in the target file to a text of the page that follows.',
    }
  try {
    const problem = await problemOf(world, login.start, login.successText, run)
    return problem === undefined ? { seen: true } : { problem }
  } catch (error) {
    // A browser that does not start is for the checks to tell.
    if (error instanceof NotTestable) return {}
    if (error instanceof Inconclusive) return { problem: error.message }
    throw error
  }
}

async function problemOf(
  world: World,
  start: string,
  successText: string,
  { seed, out }: Pick<RunFile, 'seed' | 'out'>,
): Promise<string | undefined> {
  const { lab, target } = world
  const ids = preflightIdentifiers(seed, world, 'preflight relying party')
  const picture = join(out, `login-problem-${slug(target.name)}.png`)
  rmSync(picture, { force: true })
  const course = atServiceProvider(world, start, successText)
  const logIn = (behaviour?: LoginBehaviourName): Promise<Journey> =>
    unlessPutOff(world.patience, async () => {
      const username = `human-${ids.party().unique}`
      await lab.humans([humanNamed(username, behaviour && { behaviour })])
      return inOneWindow(world, (visit) => journey(world, visit, username, course), { patience: { idleMs } })
    })
  const since = Date.now()
  const honest = await logIn()
  if (honest.answer.outcome.kind !== 'granted') {
    const entries = await lab.ledger({ kinds: ['authorize', 'login-token'], since })
    return `${whyNot(course.start.url, successText, honest, entries)}${shown(honest.screenshots, picture)}`
  }
  const refused = await logIn('token-status-500')
  if (refused.answer.outcome.kind !== 'granted') return undefined
  return (
    `the text "${successText}" is shown although the token endpoint of the IdentityProvider answered 500, so that it does not tell a login: ` +
    `set login.success.text in the target file to a text that only those see who are logged in.${shown(refused.screenshots, picture)}`
  )
}

/** What went wrong with an honest login, as far as browser and lab saw it. */
function whyNot(
  start: string,
  successText: string,
  { callback, problem, answer: { outcome } }: Journey,
  entries: readonly LedgerEntry[],
): string {
  const misfit = entries.find(({ kind, problem }) => kind === 'authorize' && problem !== undefined)?.problem
  if (misfit !== undefined) return `its request for authorization cannot be answered: ${misfit}.`
  if (callback === undefined) {
    const seen = problem ? ` ${problem.message}` : ''
    return (
      `a login that began at ${start} did not come to an end at the lab's IdentityProvider.${seen} ` +
      'Does login.start lead to the `identityProvider` of its kit, and do login.steps fit its pages?'
    )
  }
  const status = 'status' in outcome ? ` (status ${outcome.status})` : ''
  return (
    `a login came back to ${bareAddress(callback)} and did not end with the text "${successText}"${status}. ` +
    ofToken(entries.filter(({ kind }) => kind === 'login-token'))
  )
}

function ofToken(requests: readonly LedgerEntry[]): string {
  const last = requests.at(-1)
  if (!last)
    return "The code was not redeemed: does it send POST to the token endpoint of `identityProvider` (kit.json), and trust the lab's TLS root (trust/tls-root.pem)?"
  const { problem, assertion, status } = last
  if (problem !== undefined) return `Its token request does not fit: ${problem}.`
  if (assertion?.problem !== undefined) return `Its client assertion was refused: ${assertion.problem}.`
  if (status !== 200) return `Its token request was answered with ${status}.`
  return (
    'It redeemed the code and got a sound id_token: does it look the IdentityProvider up at the registry, does iss fit (interface.login.issuer), ' +
    'and is login.success.text what its page shows?'
  )
}

/** Keeps the last picture, and says where. */
function shown(screenshots: readonly Screenshot[], file: string): string {
  const last = screenshots.at(-1)
  if (!last) return ''
  writeWhole(file, last.png)
  return ` What the browser saw is in ${file}.`
}
