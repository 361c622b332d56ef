import { NotPlain } from '../../browser/plain/not-plain.js'
import { StepProblem } from '../../browser/step-problem.js'
import { worldInGuise } from '../../check/guise-world.js'
import { checkClient } from '../../check/message/client.js'
import { preflightIdentifiers } from '../../check/parties/identifiers.js'
import { atServiceProvider, brokerCourses } from '../../check/relying-party/courses.js'
import { humanNamed } from '../../check/relying-party/humans.js'
import { type Course, journey, unlessPutOff } from '../../check/relying-party/journey.js'
import { inPlainWindow } from '../../check/relying-party/window.js'
import type { World } from '../../check/world.js'
import { ConfigError } from '../../contracts/errors.js'
import type { Outcome } from '../../contracts/evidence.js'
import type { Guise } from '../../guises/types.js'
import type { LoginBehaviourName } from '../../lab/identity-provider/login-behaviour.js'

/**
 * Whether logins at a relying party need no browser: over HTTP an honest one works, and one that must fail does not. A
 * page that may hide something counts only where a browser has shown it (`relyingPartyProblem`).
 */
export async function loginsArePlain(world: World, seed: number): Promise<boolean> {
  const logIn = plainLogin(world, seed, 'preflight plain')
  if (!logIn) return false
  try {
    return (await logIn()) === 'granted' && (await logIn(undefined, 'token-status-500')) === 'refused'
  } catch (error) {
    if (error instanceof NotPlain || error instanceof StepProblem) return false
    throw error
  }
}

/**
 * A login over HTTP at a target that is a relying party, and what comes of it.
 * @param what The names of its humans follow from.
 */
export function plainLogin(
  world: World,
  seed: number,
  what: Parameters<typeof preflightIdentifiers>[2],
): ((guise?: Guise, behaviour?: LoginBehaviourName) => Promise<Outcome['kind']>) | undefined {
  const ids = preflightIdentifiers(seed, world, what)
  const client = checkClient(world, ids, { changes: [] }, (reason) => {
    throw new ConfigError(reason)
  })
  const nextCourse = coursesOf(world, client)
  return (
    nextCourse &&
    (async (guise, behaviour) => {
      const around = guise ? worldInGuise(world, guise) : world
      const { answer } = await unlessPutOff(around.patience, async () => {
        const username = `human-${ids.party().unique}`
        await around.lab.humans([humanNamed(username, behaviour && { behaviour })])
        return inPlainWindow(around, async (visit) => journey(around, visit, username, await nextCourse()))
      })
      return answer.outcome.kind
    })
  )
}

/** How the target is logged in at, where it is a relying party. */
function coursesOf(world: World, client: Parameters<typeof brokerCourses>[1]): (() => Promise<Course>) | undefined {
  const { target, login } = world
  if (target.role === 'IdentityBroker') return brokerCourses(world, client)
  if (target.role !== 'ServiceProvider' || login?.start === undefined || login.successText === undefined)
    return undefined
  const course = atServiceProvider(world, login.start, login.successText)
  return () => Promise.resolve(course)
}
