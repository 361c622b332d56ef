import { StepProblem } from '../../browser/step-problem.js'
import type { BrowserCookie, Screenshot, Visit } from '../../browser/types.js'
import { Inconclusive } from '../../contracts/errors.js'
import type { Answer } from '../../judge/outcome.js'
import type { Exchange } from '../../wire/types.js'
import { type AuthorizationRequest, codeIn } from '../identity-provider/authorization.js'
import { brokenOff, isPutOff, lastAnswer } from '../identity-provider/page.js'
import { mostLoginWaits, type Patience } from '../patience.js'
import type { World } from '../world.js'
import { type Start, stepsFrom } from './steps.js'
import { isAtLab } from './window.js'

/** One of two humans. */
export type Taken = 'first' | 'second'

/** What came of one login. */
export interface Journey {
  readonly answer: Answer
  /** What the window saw of this login and of those before it, oldest first. */
  readonly exchanges: readonly Exchange[]
  readonly screenshots: readonly Screenshot[]
  readonly cookies: readonly BrowserCookie[]
  /** Where the window ended, fragment included. */
  readonly endedAt: string
  /** Where the IdentityProvider sent the human back to, with its parameters; absent where it came to no answer. */
  readonly callback?: string
  /** Where the window was logged in after a refusal. */
  readonly keptAt?: string
  /** Of two humans who logged in in this window one after the other, whom the target takes for logged in; absent where it does not say. */
  readonly taken?: Taken
  /** Where a broker answered another request than the one that the login was for: whose, or of which login. */
  readonly astray?: string
  /** Why the login came to no end. */
  readonly problem?: StepProblem
  /** It was put off before anything was done, until patience came to its end. */
  readonly neverBegun?: boolean
  /** What a ServiceProvider of ours asked a broker with. */
  readonly served?: AuthorizationRequest
  /** Never written anywhere. */
  readonly secrets: readonly string[]
  /** The client assertion that redeemed the code of a broker, and what came back. */
  readonly redeemed?: { readonly assertion: string; readonly exchange: Exchange }
}

/** What a login came to. */
type Come = Pick<Journey, 'answer' | 'redeemed'> & Partial<Journey>

/** What one kind of target adds to a login. */
export interface Course {
  /** Where the login begins. */
  readonly start: Start
  /** The ServiceProvider that asks a broker for it. */
  readonly servedClient?: string
  /** What that asks with. */
  readonly served?: AuthorizationRequest
  /** Whether an address is the end of the login, once the IdentityProvider has sent the human back. */
  readonly ends: (url: string) => boolean
  /** Whether an address is an answer without a login, which may come before anybody was sent to an IdentityProvider; none by default. */
  readonly denies?: (url: string) => boolean
  /** What came of it, told by the address of its end and the page that stands there. */
  readonly outcome: (end: string, visit: Visit) => Promise<Come>
  /**
   * What the same window shows after a refusal: the page may deny the login that its cookies hold. `undefined` where
   * nobody is logged in; absent where no page shows it.
   */
  readonly afterwards?: (visit: Visit) => Promise<Come | undefined>
}

/** What is wrong in a login. */
export interface Wrong {
  readonly wrong: boolean
  readonly unknown: boolean
}

/**
 * One login, in an open window, of a human whom the lab knows by that name.
 * @param how `answer`: opens this answer of another login instead of logging in at the lab. `begins`: begins a login
 * before that. `wrong`: the lab does something wrong. `unknown`: the registry says of the IdentityProvider what keeps a
 * target from sending anybody there.
 */
