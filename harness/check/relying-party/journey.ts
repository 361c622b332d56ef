import { StepProblem } from '../../browser/step-problem.js'
import type { BrowserCookie, Screenshot, Visit } from '../../browser/types.js'
import type { Answer } from '../../judge/outcome.js'
import type { Exchange } from '../../wire/types.js'
import { codeIn } from '../login/authorization.js'
import type { World } from '../world.js'
import { brokenOff, lastAnswer } from './page.js'
import { isAtLab } from './window.js'

/** What came of one login. */
export interface Journey {
  readonly answer: Answer
  /** What the window saw of this login and of those before it, oldest first. */
  readonly exchanges: readonly Exchange[]
  readonly screenshots: readonly Screenshot[]
  readonly cookies: readonly BrowserCookie[]
  /** Where the IdentityProvider sent the human back to, with its parameters; absent where it came to no answer. */
  readonly callback?: string
  /** Why the login came to no end. */
  readonly problem?: StepProblem
  /** Never written anywhere. */
  readonly secrets: readonly string[]
  /** The client assertion that redeemed the code of a broker, and what came back. */
  readonly redeemed?: { readonly assertion: string; readonly exchange: Exchange }
}

/** What one kind of target adds to a login. */
export interface Course {
  /** Where the login begins. */
  readonly start: string
  /** Whether an address is the end of the login, once the IdentityProvider has sent the human back. */
  readonly ends: (url: string) => boolean
  /** What came of it, told by the address of its end and the page that stands there. */
  readonly outcome: (end: string, visit: Visit) => Promise<Pick<Journey, 'answer' | 'redeemed'> & Partial<Journey>>
}

/** One login, in a window that is open already, of a human whom the lab knows by that name. */
export async function journey(world: World, visit: Visit, username: string, course: Course): Promise<Journey> {
  let beenToLab = false
  let callback: string | undefined
  const look = (url: string): boolean => {
    const atLab = isAtLab(world, url)
    if (!atLab && beenToLab) callback ??= url
    beenToLab ||= atLab
    return callback !== undefined && course.ends(url)
  }
  const carriedOut = async (): Promise<Pick<Journey, 'answer'> & Partial<Journey>> => {
    try {
      await visit.goto(course.start)
      const { steps = [], password = '' } = world.login ?? {}
      const end = await visit.follow(steps, { username, password }, look)
      return await course.outcome(end, visit)
    } catch (problem) {
      if (!(problem instanceof StepProblem)) throw problem
      // Whoever ends a login after its answer need send the human nowhere.
      return { answer: callback === undefined ? brokenOff(problem.message) : lastAnswer(visit), problem }
    }
  }
  const { secrets = [], ...outcome } = await carriedOut()
  const code = codeIn(callback)
  return {
    ...outcome,
    exchanges: visit.exchanges,
    screenshots: visit.screenshots,
    cookies: await visit.cookies().catch(() => []),
    ...(callback !== undefined && { callback }),
    secrets: code === undefined ? secrets : [...secrets, code],
  }
}