export async function journey(
  world: World,
  visit: Visit,
  username: string,
  course: Course,
  {
    answer,
    begins = true,
    wrong = false,
    unknown = false,
  }: { readonly answer?: string | undefined; readonly begins?: boolean } & Partial<Wrong> = {},
): Promise<Journey> {
  let beenToLab = !begins
  let callback: string | undefined
  /** Where the answer comes in a form, the lab's address of it says the code. */
  let code: string | undefined
  const look = (url: string): boolean => {
    const atLab = isAtLab(world, url)
    if (atLab) code = codeIn(url) ?? code
    if (!atLab && beenToLab) callback ??= url
    beenToLab ||= atLab
    return (callback !== undefined && course.ends(url)) || (unknown && course.denies?.(url) === true)
  }
  const carriedOut = async (): Promise<Come> => {
    try {
      const going = { username, mayBeginAnew: () => !beenToLab && !unknown }
      if (answer === undefined)
        return await course.outcome(await stepsFrom(world, visit, course.start, { ...going, until: look }), visit)
      if (begins) look(await stepsFrom(world, visit, course.start, { ...going, until: (url) => isAtLab(world, url) }))
      return await course.outcome(await stepsFrom(world, visit, { url: answer }, { ...going, until: look }), visit)
    } catch (problem) {
      if (!(problem instanceof StepProblem)) throw problem
      const isOff = isPutOff(visit)
      // A target that ends a login after the answer need send the human nowhere; one that puts it off may do so at
      // once.
      const last = lastAnswer(visit)
      const isAnswer = isOff || callback !== undefined || (unknown && !beenToLab && isError(last))
      return {
        answer: isAnswer ? last : brokenOff(problem.message),
        problem,
        neverBegun: isOff && !beenToLab,
      }
    }
  }
  const come = wrong ? await refusedAfterAll(await carriedOut(), world, { username, unknown }) : await carriedOut()
  const { secrets = [], ...outcome } =
    come.answer.outcome.kind === 'refused' ? await lookedAgain(come, visit, course) : come
  code = codeIn(callback) ?? code
  return {
    ...outcome,
    exchanges: visit.exchanges,
    endedAt: visit.url(),
    screenshots: visit.screenshots,
    cookies: await visit.cookies().catch(() => []),
    ...(callback !== undefined && { callback }),
    ...(course.served && { served: course.served }),
    secrets: code === undefined ? secrets : [...secrets, code],
  }
}

/** Whether a page says by its status that it is an error: another page may be one that a step of the target file missed. */
const isError = ({ outcome }: Answer): boolean => outcome.kind === 'refused' && outcome.status >= 400

/**
 * A target that took a wrong login's code to the lab, and then says 503, refuses by it: nobody else put it off. Nor did
 * anybody where the registry keeps it from sending the human away.
 */
async function refusedAfterAll(
  come: Come,
  { lab }: World,
  { username, unknown }: { readonly username: string; readonly unknown: boolean },
): Promise<Come> {
  const { outcome } = come.answer
  if (outcome.kind !== 'deferred' || outcome.status !== 503) return come
  const taken = await lab.ledger({ subjects: [username], kinds: ['login-token'] })
  if (taken.length === 0 && !unknown) return come
  const { neverBegun: _, ...rest } = come
  return { ...rest, answer: { ...come.answer, outcome: { ...outcome, kind: 'refused' } } }
}

/** What a refusal came to, seen from what the window may do afterwards. */
async function lookedAgain(come: Come, visit: Visit, { afterwards }: Course): Promise<Come> {
  try {
    return (await afterwards?.(visit)) ?? come
  } catch (problem) {
    if (!(problem instanceof StepProblem)) throw problem
    return { answer: brokenOff(problem.message), problem }
  }
}

/** Carries out logins, each of a human of its own, until the target puts one off no more; waits in between as it asks. */
export async function unlessPutOff(patience: Patience, logIn: () => Promise<Journey>): Promise<Journey> {
  const earlier: Exchange[] = []
  for (let waits = 0; ; waits += 1) {
    const gone = await logIn()
    const asking = gone.redeemed ? [gone.redeemed.exchange] : gone.exchanges
    const mayGoOn = gone.answer.outcome.kind === 'deferred' && !gone.neverBegun
    if (!mayGoOn || !(await patience.asTold(asking, waits, mostLoginWaits)))
      return { ...gone, exchanges: [...earlier, ...gone.exchanges] }
    earlier.push(...gone.exchanges)
  }
}

/** A login that others follow in the same check: `undefined` where they may. Throws `Inconclusive` where it did not work. */
export function unlessOff(first: Journey, second: string): Journey | undefined {
  const { kind } = first.answer.outcome
  if (kind === 'deferred') return first
  if (kind !== 'granted') throw new Inconclusive(`The honest login before ${second} did not work.`)
  return undefined
}
